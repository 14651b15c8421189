import { Worker } from 'node:worker_threads';
import type { JsonObject } from '../../shared/json.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { isValidationAnswer, type ValidationAnswer, type ValidationJob } from './validation-job.js';

export interface ValidationThreadOptions {
  /** The longest that one validation may take, the making of its validator included. ms; default 2,000. */
  readonly deadlineMs?: number;
  /** A thread without a job is ended after so long. ms; default 30,000. */
  readonly idleMs?: number;
}

interface Waiting {
  readonly job: ValidationJob;
  resolve(answer: ValidationAnswer): void;
}

/** What a thread may hold: a schema is bounded, and a value has come through a limit of its own. */
const MEMORY_MB = 256;

/**
 * Validates away from the thread that serves the user, one value after the other. A validation that passes its deadline is
 * ended together with its thread; the next one gets a new thread. None is started before it is needed.
 */
export class ValidationThread {
  readonly #script: () => string;
  readonly #deadlineMs: number;
  readonly #idleMs: number;
  readonly #queue: Waiting[] = [];
  #worker: Worker | undefined;
  #current: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ready = false;

  /** `script`: gives the text of the built `validation-worker.ts`, CommonJS; asked when the first thread is started. */
  constructor(script: () => string, { deadlineMs = 2000, idleMs = 30_000 }: ValidationThreadOptions = {}) {
    this.#script = script;
    this.#deadlineMs = deadlineMs;
    this.#idleMs = idleMs;
  }

  /** Says what is wrong with a value, or undefined. Rejects with code `bad-schema` where the schema can't be used. */
  async validate(schema: JsonObject, value: unknown): Promise<string | undefined> {
    const answer = await new Promise<ValidationAnswer>((resolve) => {
      this.#queue.push({ job: { schema, value }, resolve });
      this.#next();
    });
    if ('unusable' in answer) throw new GatehouseError('bad-schema', answer.unusable);
    return answer.problem;
  }

  #next(): void {
    if (this.#current !== undefined) return;
    clearTimeout(this.#timer);
    this.#current = this.#queue.shift();
    if (this.#current === undefined) {
      this.#timer = setTimeout(() => this.#end(), this.#idleMs);
      this.#timer.unref();
      return;
    }
    this.#worker ??= this.#start();
    // A thread that waits keeps no process alive, one that works does.
    this.#worker.ref();
    if (this.#ready) this.#hand(this.#worker, this.#current);
  }

  #hand(worker: Worker, { job }: Waiting): void {
    this.#timer = setTimeout(() => this.#onDeadline(), this.#deadlineMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(job);
  }

  #start(): Worker {
    const worker = new Worker(this.#script(), {
      eval: true,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.on('message', (message: unknown) => {
      if (worker !== this.#worker) return;
      if (!this.#ready) {
        this.#ready = true;
        if (this.#current !== undefined) this.#hand(worker, this.#current);
        return;
      }
      this.#settle(isValidationAnswer(message) ? message : { problem: 'the check gave no answer' });
    });
    worker.on('error', (error: unknown) => {
      if (worker !== this.#worker) return;
      this.#end();
      this.#settle({ problem: `it could not be checked (${errorMessage(error)}), so it was not accepted` });
    });
    return worker;
  }

  #onDeadline(): void {
    this.#end();
    const text = `the schema takes longer than ${this.#deadlineMs} ms to check this value, so it was not accepted`;
    this.#settle({ problem: text });
  }

  #settle(answer: ValidationAnswer): void {
    clearTimeout(this.#timer);
    this.#worker?.unref();
    const settled = this.#current;
    this.#current = undefined;
    settled?.resolve(answer);
    this.#next();
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#ready = false;
    // It may be in the middle of anything, and nobody waits for it.
    void worker?.terminate();
  }
}
