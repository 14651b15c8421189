import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../kit/json.js';
import type { Flags } from './flags.js';

const RUBBISH = 'no field at all\n: a comment\nevent: weather\ndata: rain\n\ndata: {"half":\n\nid\nretry: soon\n\n';
/** Soon enough for a test. */
const RETRY_MS = 20;
const CHUNK = Buffer.alloc(65_536, 'x');

/** The messages that answer one POST, written as untidily as the flags say. */
export class HttpReply {
  readonly #flags: Flags;
  readonly #response: ServerResponse;
  readonly #stream: number;
  readonly #events: string[] = [];
  #cut = false;

  /** `stream`: the number that tells its events from those of others. */
  constructor(flags: Flags, response: ServerResponse, stream: number) {
    this.#flags = flags;
    this.#response = response;
    this.#stream = stream;
  }

  /** Begins a stream that is cut after a while, where the flags say so. */
  open(): void {
    const drop = this.#flags.number('sse-drop');
    if (drop === undefined || this.#flags.has('json-answers')) return;
    this.#write(`retry: ${RETRY_MS}\n`, '');
    setTimeout(() => {
      this.#cut = true;
      this.#response.destroy();
    }, drop);
  }

  send(message: JsonObject): void {
    if (!this.#flags.has('json-answers')) this.#write('', JSON.stringify(message));
  }

  end(answer: JsonObject): void {
    const size = this.#flags.number('oversized-body');
    if (size !== undefined) return flood(this.#response, size);
    if (!this.#flags.has('json-answers')) {
      this.send(answer);
      if (!this.#cut && !this.#flags.has('never-close')) this.#response.end();
      return;
    }
    const type = this.#flags.text('content-type');
    const body = type === undefined ? JSON.stringify(answer) : '<!doctype html><title>Sign in to the network</title>';
    this.#response.writeHead(200, { 'content-type': type ?? 'application/json' }).end(body);
  }

  /** Writes what came after the event with this number to another response. */
  replay(after: number, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(this.#events.slice(after + 1).join(''));
  }

  #write(head: string, data: string): void {
    const id = this.#flags.has('no-event-ids') ? '' : `id: ${this.#stream}-${this.#events.length}\n`;
    const event = `${head}${id}data: ${data}\n\n`;
    this.#events.push(event);
    if (this.#cut) return;
    if (!this.#response.headersSent) this.#response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.#response.write(this.#flags.has('garbage-sse') ? `${RUBBISH}${event}` : event);
  }
}

/** No length is announced, so that only counting helps; a reader that has gone ends it. */
function flood(response: ServerResponse, size: number): void {
  let left = size;
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= CHUNK.length;
      if (!response.write(CHUNK)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}
