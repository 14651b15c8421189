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

/** Who keeps pending requests. */
export interface PendingOwner {
  giveUp(id: number, why: GiveUp): void;
}

/**
 * One request that waits for its answer. Progress only moves a number, and so does everything else that its limits depend
 * on: the clock of the connection looks at it when its time has come.
 */
export class PendingRequest {
  readonly id: number;
  readonly method: string;
  readonly options: RequestOptions;
  readonly #resolve: (result: JsonObject) => void;
  readonly #reject: (error: Error) => void;
  readonly #onAbort: (() => void) | undefined;
  readonly #started = performance.now();
  #heard = this.#started;

  constructor(
    sent: { readonly id: number; readonly method: string; readonly options: RequestOptions },
    resolve: (result: JsonObject) => void,
    reject: (error: Error) => void,
    owner: PendingOwner,
  ) {
    const { id, method, options } = sent;
    this.id = id;
    this.method = method;
    this.options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    if (options.signal === undefined) return;
    this.#onAbort = () => owner.giveUp(id, 'cancelled');
    options.signal.addEventListener('abort', this.#onAbort);
  }

  resolve(result: JsonObject): void {
    if (this.#onAbort !== undefined) this.#stopListening();
    this.#resolve(result);
  }

  reject(error: Error): void {
    if (this.#onAbort !== undefined) this.#stopListening();
    this.#reject(error);
  }

  /** The peer reported progress: it is alive, so the shorter clock starts anew. */
  heard(): void {
    this.#heard = performance.now();
  }

  /** When it is to be looked at, `performance.now()`; infinite without a limit. */
  get due(): number {
    const { timeoutMs = Infinity, maxTotalMs = Infinity } = this.options;
    return Math.min(this.#heard + timeoutMs, this.#started + maxTotalMs);
  }

  /** Whether and why it is to be given up. `busyUntil`: until when nothing could travel because the user was busy with it. */
  look(now: number, busyUntil: number): GiveUp | undefined {
    const { timeoutMs = Infinity, maxTotalMs = Infinity, waitsForUs } = this.options;
    this.#heard = Math.max(this.#heard, busyUntil);
    if (now >= this.#started + maxTotalMs) return 'too-long';
    if (now < this.#heard + timeoutMs) return undefined;
    if (waitsForUs?.() !== true) return 'timeout';
    this.#heard = now;
    return undefined;
  }

  #stopListening(): void {
    if (this.#onAbort !== undefined) this.options.signal?.removeEventListener('abort', this.#onAbort);
  }
}
