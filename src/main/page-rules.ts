import { UI_ORIGIN } from './ui-file.js';

/** Where pages come from: the app's own scheme and, only while developing, a server on this computer. */
export interface PageRules {
  /** The one origin whose page may command. */
  readonly origin: string;
  /** Whether a session may make this request. */
  allowsRequest(url: string): boolean;
}

/** Neither reaches a network: developer tools are built in, the others hold their content themselves. */
const HARMLESS = new Set(['devtools:', 'data:', 'blob:']);

/** `devServer` is the address of the development server; undefined in every build that users get. */
export function pageRules(devServer: string | undefined): PageRules {
  const dev = devServer === undefined ? undefined : new URL(devServer);
  return {
    origin: dev?.origin ?? UI_ORIGIN,
    allowsRequest(address) {
      const url = parsed(address);
      if (url === undefined) return false;
      if (url.protocol === 'app:') return url.host === 'ui';
      if (HARMLESS.has(url.protocol)) return true;
      return dev !== undefined && url.host === dev.host && ['http:', 'ws:'].includes(url.protocol);
    },
  };
}

/** The one permission a page gets: to put text on the clipboard. */
export function allowsPermission(permission: string): boolean {
  return permission === 'clipboard-sanitized-write';
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
