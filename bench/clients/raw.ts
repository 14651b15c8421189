import { spawn } from 'node:child_process';
import http from 'node:http';
import type { Open, Subject } from './subject.js';

/** Messages of one tick leave in one write up to this length, UTF-16 units. */
const BATCH = 16_384;

interface Waiting {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Whatever a server of the benchmark answers; nothing of it is checked. */
interface Result {
  readonly content: readonly unknown[];
  readonly tools: readonly object[];
  readonly nextCursor?: string;
}

/** The floor: framing, JSON.parse and a map of ids. No limits, timeouts, validation, abort or log. */
class Pipe {
  readonly #waiting = new Map<number, Waiting>();
  readonly #progress = new Map<number, () => void>();
  readonly #onNotification: () => void;
  #lastId = 0;
  /** Sends one message as text. */
  send: (text: string) => void = () => {};

  constructor(onNotification: () => void) {
    this.#onNotification = onNotification;
  }

  take(text: string): void {
    const { id, method, params, result, error } = JSON.parse(text);
    if (method === 'notifications/progress') this.#progress.get(params.progressToken)?.();
    else if (method !== undefined) this.#onNotification();
    else {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(error);
    }
  }

  request(method: string, params: object): Promise<Result> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  async subject(close: () => void): Promise<Subject> {
    const clientInfo = { name: 'bench', version: '0' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    return {
      call: (name, args, onProgress) => {
        if (onProgress === undefined) return this.request('tools/call', { name, arguments: args });
        const progressToken = this.#lastId + 1;
        this.#progress.set(progressToken, onProgress);
        return this.request('tools/call', { name, arguments: args, _meta: { progressToken } });
      },
      listTools: async () => {
        const tools: object[] = [];
        let page = await this.request('tools/list', {});
        for (;;) {
          for (const tool of page.tools) tools.push(tool);
          if (page.nextCursor === undefined) return tools;
          page = await this.request('tools/list', { cursor: page.nextCursor });
        }
      },
      close: async () => close(),
    };
  }
}

/** Bytes to lines; only the new chunk is searched. */
function lines(take: (line: string) => void): (chunk: Buffer) => void {
  let held: Buffer[] = [];
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      if (held.length === 0) take(chunk.toString('utf8', start, end));
      else take(Buffer.concat([...held, chunk.subarray(start, end)]).toString('utf8'));
      held = [];
      start = end + 1;
    }
    if (start < chunk.length) held.push(chunk.subarray(start));
  };
}

export const open: Open = async (target, onNotification) => {
  const pipe = new Pipe(onNotification);
  if (target.transport === 'http') {
    const agent = new http.Agent({ keepAlive: true });
    pipe.send = (text) => post(agent, target.url, text, (said) => pipe.take(said));
    return pipe.subject(() => agent.destroy());
  }
  const { command, args, env } = target;
  const { PATH = '' } = process.env;
  const child = spawn(command, args, { env: { PATH, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.on(
    'data',
    lines((line) => pipe.take(line)),
  );
  let waiting = '';
  const flush = (): void => {
    if (waiting !== '') child.stdin.write(waiting);
    waiting = '';
  };
  pipe.send = (text) => {
    if (waiting === '') process.nextTick(flush);
    waiting += `${text}\n`;
    if (waiting.length > BATCH) flush();
  };
  return pipe.subject(() => child.stdin.end());
};

function post(agent: http.Agent, url: URL, body: string, take: (text: string) => void): void {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': Buffer.byteLength(body),
  };
  const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
    if (response.headers['content-type'] === 'text/event-stream') {
      response.on(
        'data',
        lines((line) => {
          if (line.startsWith('data: ')) take(line.slice(6));
        }),
      );
      return;
    }
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      if (response.statusCode === 200) take(Buffer.concat(chunks).toString('utf8'));
    });
  });
  request.end(body);
}
