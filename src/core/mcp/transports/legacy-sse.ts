import type { JsonRpcMessage } from '../../../shared/json-rpc.js';
import { errorMessage, GatehouseError } from '../../errors.js';
import { checkAddress, HttpDoor } from '../../http/http-door.js';
import type { HttpExchange, ResponseHead, ResponseSink } from '../../http/http-exchange.js';
import type { CloseReason, Transport, TransportReceiver } from '../transport.js';
import { MAX_SIGN_INS } from './authorizer.js';
import { BodyText } from './body-text.js';
import { eventMessages } from './event-messages.js';
import { LEGACY_HTTP_ERA } from './http-era.js';
import { HttpLink, mediaType } from './http-link.js';
import type { HttpTransportOptions } from './http-options.js';
import { HttpStatusError } from './http-status-error.js';
import { SseReader } from './sse-reader.js';

/** How long a server may take to name its endpoint once its stream is open, ms. */
const ENDPOINT_MS = 30_000;
const REFUSAL_BYTES = 65_536;
/** Answers to a POST say nothing; what they say of a refusal is cut. */
const POST_BYTES = 1_048_576;

/**
 * HTTP+SSE of the revision 2024-11-05 (basic/transports): the server speaks over one stream, whose first event names
 * where messages are posted to. That place must be of the same origin. The connection is the stream: when it breaks, the
 * session has ended.
 */
export class LegacySseTransport implements Transport {
  readonly #options: HttpTransportOptions;
  #receiver: TransportReceiver | undefined;
  #opening: Promise<HttpDoor> | undefined;
  #link: HttpLink | undefined;
  #stream: EventStream | undefined;
  #endpoint: URL | undefined;
  #ending: Promise<void> | undefined;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  async start(receiver: TransportReceiver): Promise<void> {
    if (this.#opening !== undefined || this.#ending !== undefined) throw notOpen();
    this.#receiver = receiver;
    const { url, proxy, caFile, env } = this.#options;
    try {
      checkAddress(url);
      this.#opening = HttpDoor.open({ proxy, caFile, ...(env !== undefined && { env }) });
      const link = new HttpLink(this.#options, await this.#opening, receiver, LEGACY_HTTP_ERA, ignore);
      this.#link = link;
      this.#stream = new EventStream(link, (error) => this.#onBroken(error));
      this.#endpoint = await this.#stream.open();
      if (this.#ending !== undefined) throw notOpen();
    } catch (error) {
      await this.#end({ code: 'transport-error', message: errorMessage(error) });
      throw error;
    }
  }

  get userBusyUntil(): number {
    return this.#options.authorizer?.userBusyUntil ?? 0;
  }

  async send(message: JsonRpcMessage): Promise<void> {
    const [link, url] = [this.#link, this.#endpoint];
    if (link === undefined || url === undefined || this.#ending !== undefined) throw notOpen();
    const name = 'method' in message ? message.method : 'an answer of Gatehouse';
    const body = JSON.stringify(message);
    for (let attempt = 0; ; attempt++) {
      const more = await this.#options.authorizer?.headers(url, 'POST');
      const headers = { ...link.postHeaders(message), ...more };
      const response = await link.door.fetch({ method: 'POST', url, headers, body, maxBytes: POST_BYTES });
      if (response.status < 300) return;
      const unauthorized = response.status === 401 || response.status === 403;
      const again =
        unauthorized && attempt < MAX_SIGN_INS && (await link.mayRetry('POST', response, more?.['authorization']));
      if (again === true) continue;
      if (again !== false) throw again;
      throw new HttpStatusError(name, response, response.body.toString('utf8', 0, REFUSAL_BYTES));
    }
  }

  close(): Promise<void> {
    return this.#end({ code: 'closed-by-host', message: 'Gatehouse closed the connection.' });
  }

  #onBroken(error: GatehouseError): void {
    const message = `The stream of the server ended: ${error.message} Connect again.`;
    void this.#end({ code: 'transport-error', message });
  }

  #end(reason: CloseReason): Promise<void> {
    this.#ending ??= this.#shutDown(reason);
    return this.#ending;
  }

  /** Never rejects. */
  async #shutDown(reason: CloseReason): Promise<void> {
    this.#stream?.close();
    // A door that could not be opened has told whoever started.
    const door = await this.#opening?.catch(() => undefined);
    await door?.close();
    this.#receiver?.closed(reason);
  }
}

/** The one stream of such a server. */
class EventStream implements ResponseSink {
  readonly #link: HttpLink;
  readonly #onBroken: (error: GatehouseError) => void;
  readonly #reader: SseReader;
  #exchange: HttpExchange | undefined;
  #head: ResponseHead | undefined;
  #refusal: BodyText | undefined;
  #signIns = 0;
  #named: ((endpoint: URL) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #over = false;

  constructor(link: HttpLink, onBroken: (error: GatehouseError) => void) {
    this.#link = link;
    this.#onBroken = onBroken;
    const tooLarge = (): void => {
      this.#exchange?.abort(new GatehouseError('too-large', 'The server sent a message over the limit.'));
    };
    this.#reader = new SseReader({ event: (name, data) => this.#onEvent(name, data), tooLarge }, link.maxMessageBytes);
  }

  /** Resolves with the address that the server wants messages at. */
  open(): Promise<URL> {
    return new Promise((resolve, reject) => {
      this.#named = resolve;
      this.#failed = reject;
      this.#get();
    });
  }

  close(): void {
    if (this.#over) return;
    this.#stop(notOpen());
    this.#exchange?.abort(notOpen());
  }

  head(head: ResponseHead): void {
    this.#head = head;
    if (head.status === 200 && mediaType(head) === 'text/event-stream') {
      const text = `${head.url.origin} opened a stream and named no endpoint on it. Check the address of the server.`;
      this.#timer = setTimeout(() => this.#exchange?.abort(new GatehouseError('bad-answer', text)), ENDPOINT_MS);
    } else {
      this.#refusal = new BodyText(REFUSAL_BYTES);
    }
  }

  data(chunk: Buffer): void {
    if (this.#refusal === undefined) this.#reader.push(chunk);
    else this.#refusal.add(chunk);
  }

  end(): void {
    if (this.#refusal === undefined || this.#head === undefined) {
      this.fail(new GatehouseError('connection-lost', 'The server ended it.'));
    } else {
      void this.#onRefused(this.#head, this.#refusal.text()); // never rejects
    }
  }

  fail(error: GatehouseError): void {
    if (this.#over) return;
    const known = this.#named === undefined;
    this.#stop(error);
    if (known) this.#onBroken(error);
  }

  #get(): void {
    this.#refusal = undefined;
    const { url } = this.#link.options;
    this.#link.send(
      { method: 'GET', url, headers: this.#link.getHeaders(undefined), maxBytes: Infinity },
      this,
      (one) => {
        this.#exchange = one;
        if (this.#over) one.abort(notOpen());
      },
    );
  }

  async #onRefused(head: ResponseHead, body: string): Promise<void> {
    const unauthorized = head.status === 401 || head.status === 403;
    const again = unauthorized && this.#signIns++ < MAX_SIGN_INS && (await this.#link.mayRetry('GET', head));
    if (again === true && !this.#over) this.#get();
    else if (typeof again !== 'boolean') this.fail(again);
    else this.fail(new HttpStatusError('the request for its stream', head, body));
  }

  #onEvent(event: string, data: string): void {
    if (event === 'endpoint') this.#onEndpoint(data);
    else for (const message of eventMessages(event, data, this.#link.receiver)) this.#link.receiver.message(message);
  }

  #onEndpoint(data: string): void {
    const from = this.#head?.url ?? this.#link.options.url;
    const url = URL.canParse(data, from.href) ? new URL(data, from.href) : undefined;
    if (url === undefined || url.origin !== from.origin || url.username !== '') {
      const text = `${from.origin} wants its messages at ${url?.origin ?? 'no address'}, another origin. Nothing was sent there.`;
      this.#exchange?.abort(new GatehouseError('redirect-refused', text));
      return;
    }
    clearTimeout(this.#timer);
    this.#named?.(url);
    this.#named = undefined;
    this.#failed = undefined;
  }

  #stop(error: Error): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#failed?.(error);
    this.#named = undefined;
    this.#failed = undefined;
  }
}

function notOpen(): GatehouseError {
  return new GatehouseError('connection-closed', 'The connection to the server is not open. Connect again.');
}

function ignore(): void {}
