import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject } from '../kit/json.js';
import type { JsonObject } from '../kit/json.js';
import type { Flags } from './flags.js';
import { DEEP_PLACE } from './results.js';

const BANNER = '=== mischief started 🚀 ===\n\u001B[32mINFO\u001B[0m listening on stdio\n\n';
const NPM_NOISE =
  'npm warn deprecated inflight@1.0.6: This module is not supported\nadded 12 packages in 3s\nDebugger attached.\n';
const JSON_NOISE = '{"level":"info","msg":"ready"}\n42\n"text"\nnull\n[1,2]\n{"id":1,"result":{}}\n';
/** Enough for the two parts to arrive as two chunks. */
const SPLIT_PAUSE_MS = 20;

/** Writes frames to stdout, one after the other, as untidily as the flags say. */
export class FrameWriter {
  readonly #flags: Flags;
  #queue: Promise<void> = Promise.resolve();

  constructor(flags: Flags) {
    this.#flags = flags;
    process.stdout.on('error', () => undefined); // the reader has gone; leaving is decided by stdin and signals
    if (flags.has('npm-noise')) void this.#enqueue(() => put(NPM_NOISE));
    if (flags.has('banner')) void this.#enqueue(() => put(BANNER));
  }

  /** Resolves when the frame was handed to the pipe. */
  async send(message: JsonObject): Promise<void> {
    const said = this.#flags.has('modern') ? modernForm(message) : message;
    const levels = this.#flags.number('deep-result');
    const text = levels === undefined ? JSON.stringify(said) : deepened(JSON.stringify(said), levels);
    return this.#enqueue(() => this.#write(`${text}${this.#flags.has('crlf') ? '\r' : ''}\n`));
  }

  /** Writes the first half of a frame, and no line feed. */
  async sendHalf(message: JsonObject): Promise<void> {
    const frame = JSON.stringify(message);
    return this.#enqueue(() => put(frame.slice(0, frame.length / 2)));
  }

  /** Resolves when everything that was sent so far was handed to the pipe. */
  async flushed(): Promise<void> {
    return this.#queue;
  }

  async #enqueue(write: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(write);
    return this.#queue;
  }

  async #write(frame: string): Promise<void> {
    if (this.#flags.has('banner')) await put(BANNER);
    if (this.#flags.has('json-noise')) await put(JSON_NOISE);
    const bytes = Buffer.from(frame);
    const character = bytes.findIndex((byte) => byte >= 0xf0); // the first byte of a 4-byte character
    if (!this.#flags.has('split-utf8') || character === -1) return put(bytes);
    await put(bytes.subarray(0, character + 2));
    await sleep(SPLIT_PAUSE_MS);
    return put(bytes.subarray(character + 2));
  }
}

function deepened(frame: string, levels: number): string {
  return frame.replaceAll(JSON.stringify(DEEP_PLACE), `${'['.repeat(levels)}${']'.repeat(levels)}`);
}

/** In 2026-07-28 each result says what it is; lists and the discovery say how long they hold. */
function modernForm(message: JsonObject): JsonObject {
  const { result } = message;
  if (!isJsonObject(result)) return message;
  return { ...message, result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result } };
}

async function put(bytes: string | Buffer): Promise<void> {
  return new Promise((settle) => {
    process.stdout.write(bytes, () => settle());
  });
}
