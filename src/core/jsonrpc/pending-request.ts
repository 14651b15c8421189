import type { JsonObject } from '../../shared/json.js';

/** A step forward that a peer reported for a request (basic/utilities/progress, 2025-11-25). */
export interface RequestProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface RequestOptions {
  /** Aborting rejects with code `cancelled`, and tells the peer. */
  readonly signal?: AbortSignal | undefined;
  /** Without an answer or progress for this long, ms, the request rejects with code `timeout`. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** The hard maximum that progress does not move, ms. Default: no limit. */
  readonly maxTotalMs?: number | undefined;
  /** Asks the peer for progress by a token. Called in order, and never after the request has settled. */
  readonly onProgress?: ((progress: RequestProgress) => void) | undefined;
  /** False: nobody tells the peer when this request is given up. `initialize` must not be cancelled. Default true. */
  readonly announceCancel?: boolean | undefined;
  /** Told the id under which the request goes out, before it does. */
  readonly onId?: ((id: number) => void) | undefined;
  /** True while the peer waits for this side, such as for an answer of the user: `timeoutMs` then stands still. */
  readonly waitsForUs?: (() => boolean) | undefined;
}

/** Why a request was given up by this side. */
export type GiveUp = 'cancelled' | 'timeout' | 'too-long';

/** Who keeps a pending request. */
export interface PendingOwner {
  giveUp(why: GiveUp): void;
  /** Until when nothing could travel because the user was busy with it, `performance.now()`: `timeoutMs` counts from there. */
  userBusyUntil(): number;
}

/** The largest delay that a timer takes, ms. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * One request that waits for its answer, with its clock and its abort signal. Progress only moves a number: the one timer
 * looks at it when it fires, so that ten thousand progress messages set no timer.
 */
export class PendingRequest {
  readonly method: string;
  readonly options: RequestOptions;
  readonly #resolve: (result: JsonObject) => void;
  readonly #reject: (error: Error) => void;
  readonly #owner: PendingOwner;
  readonly #started: number;
  #heard: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    method: string,
    options: RequestOptions,
    settle: { resolve: (result: JsonObject) => void; reject: (error: Error) => void },
    owner: PendingOwner,
  ) {
    this.method = method;
    this.options = options;
    this.#resolve = settle.resolve;
    this.#reject = settle.reject;
    this.#owner = owner;
    this.#started = performance.now();
    this.#heard = this.#started;
    options.signal?.addEventListener('abort', this.#onAbort);
    this.#arm(this.#started);
  }

  resolve(result: JsonObject): void {
    this.#stop();
    this.#resolve(result);
  }

  reject(error: Error): void {
    this.#stop();
    this.#reject(error);
  }

  /** The peer reported progress: it is alive, so the shorter clock starts anew. */
  heard(): void {
    this.#heard = performance.now();
  }

  readonly #onAbort = (): void => this.#owner.giveUp('cancelled');

  #arm(now: number): void {
    const { timeoutMs = Infinity, maxTotalMs = Infinity } = this.options;
    const left = Math.min(this.#heard + timeoutMs, this.#started + maxTotalMs) - now;
    if (left === Infinity) return;
    // One more than is left: a timer may fire a fraction of a millisecond early.
    this.#timer = setTimeout(() => this.#look(), Math.min(Math.max(left, 0) + 1, MAX_DELAY));
  }

  #look(): void {
    const { timeoutMs = Infinity, maxTotalMs = Infinity } = this.options;
    const now = performance.now();
    this.#heard = Math.max(this.#heard, this.#owner.userBusyUntil());
    if (now >= this.#started + maxTotalMs) this.#owner.giveUp('too-long');
    else if (now < this.#heard + timeoutMs) this.#arm(now);
    else if (this.options.waitsForUs?.() !== true) this.#owner.giveUp('timeout');
    else {
      this.#heard = now;
      this.#arm(now);
    }
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.options.signal?.removeEventListener('abort', this.#onAbort);
  }
}
