import { GatehouseError } from '../errors.js';
import { isLoopbackName } from '../../shared/loopback-name.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address, or undefined for none. `setting` is the server's own: an address, or `direct` for no proxy
 * whatever the environment says. Without one the environment decides as curl does: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and
 * NO_PROXY, small letters first; what runs on this computer is never asked of a proxy. Throws code `bad-proxy`.
 */
export function proxyFor(url: URL, setting: string | undefined, env: Environment): URL | undefined {
  if (setting === 'direct') return undefined;
  if (setting !== undefined) return readProxy(setting);
  if (isLoopbackName(url.hostname)) return undefined;
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  const named = (secure ? variable(env, 'https_proxy') : variable(env, 'http_proxy')) ?? variable(env, 'all_proxy');
  if (named === undefined || isExempt(url, variable(env, 'no_proxy') ?? '')) return undefined;
  return readProxy(named);
}

function variable(env: Environment, name: string): string | undefined {
  const value = env[name] ?? env[name.toUpperCase()];
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function readProxy(text: string): URL {
  const written = text.includes('://') ? text : `http://${text}`;
  if (URL.canParse(written)) {
    const url = new URL(written);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  }
  // A proxy's address may hold a password: it is not repeated.
  throw new GatehouseError('bad-proxy', 'The address of the proxy is no http or https address. Correct it.');
}

/** NO_PROXY: names (with what is below them), addresses, `*`, each with an optional port; separated by commas or blanks. */
function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  const port = url.port === '' ? (secure ? '443' : '80') : url.port;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, bracketed, plain, entryPort] = /^(?:\[([^\]]+)\]|([^:]+|[^:]*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
    const name = (bracketed ?? plain ?? '').replace(/^\*?\./, '').toLowerCase();
    if (name === '' || (entryPort !== undefined && entryPort !== port)) return false;
    return host === name || host.endsWith(`.${name}`);
  });
}
