import { GatehouseError } from '../../errors.js';
import type { HttpExchange, ResponseHead, ResponseSink } from '../../http/http-exchange.js';
import { MAX_SIGN_INS } from './authorizer.js';
import { backoff } from './backoff.js';
import { BodyText } from './body-text.js';
import { eventMessages } from './event-messages.js';
import { mediaType } from './http-link.js';
import type { HttpLink } from './http-link.js';
import { HttpStatusError } from './http-status-error.js';
import { SseReader } from './sse-reader.js';

const IDLE_MS = 5 * 60_000;
/** A stream that lived so long was sound, ms: its end is no failure that slows the next attempt. */
const SOUND_MS = 5_000;
const REFUSAL_BYTES = 65_536;

/**
 * The standing stream over which a server speaks unasked (GET; basic/transports, 2025-11-25). Offering none is allowed.
 * A stream that ends, breaks or falls silent is opened anew from where it was, for as long as the connection lives.
 */
export class ServerStream implements ResponseSink {
  readonly #link: HttpLink;
  readonly #reader: SseReader;
  #exchange: HttpExchange | undefined;
  #head: ResponseHead | undefined;
  #refusal: BodyText | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #signIns = 0;
  #openedAt = 0;
  #over = false;

  constructor(link: HttpLink) {
    this.#link = link;
    this.#reader = this.#newReader();
  }

  /** True while the stream is open. */
  get isOpen(): boolean {
    return this.#exchange !== undefined && this.#head?.status === 200;
  }

  open(): void {
    if (this.#over || this.#exchange !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { url, streamIdleMs = IDLE_MS } = this.#link.options;
    const headers = this.#link.getHeaders(this.#reader.lastEventId);
    this.#link.send({ method: 'GET', url, headers, maxBytes: Infinity, idleMs: streamIdleMs }, this, (exchange) => {
      this.#exchange = exchange;
      if (this.#over) exchange.abort(closed());
    });
  }

  /** The network is back: an attempt that waits for its turn is made at once. */
  wake(): void {
    if (this.#timer === undefined) return;
    this.#failures = 0;
    this.open();
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#exchange?.abort(closed());
    this.#exchange = undefined;
  }

  head(head: ResponseHead): void {
    this.#head = head;
    this.#refusal = undefined;
    if (head.status === 200 && mediaType(head) === 'text/event-stream') {
      this.#openedAt = performance.now();
      this.#signIns = 0;
      this.#reader.restart();
    } else {
      this.#refusal = new BodyText(REFUSAL_BYTES);
    }
  }

  data(chunk: Buffer): void {
    if (this.#refusal === undefined) this.#reader.push(chunk);
    else this.#refusal.add(chunk);
  }

  end(): void {
    this.#exchange = undefined;
    if (this.#refusal === undefined || this.#head === undefined) this.#again();
    else this.#onRefused(this.#head, this.#refusal.text());
  }

  fail(_error: GatehouseError): void {
    // Why it broke changes nothing: the calls over POST tell whoever asks something.
    this.#exchange = undefined;
    this.#again();
  }

  #newReader(): SseReader {
    return new SseReader(
      {
        event: (event, data) => this.#onEvent(event, data),
        tooLarge: () => {
          this.#link.receiver.log('host', 'The server sent a message that was too large, unasked; it was dropped.');
          // A stream that went on from the event before would bring the same message again.
          this.#reader.lastEventId = undefined;
          this.#exchange?.abort(new GatehouseError('too-large', 'The message was too large.'));
        },
      },
      this.#link.maxMessageBytes,
    );
  }

  #onEvent(event: string, data: string): void {
    this.#failures = 0;
    const messages = eventMessages(event, data, this.#link.receiver);
    for (const message of messages) this.#link.receiver.message(message);
  }

  #again(): void {
    if (this.#over) return;
    if (this.#openedAt > 0 && performance.now() - this.#openedAt >= SOUND_MS) this.#failures = 0;
    this.#openedAt = 0;
    const wait = backoff(this.#failures++);
    this.#timer = setTimeout(() => this.open(), Math.max(wait, this.#reader.retryMs ?? 0));
  }

  #onRefused(head: ResponseHead, body: string): void {
    const { status } = head;
    if ((status === 401 || status === 403) && this.#signIns < MAX_SIGN_INS) {
      this.#signIns++;
      void this.#signIn(head, body);
    } else if (status >= 500 || status === 429) {
      this.#again();
    } else if (status !== 405 && this.#link.isExpiry(head, body) && status !== 400) {
      this.#link.expire();
    } else {
      this.#giveUp(head, body);
    }
  }

  /** Never rejects. */
  async #signIn(head: ResponseHead, body: string): Promise<void> {
    if ((await this.#link.mayRetry('GET', head)) === true) this.open();
    else this.#giveUp(head, body);
  }

  /** A server need not offer the stream; then it can tell nothing unasked, which is worth a line unless it says so (405). */
  #giveUp(head: ResponseHead, body: string): void {
    this.#over = true;
    if (head.status === 405) return;
    const why =
      head.status < 300 ? `It answered with ${mediaType(head)}.` : new HttpStatusError('GET', head, body).message;
    this.#link.receiver.log('host', `The server offers no stream for messages that nobody asked for. ${why}`);
  }
}

function closed(): GatehouseError {
  return new GatehouseError('connection-closed', 'Gatehouse closed the connection.');
}
