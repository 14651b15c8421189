import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { ContentOrigin } from '../../shared/content-origin.js';
import type { ContextUse, ModelUsage, RequestShares, ToolCallId } from '../../shared/conversation.js';
import type { SummaryId } from '../../shared/history-summary.js';
import type { Clock } from '../clock.js';
import { FULL } from '../conversation/fit-history.js';
import type { SummaryPlan } from '../conversation/summary-plan.js';
import { historyTokens, textTokens } from '../conversation/token-estimate.js';
import { withoutThinking } from '../conversation/without-thinking.js';
import { toldOf } from '../errors.js';
import type { ModelClient, ModelMessage } from '../model/model-client.js';
import type { ToolPool } from '../tools/tool-pool.js';
import { askSummary } from './ask-summary.js';
import { type RequestParts, requestShares, sumOf, toolTokens } from './context-use.js';
import { summaryRequest } from './summary-request.js';
import { TokenCounter } from './token-counter.js';

/** From this part of the window on tokens are counted rather than estimated. */
const COUNTED_FROM = 0.6;
/** After a summary about so much of the window is in use. */
const AFTER_SUMMARY = 0.5;
/** A part of the conversation that is smaller than this part of the window is not worth a summary. */
const LEAST = 0.1;

/** So many times more, or fewer, tokens than estimated a count may say. */
const MOST_SCALE = 4;

/** The conversation, as far as its older part can be summarised. */
export interface SummaryPort {
  /** What can be summarised now; undefined: nothing. Tokens as they are estimated here (`summaryPlan`). */
  readonly plan: (sizes: { readonly keep: number; readonly least: number }) => SummaryPlan | undefined;
  /** The user undid a summary: another is made only where a request would not fit without it. */
  readonly unwanted: () => boolean;
}

/** What the fitting needs of its turn. */
export interface FittingTurn {
  readonly history: (fixed: number, scale: number) => readonly ModelMessage[];
  readonly model: { readonly client: ModelClient; readonly id: string };
  readonly window?: number;
  readonly limits: { readonly maxTokens: number };
  /** How many tokens the model server counted for one that is estimated, when it last did. Default: one. */
  readonly scale?: number;
  /** Absent: older messages are never summarised. */
  readonly summaries?: SummaryPort;
  readonly serverOf?: (id: ToolCallId) => string | undefined;
  readonly memory: { readonly noteRead: (origin: ContentOrigin) => void };
  readonly emit: (event: AgentEvent) => void;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly signal: AbortSignal;
}

/** What a request has beside the conversation. */
interface RequestHead {
  readonly system: string;
  readonly pool: ToolPool;
}

/** The same, and about how many tokens it has. */
interface SizedHead extends RequestHead {
  readonly parts: Omit<RequestParts, 'history'>;
  readonly fixed: number;
}

/** What is sent of the conversation, and how much that is. */
interface Sized {
  readonly messages: readonly ModelMessage[];
  /** Estimated, of the messages alone. */
  readonly history: number;
  readonly counted: number | undefined;
  /** Of the whole request, as well as it is known. */
  readonly tokens: number;
}

interface FittedRequest {
  readonly messages: readonly ModelMessage[];
  readonly use: ContextUse | undefined;
  readonly shares: RequestShares;
}

/**
 * Makes each request of a turn fit the model's window: counts it where that matters, has older results shortened, and
 * where that is not enough has the older part of the conversation summarised by a request of its own. What fails on the
 * way is told and never ends the turn.
 */
export class RequestFitter {
  readonly #turn: FittingTurn;
  readonly #counter: TokenCounter;
  #scale: number;
  #summaryFailed = false;
  #thinkingRefused = false;

  constructor(turn: FittingTurn) {
    this.#turn = turn;
    this.#scale = turn.scale ?? 1;
    const { model, clock, signal } = turn;
    this.#counter = new TokenCounter({ client: model.client, clock, signal });
  }

  async fit(request: RequestHead): Promise<FittedRequest> {
    const { window, serverOf = () => undefined } = this.#turn;
    const head = sizedHead(request);
    let sized = await this.#size(head, window);
    if (window !== undefined && this.#tooMuch(sized.tokens, window) && (await this.#summarise(head, window))) {
      sized = await this.#size(head, window);
    }
    const { messages, history, counted } = sized;
    const parts = { ...head.parts, history };
    return {
      messages,
      use: window === undefined ? undefined : { window, ...(counted === undefined ? {} : { counted }), ...parts },
      shares: requestShares(parts, messages, serverOf),
    };
  }

  /** After the model server refused a request as too long: true where it was made shorter. */
  async shorten(request: RequestHead): Promise<boolean> {
    const { window } = this.#turn;
    return window === undefined ? false : this.#summarise(sizedHead(request), window);
  }

  /** After it refused signed thinking: true where none is sent from now on. */
  dropThinking(): boolean {
    if (this.#thinkingRefused) return false;
    this.#thinkingRefused = true;
    return true;
  }

  #tooMuch(tokens: number, window: number): boolean {
    const { summaries, limits } = this.#turn;
    return summaries?.unwanted() === true ? tokens + limits.maxTokens > window : tokens > window * FULL;
  }

  async #size(head: SizedHead, window: number | undefined): Promise<Sized> {
    const sized = this.#estimated(head);
    if (window === undefined || sized.tokens <= window * COUNTED_FROM) return sized;
    const counted = await this.#count(head, sized);
    if (counted === undefined) return sized;
    const fitted = this.#estimated(head);
    if (fitted.history === sized.history) return { ...sized, counted, tokens: counted };
    // The count showed that more, or less, has to be shortened.
    const again = await this.#count(head, fitted);
    return { ...fitted, counted: again, tokens: again ?? fitted.tokens };
  }

  #estimated({ fixed }: SizedHead): Sized {
    const messages = this.#history(fixed);
    const history = historyTokens(messages);
    return { messages, history, counted: undefined, tokens: (history + fixed) * this.#scale };
  }

  #history(fixed: number): readonly ModelMessage[] {
    const messages = this.#turn.history(fixed, this.#scale);
    return this.#thinkingRefused ? withoutThinking(messages) : messages;
  }

  async #count({ system, pool, fixed }: SizedHead, { messages, history }: Sized): Promise<number | undefined> {
    const { model } = this.#turn;
    const counted = await this.#counter.count({ model: model.id, system, messages, tools: pool.offered });
    const scale = (counted ?? 0) / Math.max(1, history + fixed);
    // What lies that far from the estimate was not counted for this request.
    if (counted === undefined || scale < 1 / MOST_SCALE || scale > MOST_SCALE) return undefined;
    this.#scale = scale;
    return counted;
  }

  /** True where a summary stands in place of more messages than before. */
  async #summarise({ fixed }: SizedHead, window: number): Promise<boolean> {
    const { summaries, model, emit, clock, signal, memory, newId } = this.#turn;
    if (summaries === undefined || this.#summaryFailed || signal.aborted) return false;
    const room = window / this.#scale;
    const plan = summaries.plan({ keep: room * AFTER_SUMMARY - fixed, least: room * LEAST });
    if (plan === undefined) return false;
    emit({ type: 'summary-started', at: clock.now() });
    const request = summaryRequest(plan, { model: model.id, window, scale: this.#scale });
    const onLost = (usage: ModelUsage): void =>
      emit({
        type: 'request-broken',
        request: { id: newId(), kind: 'broken', at: clock.now(), model: model.id, usage },
      });
    let written: Awaited<ReturnType<typeof askSummary>>;
    try {
      written = await askSummary(request, { client: model.client, clock, signal, onLost });
    } catch (error) {
      // Once in a turn: it goes on with what was only shortened.
      this.#summaryFailed = true;
      if (!signal.aborted) emit({ type: 'summary-failed', why: toldOf(error, 'model-failed'), at: clock.now() });
      return false;
    }
    const { upTo, madeAt, origins } = plan;
    for (const origin of origins) memory.noteRead(origin);
    const id = branded<SummaryId>(newId());
    emit({
      type: 'history-summarised',
      summary: { id, upTo, madeAt, model: model.id, at: clock.now(), ...written, origins },
    });
    return true;
  }
}

function sizedHead(head: RequestHead): SizedHead {
  const { deferred } = head.pool;
  const parts = {
    system: textTokens(head.system),
    tools: toolTokens(head.pool),
    ...(deferred === 0 ? {} : { deferred }),
  };
  return { ...head, parts, fixed: sumOf({ ...parts, history: 0 }) };
}
