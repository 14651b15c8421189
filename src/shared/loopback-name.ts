/** Whether a host name of a URL means this computer: `localhost` and what is below it (RFC 6761), 127.0.0.0/8, ::1. */
export function isLoopbackName(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || /^127(?:\.\d+){3}$/.test(host) || host === '::1';
}
