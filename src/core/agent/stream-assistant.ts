import type { AgentEvent } from '../../shared/agent-event.js';
import { assertNever } from '../../shared/assert-never.js';
import type { AssistantMessage, MessageId } from '../../shared/conversation.js';
import { GatehouseError } from '../errors.js';
import type { ModelClient, ModelEvent, ModelRequest } from '../model/model-client.js';

export interface StreamDesk {
  readonly client: ModelClient;
  readonly emit: (event: AgentEvent) => void;
  readonly now: () => number;
  readonly newMessageId: () => MessageId;
  readonly signal: AbortSignal;
}

/**
 * Makes one model request and resolves with the whole answer, stored. Throws what the model client throws; what had
 * streamed by then is stored as an incomplete message, whose tools never run.
 */
export async function streamAssistant(request: ModelRequest, desk: StreamDesk): Promise<AssistantMessage> {
  const answer = new StreamedAnswer(request.model, desk);
  try {
    for await (const event of desk.client.stream(request, desk.signal)) {
      const message = answer.take(event);
      if (message !== undefined) return message;
    }
  } catch (error) {
    answer.cut();
    throw error;
  }
  answer.cut();
  throw new GatehouseError(
    'stream-cut',
    'The model’s answer ended before it was whole. Retry sends the request again.',
  );
}

class StreamedAnswer {
  readonly #desk: StreamDesk;
  readonly #model: string;
  readonly #id: MessageId;
  #text: string[] = [];
  #started = false;
  #stored = false;

  constructor(model: string, desk: StreamDesk) {
    this.#desk = desk;
    this.#model = model;
    this.#id = desk.newMessageId();
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
        const { stopReason, usage } = event;
        return this.#store({
          blocks: event.blocks,
          complete: true,
          stopReason,
          usage,
        });
      }
      default:
        return assertNever(event);
    }
  }

  /** Stores what had streamed; nothing where nothing had. */
  cut(): void {
    if (!this.#started || this.#stored) return;
    const text = this.#text.join('');
    this.#store({ blocks: text === '' ? [] : [{ type: 'text', text }], complete: false });
  }

  #start(): void {
    if (this.#started) return;
    this.#started = true;
    const { emit, now } = this.#desk;
    emit({ type: 'assistant-started', messageId: this.#id, model: this.#model, at: now() });
  }

  #store(rest: Pick<AssistantMessage, 'blocks' | 'complete' | 'stopReason' | 'usage'>): AssistantMessage {
    const message: AssistantMessage = {
      role: 'assistant',
      id: this.#id,
      at: this.#desk.now(),
      model: this.#model,
      ...rest,
    };
    this.#stored = true;
    this.#desk.emit({ type: 'assistant-finished', message });
    return message;
  }
}
