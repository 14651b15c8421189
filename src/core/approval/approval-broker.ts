import { randomUUID } from 'node:crypto';
import type { ApprovalId, ApprovalOutcome, ApprovalRequest, ApprovalView, CallPreview } from '../../shared/approval.js';
import { branded } from '../../shared/brand.js';
import type { JsonObject } from '../../shared/json.js';
import { canonicalJson, deepFreeze, sha256Hex } from '../canonical-json.js';
import type { Clock } from '../clock.js';
import { Emitter, type Unsubscribe } from '../observable.js';
import type { ApprovalPresenter } from './approval-presenter.js';

/** What is asked. The broker gives it an id, the time and the hash, and freezes the arguments. */
export type ApprovalQuestion = Omit<ApprovalRequest, 'id' | 'since' | 'argumentsHash' | 'preview' | 'edited'>;

/** What a question needs of whoever asks it. Each may be left out. */
export interface QuestionDesk {
  /** Asked right before it is shown: an outcome where something that happened meanwhile has settled it. */
  readonly settled?: () => ApprovalOutcome | undefined | Promise<ApprovalOutcome | undefined>;
  /** What the call would do, looked up right before it is shown. */
  readonly preview?: (args: JsonObject) => Promise<CallPreview>;
  /** The question with other arguments, or why there is none. Without it they can't be changed. */
  readonly revise?: (args: JsonObject) => Promise<ApprovalQuestion | string>;
}

/** A question that was put: exactly one outcome comes, and the promise never rejects. */
export interface PutQuestion {
  readonly request: ApprovalRequest;
  readonly outcome: Promise<ApprovalOutcome>;
}

export interface ApprovalBrokerOptions {
  readonly presenter: ApprovalPresenter;
  readonly clock: Clock;
  /** How long a shown question waits for an answer; read anew for each. ms. */
  readonly timeoutMs: () => number;
}

interface Entry {
  /** Another one once the user has changed the arguments. */
  request: ApprovalRequest;
  readonly desk: QuestionDesk;
  /** Settles the question once; later calls do nothing. */
  settle(outcome: ApprovalOutcome): void;
  readonly closed: AbortSignal;
}

/** A presenter that does not take its question away when told to is waited for this long, then the next one is shown. */
const LEAVE_MS = 2000;

/**
 * The one queue of questions to the user. One is shown at a time, the others wait in order. Whoever asks gets exactly
 * one outcome; an allow comes from the presenter alone, and only with a scope that was offered.
 */
export class ApprovalBroker {
  readonly #presenter: ApprovalPresenter;
  readonly #clock: Clock;
  readonly #timeoutMs: () => number;
  readonly #entries: Entry[] = [];
  readonly #changed = new Emitter<void>();
  #showing = false;
  #isClosed = false;

  constructor({ presenter, clock, timeoutMs }: ApprovalBrokerOptions) {
    this.#presenter = presenter;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /** Puts a question at the end of the queue. When `signal` aborts it is taken away and its outcome is `cancelled`. */
  ask(question: ApprovalQuestion, signal: AbortSignal, desk: QuestionDesk = {}): PutQuestion {
    const request = frozenRequest(question, { id: branded<ApprovalId>(randomUUID()), since: this.#clock.now() });
    const outcome = new Promise<ApprovalOutcome>((resolve) => this.#enqueue(request, desk, signal, resolve));
    return { request, outcome };
  }

  /** The questions without an outcome, the shown one first. */
  pending(): readonly ApprovalView[] {
    return this.#entries.map(({ request }) => viewOf(request));
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.subscribe(listener);
  }

  /**
   * A denial that may come from anywhere, the page included; `sentence` is for the model. False where no such question
   * is pending.
   */
  deny(id: ApprovalId, sentence = ''): boolean {
    const entry = this.#entries.find(({ request }) => request.id === id);
    entry?.settle({ kind: 'denied', ...(sentence.trim() === '' ? {} : { sentence: sentence.trim() }) });
    return entry !== undefined;
  }

  /** Brings the shown question to the front: also for one that waits behind it. False where `id` is not pending. */
  focus(id: ApprovalId): boolean {
    const known = this.#entries.some(({ request }) => request.id === id);
    if (known) this.#presenter.focus();
    return known;
  }

  /** Cancels every question, also those that are still to come. Idempotent. */
  close(): void {
    this.#isClosed = true;
    for (let next = this.#entries[0]; next !== undefined; next = this.#entries[0]) next.settle({ kind: 'cancelled' });
  }

  #enqueue(
    request: ApprovalRequest,
    desk: QuestionDesk,
    signal: AbortSignal,
    resolve: (outcome: ApprovalOutcome) => void,
  ): void {
    const closing = new AbortController();
    const cancel = (): void => entry.settle({ kind: 'cancelled' });
    const entry: Entry = {
      request,
      desk,
      closed: closing.signal,
      settle: (outcome) => {
        const place = this.#entries.indexOf(entry);
        if (place === -1) return;
        this.#entries.splice(place, 1);
        signal.removeEventListener('abort', cancel);
        resolve(outcome);
        closing.abort();
        this.#changed.emit();
      },
    };
    this.#entries.push(entry);
    if (signal.aborted || this.#isClosed) {
      cancel();
      return;
    }
    signal.addEventListener('abort', cancel, { once: true });
    this.#changed.emit();
    // Failures of the presenter are outcomes, so this never rejects.
    if (!this.#showing) void this.#showAll();
  }

  async #showAll(): Promise<void> {
    this.#showing = true;
    for (let next = this.#entries[0]; next !== undefined; next = this.#entries[0]) {
      await this.#show(next);
    }
    this.#showing = false;
  }

  async #show(entry: Entry): Promise<void> {
    const stopTimer = this.#clock.after(this.#timeoutMs(), () => entry.settle({ kind: 'unanswered' }));
    const answered = this.#present(entry).then((outcome) => entry.settle(outcome));
    const closed = new Promise<void>((resolve) => {
      entry.closed.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([answered, closed]);
    stopTimer();
    let stopWaiting: (() => void) | undefined;
    const tooLong = new Promise<void>((resolve) => {
      stopWaiting = this.#clock.after(LEAVE_MS, resolve);
    });
    await Promise.race([answered, tooLong]);
    stopWaiting?.();
  }

  /** Fails closed: a presenter that breaks, or answers with a scope that was not offered, has no answer of the user. */
  async #present(entry: Entry): Promise<ApprovalOutcome> {
    const { desk, closed } = entry;
    try {
      const settled = desk.settled === undefined ? undefined : await desk.settled();
      if (settled !== undefined) return settled;
      if (desk.preview !== undefined) await this.#look(entry);
      if (closed.aborted) return { kind: 'cancelled' };
      const outcome = await this.#presenter.present(entry.request, closed, (args) => this.#revise(entry, args));
      if (outcome.kind !== 'allowed') return outcome;
      const { scopes, edited, arguments: args } = entry.request;
      if (!scopes.includes(outcome.scope)) return { kind: 'unanswered' };
      return { kind: 'allowed', scope: outcome.scope, ...(edited === true ? { arguments: args } : {}) };
    } catch (error) {
      console.error('the approval presenter failed', error);
      return { kind: 'unanswered' };
    }
  }

  async #revise(entry: Entry, args: JsonObject): Promise<ApprovalRequest | string> {
    const revised = await entry.desk.revise?.(args);
    if (revised === undefined) return 'The arguments of this call can’t be changed.';
    if (typeof revised === 'string') return revised;
    if (entry.closed.aborted) return 'This question is not open any more.';
    const { id, since } = entry.request;
    entry.request = frozenRequest({ ...revised, edited: true }, { id, since });
    await this.#look(entry);
    return entry.request;
  }

  async #look(entry: Entry): Promise<void> {
    const preview = await entry.desk.preview?.(entry.request.arguments);
    if (preview !== undefined) entry.request = Object.freeze({ ...entry.request, preview: deepFreeze(preview) });
  }
}

function frozenRequest(
  question: ApprovalQuestion & Pick<ApprovalRequest, 'edited'>,
  { id, since }: Pick<ApprovalRequest, 'id' | 'since'>,
): ApprovalRequest {
  const frozen = deepFreeze(structuredClone(question.arguments));
  const argumentsHash = sha256Hex(canonicalJson(frozen));
  return Object.freeze({ ...question, id, arguments: frozen, argumentsHash, since });
}

function viewOf(request: ApprovalRequest): ApprovalView {
  const { id, conversationId, callId, serverName, tool, since, queue, readBefore } = request;
  return {
    id,
    conversationId,
    callId,
    serverName,
    tool,
    since,
    ...(queue === undefined ? {} : { queue }),
    ...(readBefore === undefined ? {} : { readBefore }),
  };
}
