import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Why a request may not be answered, or `undefined`. A page of the web can reach a server on this computer: it gives itself
 * away by its Origin, or by a Host that a name was bent for ("DNS rebinding"; basic/transports, 2025-11-25).
 */
export function strangerRefusal({ headers }: IncomingMessage): string | undefined {
  if (!LOOPBACK.test(headers.host ?? '')) return 'This server answers only to localhost.';
  const { origin } = headers;
  if (origin === undefined) return undefined;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  return LOOPBACK.test(host) ? undefined : 'This server does not answer pages of the web.';
}
