import { readFile } from 'node:fs/promises';
import { protocol, type ProtocolResponse, type Session } from 'electron';
import { UI_HEADERS, uiFileOf } from './ui-file.js';

/** Before `ready`: makes `app:` a scheme with an origin and paths, and with no privilege beyond that. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/**
 * Serves the files of the built page below `root` as `app://ui/…`, and 404 for everything else. By the older of Electron's
 * two ways: the newer one is made of `Request` and `Response`, and to load these takes a tenth of the time until the
 * window shows.
 */
export function serveApp(session: Session, root: string): void {
  session.protocol.registerBufferProtocol('app', (request, answer) => {
    const file = request.method === 'GET' ? uiFileOf(root, request.url) : undefined;
    if (file === undefined) answer(NOT_FOUND);
    else
      readFile(file.path).then(
        (data) => answer(found(data, file.mimeType)),
        () => answer(NOT_FOUND),
      );
  });
}

const NOT_FOUND: ProtocolResponse = {
  statusCode: 404,
  headers: { ...UI_HEADERS, 'Content-Type': 'text/plain' },
  data: Buffer.alloc(0),
};

function found(data: Buffer, mimeType: string): ProtocolResponse {
  return { headers: { ...UI_HEADERS, 'Content-Type': mimeType }, data };
}
