import { extname, isAbsolute, join, relative, sep } from 'node:path';

/** The origin of every page of the app. */
export const UI_ORIGIN = 'app://ui';

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * The page reaches no network at all: everything outside is main's. No inline script or style, no frame, no form; a text
 * can't become markup or script, because no Trusted Types policy may be made.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  // Sounds of results, out of the bytes that the page has.
  'media-src blob:',
  "font-src 'self'",
  "connect-src 'none'",
  "worker-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The headers of every answer, also of the refusals. */
export const UI_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export interface UiFile {
  /** Absolute, inside the root. */
  readonly path: string;
  readonly mimeType: string;
}

/** The file below `root` that an address names; undefined for every other address, and for kinds of files we have not. */
export function uiFileOf(root: string, address: string): UiFile | undefined {
  const path = decodedPath(address);
  if (path === undefined || /[\\\0:]|\/\/|%/u.test(path)) return undefined;
  const full = join(root, path);
  const inside = relative(root, full);
  if (inside === '' || isAbsolute(inside)) return undefined;
  // Neither a way out nor a hidden file.
  if (inside.split(sep).some((part) => part.startsWith('.'))) return undefined;
  const mimeType = MIME_TYPES[extname(full)];
  return mimeType === undefined ? undefined : { path: full, mimeType };
}

function decodedPath(address: string): string | undefined {
  if (!address.startsWith(`${UI_ORIGIN}/`)) return undefined;
  try {
    return decodeURIComponent(new URL(address).pathname);
  } catch {
    return undefined;
  }
}
