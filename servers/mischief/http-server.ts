import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RPC_CODE, errorOf, readIncoming, resultOf } from '../kit/json-rpc.js';
import type { RpcId } from '../kit/json-rpc.js';
import { isJsonObject } from '../kit/json.js';
import type { JsonObject } from '../kit/json.js';
import { strangerRefusal } from '../kit/loopback-guard.js';
import type { Flags } from './flags.js';
import { initializeResult } from './handshake.js';
import { HttpReply } from './http-reply.js';
import { answerOf, findingOf } from './results.js';
import { ShortSignIn } from './short-sign-in.js';
import { ToolList } from './tool-list.js';

/** Serves over HTTP until the process is ended. */
export async function serveMischief(flags: Flags): Promise<void> {
  let origin = '';
  const mischief = new HttpMischief(flags, () => origin);
  const server = await listener(flags, (request, response) => {
    mischief.take(request, response).catch((error: unknown) => {
      process.stderr.write(`mischief failed by mistake: ${String(error)}\n`);
      response.destroy();
    });
  });
  server.listen(flags.number('http') ?? 0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    origin = `${flags.has('self-signed') ? 'https' : 'http'}://127.0.0.1:${port}`;
    process.stderr.write(`mischief listens at ${origin}/mcp\n`);
  });
}

/** What serves HTTP is loaded here: over stdio, as nearly all tests start it, mischief needs none of it. */
async function listener(flags: Flags, take: RequestListener): Promise<Server> {
  const folder = flags.text('self-signed');
  if (folder === undefined) return (await import('node:http')).createServer(take);
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  return (await import('node:https')).createServer(
    { cert: read('test-server.pem'), key: read('test-server.key') },
    take,
  );
}

class HttpMischief {
  readonly #flags: Flags;
  readonly #tools: ToolList;
  readonly #signIn: ShortSignIn | undefined;
  readonly #sessions = new Set<string>();
  readonly #replies: HttpReply[] = [];
  readonly #cancelled: RpcId[] = [];
  #posts = 0;
  #calls = 0;

  constructor(flags: Flags, origin: () => string) {
    this.#flags = flags;
    const life = flags.number('oauth-short');
    this.#signIn = life === undefined ? undefined : new ShortSignIn(life, origin);
    this.#tools = new ToolList(flags);
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (strangerRefusal(request) !== undefined) return refuse(response, 403);
    await sleep(this.#flags.number('slow-http') ?? 0);
    const body = await bodyOf(request);
    if (this.#signIn?.take(request, body, response) === true) return undefined;
    if (this.#signIn?.admits(request) === false) return this.#signIn.refuse(response);
    const session = request.headers['mcp-session-id'];
    if (typeof session === 'string' && !this.#sessions.has(session)) return refuse(response, 404);
    if (request.method === 'GET') return this.#resume(request, response);
    if (request.method !== 'POST') return refuse(response, 405);
    this.#posts += 1;
    const unauthorized = this.#flags.number('unauthorized');
    if (unauthorized !== undefined && (unauthorized === 0 || this.#posts <= unauthorized)) {
      response.setHeader('www-authenticate', 'Bearer realm="mischief"');
      return refuse(response, 401);
    }
    const redirect = this.#flags.text('redirect');
    if (redirect !== undefined && request.url !== redirect) {
      response.setHeader('location', redirect);
      return refuse(response, 307);
    }
    return this.#post(body, response);
  }

  async #post(body: string, response: ServerResponse): Promise<void> {
    const message = readIncoming(JSON.parse(body));
    if (message.kind !== 'request') {
      const id = message.kind === 'notification' ? message.params['requestId'] : undefined;
      if (typeof id === 'string' || typeof id === 'number') this.#cancelled.push(id);
      response.writeHead(202).end();
      return;
    }
    const { id, method, params } = message;
    const reply = new HttpReply(this.#flags, response, this.#replies.length);
    this.#replies.push(reply);
    if (method === 'initialize') {
      const session = crypto.randomUUID();
      this.#sessions.add(session);
      response.setHeader('mcp-session-id', session);
      const result = resultOf(id, initializeResult(this.#flags, params['protocolVersion']));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
    } else if (method === 'tools/call') {
      await this.#call(id, params, reply);
    } else {
      const page = method === 'tools/list' ? this.#tools.page(params['cursor']) : undefined;
      const unknown = errorOf(id, RPC_CODE.methodNotFound, `Unknown method "${method}".`);
      reply.end(page === undefined ? unknown : resultOf(id, page));
    }
  }

  async #call(id: RpcId, params: JsonObject, reply: HttpReply): Promise<void> {
    reply.open();
    this.#calls += 1;
    if (this.#calls === this.#flags.number('session-404')) this.#sessions.clear();
    const { name } = params;
    const looked = name === 'cancelled' ? JSON.stringify(this.#cancelled) : undefined;
    const finding = looked === undefined ? findingOf(name, params['arguments']) : { text: looked, isError: false };
    const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
    const total = this.#flags.number('progress') ?? 0;
    for (let progress = 1; progress <= total; progress += 1) {
      const step = { progressToken: meta['progressToken'], progress, total };
      reply.send({ jsonrpc: '2.0', method: 'notifications/progress', params: step });
    }
    if (this.#flags.has('never-answer') && looked === undefined) return;
    await sleep(this.#flags.number('slow-call') ?? 0);
    if (finding === undefined) reply.end(errorOf(id, RPC_CODE.invalidParams, `Unknown tool ${JSON.stringify(name)}.`));
    else reply.end(answerOf(this.#flags, id, finding));
  }

  /** What came after an event; there is no standing stream. */
  #resume(request: IncomingMessage, response: ServerResponse): void {
    const [, stream, event] = /^(\d+)-(\d+)$/.exec(String(request.headers['last-event-id'])) ?? [];
    const reply = this.#replies[Number(stream)];
    if (reply === undefined) refuse(response, 405);
    else reply.replay(Number(event), response);
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
