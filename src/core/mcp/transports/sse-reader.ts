import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import type { EventSourceMessage, EventSourceParser } from 'eventsource-parser';

/** What a reader found. No function may throw. */
export interface SseSink {
  /** `event` is `message` where the server named none. */
  event(event: string, data: string): void;
  /** An event was larger than the limit; nothing more is read. */
  tooLarge(): void;
}

const BYTE_ORDER_MARK = '\uFEFF';
const LAST_ASCII = 0x7f;

/** Bytes of a text/event-stream to events (WHATWG HTML, 9.2). Remembers what a reconnection needs. */
export class SseReader {
  /** Made with the first piece that may end within a character. */
  #decoder: StringDecoder | undefined;
  readonly #parser: EventSourceParser;
  readonly #sink: SseSink;
  readonly #limit: number;
  #first = true;
  #over = false;
  /** The id of the last event that had one. */
  lastEventId: string | undefined;
  /** The wait before a reconnection that the server asked for, ms. */
  retryMs: number | undefined;

  /** `limit`: the most that one event may hold, UTF-16 units. */
  constructor(sink: SseSink, limit: number) {
    this.#sink = sink;
    this.#limit = limit;
    this.#parser = createParser({
      maxBufferSize: limit,
      onEvent: (event) => this.#onEvent(event),
      onRetry: (ms) => {
        this.retryMs = ms;
      },
      onError: (error) => {
        // Fields that nobody knows are ignored, as the format has it.
        if (error.type === 'max-buffer-size-exceeded') this.#tooLarge();
      },
    });
  }

  /** A new stream begins, which goes on where the last one broke. */
  restart(): void {
    this.#decoder = undefined;
    this.#parser.reset();
    this.#first = true;
    this.#over = false;
  }

  push(chunk: Buffer): void {
    if (this.#over) return;
    if (this.#decoder === undefined && (chunk.at(-1) ?? 0) > LAST_ASCII) this.#decoder = new StringDecoder('utf8');
    let text = this.#decoder?.write(chunk) ?? chunk.toString('utf8');
    if (this.#first && text !== '') {
      this.#first = false;
      if (text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
    }
    this.#parser.feed(text);
  }

  #onEvent({ event, data, id }: EventSourceMessage): void {
    if (this.#over) return;
    if (id !== undefined) this.lastEventId = id;
    // The parser looks only at what it has to hold.
    if (data.length > this.#limit) this.#tooLarge();
    else this.#sink.event(event ?? 'message', data);
  }

  #tooLarge(): void {
    this.#over = true;
    this.#sink.tooLarge();
  }
}
