import type { Writable } from 'node:stream';
import { GatehouseError } from '../../errors.js';

/**
 * Messages of one tick share a write up to this length, in UTF-16 units. One write for each message costs 40 % of the
 * throughput; with a large one the two sides work in turns instead of at once: 64 calls in flight fit into 16 KB, and a
 * third more of them are answered in a second where the server gets the first 4 KB to work on.
 */
const BATCH_LENGTH = 4_096;

/** What may wait for a reader that does not read, in UTF-16 units. */
const MAX_QUEUED = 64 * 1024 * 1024;

/** Lines that go out in one write, and the promise that their senders share. */
class Batch {
  text = '';
  resolve: () => void = ignore;
  reject: (error: Error) => void = ignore;
  readonly written = new Promise<void>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    // Who sent a message may not care whether it arrived; that must not end the host.
    this.written.catch(ignore);
  }
}

/** Writes lines in order, those of one tick together, and no faster than the stream takes them. */
export class CoalescingWriter {
  readonly #stream: Writable;
  readonly #limit: number;
  #queue: Batch[] = [];
  /** Handed to the stream and not confirmed yet, in order. */
  #underWay: Batch[] = [];
  #open: Batch | undefined;
  #queued = 0;
  #scheduled = false;
  #blocked = false;
  #failure: Error | undefined;

  constructor(stream: Writable, limit: number = MAX_QUEUED) {
    this.#stream = stream;
    this.#limit = limit;
  }

  /**
   * `line` ends with a newline. Resolves when the system has taken it; lines of one write share the promise. After a
   * broken pipe it stays open until `fail` names the reason, so that no caller hears "EPIPE" instead of why.
   */
  write(line: string): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#queued > this.#limit) {
      const text = 'The server does not read what it is sent, and too much waits already. Restart it.';
      return Promise.reject(new GatehouseError('too-large', text));
    }
    if (this.#open !== undefined && this.#open.text.length + line.length > BATCH_LENGTH) this.#flush();
    const batch = this.#open ?? this.#begin();
    batch.text += line;
    this.#queued += line.length;
    return batch.written;
  }

  /** Nothing can be written any more: all that waits is rejected with the reason. Idempotent. */
  fail(reason: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    const waiting = [...this.#underWay, ...this.#queue];
    this.#queue = [];
    this.#underWay = [];
    this.#open = undefined;
    for (const batch of waiting) batch.reject(reason);
  }

  #begin(): Batch {
    const batch = new Batch();
    this.#open = batch;
    this.#queue.push(batch);
    if (!this.#scheduled) {
      this.#scheduled = true;
      // After all microtasks: the requests that follow the answers of one chunk go out together.
      process.nextTick(() => {
        this.#scheduled = false;
        this.#flush();
      });
    }
    return batch;
  }

  #flush(): void {
    this.#open = undefined;
    while (!this.#blocked) {
      const batch = this.#queue.shift();
      if (batch === undefined) return;
      this.#underWay.push(batch);
      this.#blocked = !this.#stream.write(batch.text, (error) => this.#onWritten(batch, error));
      if (this.#blocked) this.#stream.once('drain', this.#onDrain);
    }
  }

  readonly #onDrain = (): void => {
    this.#blocked = false;
    this.#flush();
  };

  #onWritten(batch: Batch, error: Error | null | undefined): void {
    if (error != null) return;
    this.#queued -= batch.text.length;
    // A stream confirms in order.
    this.#underWay.shift();
    batch.resolve();
  }
}

function ignore(): void {}
