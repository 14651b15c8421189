import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RPC_CODE, errorOf } from './json-rpc.js';
import { isJsonObject } from './json.js';
import type { JsonObject } from './json.js';
import { parseLine } from './line-splitter.js';
import { strangerRefusal } from './loopback-guard.js';
import type { McpServer } from './mcp-server.js';

export interface HttpServing {
  /** 0 for any free one. */
  readonly port: number;
  /** Answer requests with a stream of events instead of JSON. */
  readonly events: boolean;
  /** A server for a new session. */
  readonly newServer: () => McpServer;
}

const PATH = '/mcp';
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** What servers say for a session that they do not know (basic/transports, 2025-11-25, gives only the status 404). */
const UNKNOWN_SESSION = -32_001;

/**
 * Carries `McpServer`s over Streamable HTTP on this computer (basic/transports, 2025-11-25), one for each session.
 * Resolves with its address once it listens. It has nothing to say unasked, so it offers no stream (GET is 405).
 */
export async function serveHttp(serving: HttpServing): Promise<URL> {
  // Loaded here: over stdio, as a host starts it, a server needs none of it and starts sooner.
  const { createServer } = await import('node:http');
  const sessions = new Sessions(serving);
  const server = createServer((request, response) => {
    void sessions.answer(request, response); // it answers its own failures
  });
  await new Promise<void>((settle, fail) => {
    server.once('error', fail);
    server.listen(serving.port, '127.0.0.1', () => settle());
  });
  return new URL(PATH, `http://127.0.0.1:${portOf(server.address())}`);
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

class Sessions {
  readonly #serving: HttpServing;
  readonly #servers = new Map<string, McpServer>();

  constructor(serving: HttpServing) {
    this.#serving = serving;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const stranger = strangerRefusal(request);
      if (stranger !== undefined) return refuse(response, 403, RPC_CODE.invalidRequest, stranger);
      if (new URL(request.url ?? '/', 'http://localhost').pathname !== PATH) {
        return refuse(response, 404, RPC_CODE.invalidRequest, `MCP is at ${PATH}.`);
      }
      if (request.method === 'POST') return await this.#post(request, response);
      if (request.method === 'DELETE') return this.#leave(request, response);
      response.setHeader('allow', 'POST, DELETE');
      refuse(response, 405, RPC_CODE.invalidRequest, 'This server has no stream to offer.');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 400, RPC_CODE.parseError, `A body is one JSON message in UTF-8: ${why}`);
    }
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const accepted = request.headers.accept ?? '';
    if (!accepted.includes('application/json') || !accepted.includes('text/event-stream')) {
      const why = 'Accept must list application/json and text/event-stream.';
      return refuse(response, 406, RPC_CODE.invalidRequest, why);
    }
    if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
      return refuse(response, 415, RPC_CODE.invalidRequest, 'The body must be application/json.');
    }
    const body = await bodyOf(request);
    if (body === undefined) return refuse(response, 413, RPC_CODE.invalidRequest, 'The body is too large.');
    const message = parseLine(body)?.value;
    const server = this.#serverFor(request, message, response);
    if (server === undefined) return;
    const said = await server.receive(message);
    if (said === undefined) response.writeHead(202).end();
    else this.#send(response, said);
  }

  /** The server of the session; a new one for `initialize`. `undefined` once the request was refused. */
  #serverFor(request: IncomingMessage, message: unknown, response: ServerResponse): McpServer | undefined {
    const id = request.headers['mcp-session-id'];
    if (id === undefined && isJsonObject(message) && message['method'] === 'initialize') {
      const fresh = crypto.randomUUID();
      const server = this.#serving.newServer();
      this.#servers.set(fresh, server);
      response.setHeader('mcp-session-id', fresh);
      return server;
    }
    if (typeof id !== 'string') {
      refuse(response, 400, RPC_CODE.invalidRequest, 'Mcp-Session-Id is missing; send initialize first.');
      return undefined;
    }
    const server = this.#servers.get(id);
    if (server === undefined) refuse(response, 404, UNKNOWN_SESSION, 'Session not found; send initialize again.');
    return server;
  }

  #leave(request: IncomingMessage, response: ServerResponse): void {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' && this.#servers.delete(id);
    response.writeHead(known ? 204 : 404).end();
  }

  #send(response: ServerResponse, said: JsonObject | readonly JsonObject[]): void {
    const text = JSON.stringify(said);
    if (this.#serving.events) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.end(`event: message\ndata: ${text}\n\n`);
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    }
  }
}

function refuse(response: ServerResponse, status: number, code: number, why: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(errorOf(null, code, why)));
}

/** The whole body; `undefined` where it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
