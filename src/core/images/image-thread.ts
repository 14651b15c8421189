import { Worker } from 'node:worker_threads';
import { errorMessage } from '../errors.js';
import { isScaledImage, type ScaledImage, type ScaleJob } from './scale-job.js';

export interface ImageThreadOptions {
  /** The longest that one image may take, the start of the thread included. ms; default 15,000. */
  readonly deadlineMs?: number;
  /** A thread without a job is ended after so long. ms; default 30,000. */
  readonly idleMs?: number;
}

/** What a thread may hold beside the pixels, MB. */
const MEMORY_MB = 512;

/**
 * Decodes and scales images away from the thread that serves the user, one after the other. A decoder is code that
 * strangers feed: one that fails, hangs or bursts is ended, and the next image gets a new thread. None is started before
 * it is needed.
 */
export class ImageThread {
  readonly #script: () => string;
  readonly #deadlineMs: number;
  readonly #idleMs: number;
  #last: Promise<unknown> = Promise.resolve();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Of the job that the thread works on. */
  #settle: ((answer: ScaledImage | Error) => void) | undefined;

  /** `script`: gives the text of the built `image-worker.ts`, CommonJS; asked when a thread is started. */
  constructor(script: () => string, { deadlineMs = 15_000, idleMs = 30_000 }: ImageThreadOptions = {}) {
    this.#script = script;
    this.#deadlineMs = deadlineMs;
    this.#idleMs = idleMs;
  }

  /** Never rejects: what can't be scaled says why. */
  scale(job: ScaleJob): Promise<ScaledImage> {
    const result = this.#last.then(() => this.#run(job));
    this.#last = result;
    return result;
  }

  async #run(job: ScaleJob): Promise<ScaledImage> {
    clearTimeout(this.#idle);
    try {
      this.#worker ??= this.#start();
      // A thread that waits keeps no process alive, one that works does.
      this.#worker.ref();
      return await this.#answer(this.#worker, job);
    } catch (error) {
      this.#end();
      return { kind: 'refused', why: `it can't be decoded (${errorMessage(error)})` };
    } finally {
      this.#worker?.unref();
      this.#idle = setTimeout(() => this.#end(), this.#idleMs);
      this.#idle.unref();
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#script(), {
      eval: true,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const settle = (answer: ScaledImage | Error): void => {
      // What a thread says that was given up is nobody's.
      if (worker === this.#worker) this.#settle?.(answer);
    };
    worker.on('message', (answer: unknown) => {
      settle(isScaledImage(answer) ? answer : new Error('the decoder gave no answer'));
    });
    worker.on('error', (error: unknown) => settle(new Error(errorMessage(error))));
    worker.on('exit', () => settle(new Error('the decoder ended')));
    return worker;
  }

  #answer(worker: Worker, job: ScaleJob): Promise<ScaledImage> {
    return new Promise((resolve, reject) => {
      const late = new Error(`it takes longer than ${this.#deadlineMs} ms`);
      const timer = setTimeout(() => this.#settle?.(late), this.#deadlineMs);
      this.#settle = (answer) => {
        clearTimeout(timer);
        this.#settle = undefined;
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(job);
    });
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    // It may be in the middle of anything, and nobody waits for it.
    void worker?.terminate();
  }
}
