import { readFile } from 'node:fs/promises';
import { protocol, type Session } from 'electron';
import { UI_HEADERS, uiFileOf } from './ui-file.js';

/** Before `ready`: makes `app:` a scheme with an origin and paths, and with no privilege beyond that. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** Serves the files of the built page below `root` as `app://ui/…`, and 404 for everything else. */
export function serveApp(session: Session, root: string): void {
  session.protocol.handle('app', async (request) => {
    const file = request.method === 'GET' ? uiFileOf(root, request.url) : undefined;
    if (file === undefined) return notFound();
    try {
      const body = await readFile(file.path);
      return new Response(body, { headers: { ...UI_HEADERS, 'Content-Type': file.mimeType } });
    } catch {
      return notFound();
    }
  });
}

function notFound(): Response {
  return new Response('', { status: 404, headers: { ...UI_HEADERS, 'Content-Type': 'text/plain' } });
}
