import type { RemoteLaunch } from '../../shared/server.js';
import type { Told } from '../../shared/told.js';
import { withoutVariables } from './launch-variables.js';

/** Headers that the protocol or HTTP itself sets; a value of the user's would break one of the two. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'mcp-protocol-version',
  'mcp-session-id',
  'sec-websocket-protocol',
  'transfer-encoding',
  'upgrade',
]);

const SCHEMES: Readonly<Record<RemoteLaunch['kind'], readonly string[]>> = {
  http: ['http:', 'https:'],
  websocket: ['ws:', 'wss:'],
};

/** What is wrong with the launch of a remote server, one sentence each. Variables count as any text. */
export function remoteProblems(launch: RemoteLaunch): readonly Told[] {
  const { proxy, caFile, clientId, issuerAlias } = launch;
  return [
    ...addressProblems(launch),
    ...headerProblems(launch.headers),
    ...(proxy === undefined ? [] : proxyProblems(proxy)),
    ...(launch.hasClientSecret === true && clientId === undefined
      ? [{ code: 'server-no-client-id', message: 'A client secret needs its client ID.' }]
      : []),
    ...(issuerAlias === undefined || issuerAlias.startsWith('${') || URL.canParse(issuerAlias)
      ? []
      : [{ code: 'server-issuer', message: 'The name of the sign-in server must be a complete address.' }]),
    ...(caFile?.includes('\0') === true
      ? [{ code: 'server-ca-nul', message: 'The path of the certificate file holds a NUL character.' }]
      : []),
  ];
}

function addressProblems({ kind, url: text }: RemoteLaunch): readonly Told[] {
  if (text.trim() === '') return [{ code: 'server-no-address', message: 'The address is empty.' }];
  const schemes = SCHEMES[kind];
  const [plain = '', safe = ''] = schemes.map((scheme) => `${scheme}//`);
  const begins = `The address must begin with ${plain} or ${safe}`;
  const parts = { plain, safe };
  // Where the whole address is a variable, it is checked when it has a value.
  if (/^\$\{[^{}]*\}/.test(text)) return [];
  const written = withoutVariables(text);
  if (!URL.canParse(written)) {
    return [{ code: 'server-address-incomplete', message: `${begins} and be complete.`, parts }];
  }
  const url = new URL(written);
  if (!schemes.includes(url.protocol)) return [{ code: 'server-address-scheme', message: `${begins}.`, parts }];
  if (url.username !== '' || url.password !== '') {
    const message =
      'The address holds a user name or password, which logs and proxies would see. Send them in a header such as Authorization instead.';
    return [{ code: 'server-address-password', message }];
  }
  return [];
}

function headerProblems(headers: RemoteLaunch['headers']): readonly Told[] {
  const problems: Told[] = [];
  const add = (code: string, header: string, message: string): void => {
    problems.push({ code, message, parts: { header } });
  };
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const quoted = JSON.stringify(name);
    // A token (RFC 9110, 5.6.2).
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower)) {
      add('server-header-name', quoted, `${quoted} can not be the name of a header.`);
    } else if (OWN_HEADERS.has(lower)) {
      add('server-header-own', name, `The header ${name} is set by Gatehouse; leave it out.`);
    } else if (seen.has(lower)) add('server-header-twice', name, `The header ${name} is there twice.`);
    // oxlint-disable-next-line no-control-regex -- these are what a header can't hold (RFC 9110, 5.5)
    if (/[\0\r\n]/.test(value)) {
      add('server-header-value', name, `The value of the header ${name} holds a line break or a NUL character.`);
    }
    seen.add(lower);
  }
  return problems;
}

function proxyProblems(text: string): readonly Told[] {
  if (text === 'direct' || text.startsWith('${')) return [];
  const written = withoutVariables(text.includes('://') ? text : `http://${text}`);
  if (!URL.canParse(written) || !/^https?:$/.test(new URL(written).protocol)) {
    const message = 'The proxy must be an http:// or https:// address, or the word direct.';
    return [{ code: 'server-proxy', message }];
  }
  if (new URL(written).password !== '') {
    const example = '${env:MY_PROXY}';
    const message = `The proxy holds a password, which the page would show. Write it as a variable, such as ${example}.`;
    return [{ code: 'server-proxy-password', message, parts: { example } }];
  }
  return [];
}
