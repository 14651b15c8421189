import type { AgentEvent } from '../../shared/agent-event.js';
import type { ConversationId, ConversationState, ToolCallId, TurnId, TurnOutcome } from '../../shared/conversation.js';
import { stoppedResult } from '../agent/error-results.js';
import type { Clock } from '../clock.js';
import { toldOf } from '../errors.js';
import { Emitter } from '../observable.js';
import { BUILTIN_SERVER_ID } from '../tools/tool.js';
import type { ConversationBook } from './conversation-book.js';

/** How long a stopped turn may take to end by itself before it ends for everybody who looks at it, ms. */
const GRACE_MS = 150;

/** What the user can ask of a turn while it runs. */
export interface TurnControls {
  readonly signal: AbortSignal;
  /** Do not wait before the next request. */
  readonly hurry: Emitter<void>;
  /** One running call is to end; the turn goes on. */
  readonly cancelCall: Emitter<ToolCallId>;
}

/** Runs one turn of a conversation and resolves with how it ended. */
export type RunTurn = (
  id: ConversationId,
  emit: (event: AgentEvent) => void,
  controls: TurnControls,
) => Promise<TurnOutcome>;

interface TurnParts {
  readonly book: ConversationBook;
  readonly clock: Clock;
  readonly conversationId: ConversationId;
  readonly turnId: TurnId;
  /** Called once, when the turn has ended in the conversation. */
  readonly onEnd: (outcome: TurnOutcome) => void;
}

/**
 * A turn from its first event to its last. A stopped one ends in the conversation a moment later, also where a tool
 * takes its time to give up: what still comes of it then is nobody's any more.
 */
export class RunningTurn {
  readonly hurry = new Emitter<void>();
  readonly cancelCall = new Emitter<ToolCallId>();
  /** Resolves when nothing of it runs any more. */
  readonly done: Promise<void>;
  readonly #parts: TurnParts;
  readonly #abort = new AbortController();
  #ended = false;
  #cancelGrace: (() => void) | undefined;

  constructor(parts: TurnParts, run: RunTurn) {
    this.#parts = parts;
    this.done = this.#run(run);
  }

  /** Asks it to end. Idempotent. */
  stop(): void {
    if (this.#abort.signal.aborted || this.#ended) return;
    this.#cancelGrace = this.#parts.clock.after(GRACE_MS, () => this.#leave());
    this.#abort.abort();
  }

  async #run(run: RunTurn): Promise<void> {
    const { book, conversationId } = this.#parts;
    const emit = (event: AgentEvent): void => {
      if (!this.#ended) book.append(conversationId, event);
    };
    let outcome: TurnOutcome;
    try {
      const { hurry, cancelCall } = this;
      outcome = await run(conversationId, emit, { signal: this.#abort.signal, hurry, cancelCall });
    } catch (error) {
      outcome = storageFailure(error);
    }
    this.#end(outcome);
  }

  /** Ends it while something of it still winds down. */
  #leave(): void {
    const { book, clock, conversationId } = this.#parts;
    let outcome: TurnOutcome = { kind: 'cancelled' };
    try {
      for (const call of openCalls(book.state(conversationId))) {
        const result = stoppedResult(call.serverId === BUILTIN_SERVER_ID);
        book.append(conversationId, { type: 'tool-finished', callId: call.id, result, at: clock.now() });
      }
    } catch (error) {
      outcome = storageFailure(error);
    }
    this.#end(outcome);
  }

  #end(outcome: TurnOutcome): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancelGrace?.();
    const { book, clock, conversationId, turnId, onEnd } = this.#parts;
    finishTurn(book, conversationId, { type: 'turn-finished', turnId, outcome, at: clock.now() });
    onEnd(outcome);
  }
}

/** The calls that were let go and have no result. */
function openCalls(state: ConversationState) {
  return Object.values(state.calls).filter((call) => call.stage === 'running');
}

/** Where the end of a turn can't be stored, it still ends for the view. */
export function finishTurn(
  book: ConversationBook,
  id: ConversationId,
  event: Extract<AgentEvent, { type: 'turn-finished' }>,
): void {
  try {
    book.append(id, event);
  } catch (error) {
    book.appendUnstored(id, { ...event, outcome: storageFailure(error) });
  }
}

export function storageFailure(error: unknown): TurnOutcome {
  const { message, ...rest } = toldOf(error, 'internal');
  return { kind: 'failed', ...rest, message: `The turn was ended: ${message}` };
}
