import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { replyEvents, sseText } from '../../src/core/model/message-stream.js';

/** Characters of a chunk, about ten tokens. */
const CHUNK = 40;
const CHUNK_MS = 10;

/** A Messages API that answers everything with one text, a hundred chunks a second. */
export async function startStreamServer(text: () => string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith('/v1/models') === true) return sendModels(response);
    return void stream(response, text());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function sendModels(response: ServerResponse): void {
  const model = { type: 'model', id: 'bench', display_name: 'Bench', created_at: '2026-01-01T00:00:00Z' };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: [model], has_more: false, first_id: 'bench', last_id: 'bench' }));
}

/** By the clock and not by the timer: what a busy machine lets slip is sent at once. */
async function stream(response: ServerResponse, text: string): Promise<void> {
  response.setHeader('content-type', 'text/event-stream');
  const events = replyEvents({ id: 'msg', model: 'bench', blocks: [{ type: 'text', text }] }, CHUNK);
  const began = performance.now();
  for (let sent = 0; sent < events.length;) {
    const due = Math.min(events.length, Math.floor((performance.now() - began) / CHUNK_MS) + 1);
    response.write(events.slice(sent, due).map(sseText).join(''));
    sent = due;
    // oxlint-disable-next-line no-await-in-loop -- the pauses make the pace of the stream
    await sleep(CHUNK_MS);
  }
  response.end();
}
