const SECRET_NAME =
  /(?:^|[_.-])(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|credentials?|cookie|auth(?:orization)?|api_?key|access_?key|account_?key|private_?key|signing_?key|encryption_?key|apikey|jwt|pat|dsn|bearer)(?:$|[_.-]|\d)|[_.-]key$|(?:password|passwd|passphrase|secret|apikey)$/i;
const PUBLIC_NAME = /(?:^|[_.-])(?:public|pub|file|path|dir|url|uri|endpoint|type|name|id|expiry|length)$/i;

/** True for the name of a variable, a header or a member that is made to hold a secret: `API_KEY`, `Authorization`. */
export function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').trim();
  return SECRET_NAME.test(words) && !PUBLIC_NAME.test(words);
}
