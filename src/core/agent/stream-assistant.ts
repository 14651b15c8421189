import type { AgentEvent } from '../../shared/agent-event.js';
import { assertNever } from '../../shared/assert-never.js';
import type { AssistantMessage, MessageId, ModelUsage, RequestShares } from '../../shared/conversation.js';
import type { Clock } from '../clock.js';
import { streamCut } from '../model/message-reader.js';
import type { ModelClient, ModelEvent, ModelRequest } from '../model/model-client.js';
import { cancelled, ModelError, usageOfFailure } from '../model/model-error.js';
import type { Emitter } from '../observable.js';
import { pause } from './pause.js';
import { retryWait } from './retry-wait.js';

export interface StreamDesk {
  readonly client: ModelClient;
  readonly emit: (event: AgentEvent) => void;
  readonly clock: Clock;
  readonly newMessageId: () => MessageId;
  readonly signal: AbortSignal;
  /** Requests at most, the first one with them. */
  readonly attempts: number;
  /** Tells that the user wants the next request sent at once. */
  readonly hurry: Emitter<void> | undefined;
  /** What servers account for in the request; kept with the answer. */
  readonly shares?: RequestShares;
}

/**
 * Asks the model and resolves with the whole answer, stored. A request that fails in passing is sent again after a wait
 * that is told of; what had streamed is then replaced by what streams anew. Throws what the model client throws in the
 * end; what had streamed by then is stored as an incomplete message, whose tools never run.
 */
export async function streamAssistant(request: ModelRequest, desk: StreamDesk): Promise<AssistantMessage> {
  const id = desk.newMessageId();
  let shown: StreamedAnswer | undefined;
  for (let failures = 1; ; failures += 1) {
    const answer = new StreamedAnswer(id, request.model, desk);
    try {
      // oxlint-disable-next-line no-await-in-loop -- a request is sent when the one before it has failed
      return await readAnswer(request, desk, answer);
    } catch (error) {
      if (answer.started) shown = answer;
      answer.pay(usageOfFailure(error), failures);
      const wait = failures < desk.attempts && !desk.signal.aborted ? retryWait(error, failures) : undefined;
      if (wait === undefined || !(error instanceof ModelError) || error.retry === undefined) {
        shown?.cut();
        throw error;
      }
      const { reason } = error.retry;
      const at = desk.clock.now();
      desk.emit({ type: 'model-retrying', attempt: failures + 1, of: desk.attempts, reason, inMs: wait, at });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await pause(wait, desk);
      if (!desk.signal.aborted) continue;
      shown?.cut();
      throw cancelled();
    }
  }
}

async function readAnswer(request: ModelRequest, desk: StreamDesk, answer: StreamedAnswer): Promise<AssistantMessage> {
  for await (const event of desk.client.stream(request, desk.signal)) {
    const message = answer.take(event);
    if (message !== undefined) return message;
  }
  throw streamCut();
}

class StreamedAnswer {
  readonly #desk: StreamDesk;
  readonly #model: string;
  readonly #id: MessageId;
  #text: string[] = [];
  #startedAt: number | undefined;
  #stored = false;

  constructor(id: MessageId, model: string, desk: StreamDesk) {
    this.#desk = desk;
    this.#model = model;
    this.#id = id;
  }

  /** Something of it was shown. */
  get started(): boolean {
    return this.#startedAt !== undefined;
  }

  take(event: ModelEvent): AssistantMessage | undefined {
    const { emit } = this.#desk;
    const messageId = this.#id;
    this.#start();
    switch (event.type) {
      case 'text':
        this.#text.push(event.text);
        emit({ type: 'text-delta', messageId, text: event.text });
        return undefined;
      case 'thinking':
        emit({ type: 'thinking-delta', messageId, text: event.text });
        return undefined;
      case 'tool-started':
        emit({ type: 'tool-call-started', messageId, callId: event.callId, wireName: event.name });
        return undefined;
      case 'tool-input':
        emit({ type: 'tool-input-delta', callId: event.callId, partialJson: event.partialJson });
        return undefined;
      case 'finished': {
        const { stopReason, usage, blocks } = event;
        const { shares } = this.#desk;
        return this.#store({ blocks, complete: true, stopReason, usage, ...(shares === undefined ? {} : { shares }) });
      }
      default:
        return assertNever(event);
    }
  }

  /** Keeps what was counted of the request before it failed. */
  pay(usage: ModelUsage | undefined, failures: number): void {
    if (usage === undefined) return;
    const { clock, emit, shares } = this.#desk;
    const request = {
      id: `${this.#id}/${failures}`,
      kind: 'broken',
      at: clock.now(),
      model: this.#model,
      usage,
    } as const;
    emit({ type: 'request-broken', request: { ...request, ...(shares === undefined ? {} : { shares }) } });
  }

  /** Stores what had streamed; nothing where nothing had. */
  cut(): void {
    if (!this.started || this.#stored) return;
    const text = this.#text.join('');
    this.#store({ blocks: text === '' ? [] : [{ type: 'text', text }], complete: false });
  }

  #start(): void {
    if (this.started) return;
    const at = this.#desk.clock.now();
    this.#startedAt = at;
    this.#desk.emit({ type: 'assistant-started', messageId: this.#id, model: this.#model, at });
  }

  #store(rest: Pick<AssistantMessage, 'blocks' | 'complete' | 'stopReason' | 'usage' | 'shares'>): AssistantMessage {
    const message: AssistantMessage = {
      role: 'assistant',
      id: this.#id,
      at: this.#desk.clock.now(),
      ...(this.#startedAt === undefined ? {} : { startedAt: this.#startedAt }),
      model: this.#model,
      ...rest,
    };
    this.#stored = true;
    this.#desk.emit({ type: 'assistant-finished', message });
    return message;
  }
}
