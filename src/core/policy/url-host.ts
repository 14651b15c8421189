/** Longer addresses are not judged. */
const MAX_URL = 8192;

/**
 * The host of an address that every reader of it reads alike, in small letters; undefined for what is no such address.
 * Readers differ over backslashes, white space, names before an `@`, letters of other alphabets, numbers as hosts: in an
 * address with one of those nobody knows where the call would go.
 */
export function plainHost(address: string): string | undefined {
  if (address.length > MAX_URL) return undefined;
  const written = /^(?:https?|wss?|ftp):\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d*)?(?=[/?#]|$)[^\\\s\p{Cc}]*$/iu.exec(
    address,
  );
  const host = written?.[1]?.toLowerCase();
  if (host === undefined || !URL.canParse(address)) return undefined;
  return new URL(address).hostname === host ? withoutDot(host) : undefined;
}

/** Whether a host is one of a rule's: the very one, or for `*.example.com` any below it. */
export function isHost(host: string, wanted: string): boolean {
  const name = withoutDot(wanted.trim().toLowerCase());
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name;
}

/** `example.com.` is `example.com`, said in full. */
function withoutDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}
