import type { JsonRpcId, JsonRpcMessage } from '../../../shared/json-rpc.js';
import { GatehouseError } from '../../errors.js';
import type { HttpExchange, ResponseHead, ResponseSink } from '../../http/http-exchange.js';
import { parseMessages } from '../../jsonrpc/json-rpc-message.js';
import { DEEP_MESSAGE } from '../../jsonrpc/message-depth.js';
import { answerLost, answerTooLarge, notJsonRpc } from './answer-error.js';
import { MAX_SIGN_INS } from './authorizer.js';
import { backoff } from './backoff.js';
import { BodyText } from './body-text.js';
import { eventMessages } from './event-messages.js';
import { type HttpLink, mediaType } from './http-link.js';
import { HttpStatusError } from './http-status-error.js';
import { answerInRefusal } from './refusal.js';
import { SseReader } from './sse-reader.js';

/** How often a message is sent again after Retry-After said so. */
const MAX_OVERLOADS = 3;
/** The longest Retry-After that is waited for, ms; a longer one is told instead. */
const LONGEST_WAIT_MS = 60_000;
/** How often in a row a broken stream is resumed in vain before its answer is given up. */
const MAX_RESUMES = 6;
/** A refusal that says more than this, bytes, is taken for broken. */
const MAX_REFUSAL_BYTES = 1_048_576;

/**
 * One message on its way by POST, and the answer to it: JSON, or a stream of events that may break and be resumed
 * (basic/transports, 2025-11-25). It is sent again only where the server can't have taken it.
 */
export class PostedMessage implements ResponseSink {
  /** Settles when the message was taken and, for a request, answered. */
  readonly done: Promise<void>;
  readonly #link: HttpLink;
  readonly #message: JsonRpcMessage;
  readonly #id: JsonRpcId | undefined;
  /** The method, or what else was sent. */
  readonly #name: string;
  readonly #body: string;
  #resolve: () => void = ignore;
  #reject: (error: Error) => void = ignore;
  #settled = false;
  #over = false;
  #exchange: HttpExchange | undefined;
  #head: ResponseHead | undefined;
  #text: BodyText | undefined;
  #events: SseReader | undefined;
  #timer: NodeJS.Timeout | undefined;
  #resuming = false;
  #signIns = 0;
  #overloads = 0;
  #resumes = 0;

  constructor(link: HttpLink, message: JsonRpcMessage) {
    this.#link = link;
    this.#message = message;
    this.#id = 'method' in message && 'id' in message ? message.id : undefined;
    this.#name = 'method' in message ? message.method : 'an answer of Gatehouse';
    this.#body = JSON.stringify(message);
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  start(): void {
    const request = {
      method: 'POST',
      url: this.#link.options.url,
      headers: this.#link.postHeaders(this.#message),
      body: this.#body,
      maxBytes: Infinity,
      // A request may be worked on for long before its answer begins; who asked has a clock.
      headersMs: this.#id === undefined ? undefined : 0,
    } as const;
    this.#link.send(request, this, this.#use);
  }

  /** Nobody waits for the answer any more. Idempotent. */
  abort(reason: GatehouseError): void {
    this.#settle(reason);
    this.#leave(reason);
  }

  head(head: ResponseHead): void {
    this.#head = head;
    const { status, headers } = head;
    if (this.#name === 'initialize' && status < 300) {
      const sessionId = headers['mcp-session-id'];
      if (typeof sessionId === 'string' && this.#link.era.hasSessions) this.#link.noteSession(sessionId);
    }
    if (this.#id === undefined && status < 300) this.#settle();
    if (status === 200 && this.#id !== undefined && mediaType(head) === 'text/event-stream') this.#readEvents();
    else this.#text = new BodyText(status < 300 ? this.#link.maxMessageBytes : MAX_REFUSAL_BYTES);
  }

  data(chunk: Buffer): void {
    if (this.#events !== undefined && this.#text === undefined) {
      this.#events.push(chunk);
      return;
    }
    this.#text?.add(chunk);
    if (this.#text?.tooLarge === true) this.#onTooLarge(this.#text.bytes);
  }

  end(): void {
    const text = this.#text;
    if (text === undefined) this.#onStreamEnd();
    else this.#onWhole(text);
  }

  fail(error: GatehouseError): void {
    if (this.#settled) this.#leave(error);
    else if (this.#events !== undefined) this.#resume(error);
    else this.abort(error);
  }

  readonly #use = (exchange: HttpExchange): void => {
    this.#exchange = exchange;
    if (this.#over) exchange.abort(new GatehouseError('cancelled', 'The request was cancelled.'));
  };

  #readEvents(): void {
    this.#text = undefined;
    this.#events ??= new SseReader(
      {
        event: (event, data) => this.#onEvent(event, data),
        tooLarge: () => this.#onTooLarge(this.#link.maxMessageBytes),
      },
      this.#link.maxMessageBytes,
    );
    if (this.#resuming) this.#events.restart();
  }

  #onEvent(event: string, data: string): void {
    this.#resumes = 0;
    this.#deliver(eventMessages(event, data, this.#link.receiver));
  }

  #deliver(messages: readonly JsonRpcMessage[]): void {
    for (const message of messages) {
      const answers = !('method' in message) && message.id === this.#id;
      if (answers && this.#name === 'initialize') this.#noteHandshake(message);
      this.#link.receiver.message(message);
      if (answers) this.#settle();
    }
  }

  /** Later requests carry the revision that the answer to `initialize` names (basic/transports, 2025-11-25). */
  #noteHandshake(message: JsonRpcMessage): void {
    const revision = 'result' in message ? message.result['protocolVersion'] : undefined;
    if (typeof revision === 'string' && /^[\x21-\x7e]+$/.test(revision)) this.#link.noteRevision(revision);
  }

  #onStreamEnd(): void {
    if (this.#settled) {
      this.#leave();
      return;
    }
    const error = new GatehouseError('answer-lost', `The server ended the stream of ${this.#name} without an answer.`);
    this.#resume(error);
  }

  /** Asks for the rest of a stream that broke. Without an event id there is nothing to ask for. */
  #resume(error: GatehouseError): void {
    const lastEventId = this.#events?.lastEventId;
    if (lastEventId === undefined || !this.#link.era.hasSessions || this.#resumes >= MAX_RESUMES) {
      this.abort(answerLost(error.message.replace(/ What was asked may .*$/, ''), error));
      return;
    }
    const asked = this.#events?.retryMs;
    this.#wait(asked ?? backoff(this.#resumes), () => {
      this.#resumes++;
      this.#resuming = true;
      this.#askForRest();
    });
  }

  #askForRest(): void {
    const headers = this.#link.getHeaders(this.#events?.lastEventId);
    const request = { method: 'GET', url: this.#link.options.url, headers, maxBytes: Infinity } as const;
    this.#link.send(request, this, this.#use);
  }

  #onWhole(text: BodyText): void {
    const head = this.#head;
    if (head === undefined) return;
    const unauthorized = head.status === 401 || head.status === 403;
    if (unauthorized && this.#signIns++ < MAX_SIGN_INS) void this.#signIn(head, text.text());
    else if (this.#resuming) this.#onResumeRefused(head, text.text());
    else if (head.status >= 300) this.#onRefused(head, text.text());
    else if (this.#id === undefined || head.status !== 200) this.#onTaken(head);
    else this.#onJson(head, text.text());
  }

  /** A notification or an answer was taken; or a request was, whose answer then has to come over another stream. */
  #onTaken(head: ResponseHead): void {
    if (this.#id !== undefined) {
      const text = `The server took ${this.#name} with HTTP ${head.status} and no answer; it is waited for on another stream.`;
      this.#link.receiver.log('host', text);
    }
    this.#settle();
    this.#leave();
  }

  #onJson(head: ResponseHead, body: string): void {
    const messages = parseMessages(body, () => this.#link.receiver.log('host', DEEP_MESSAGE));
    if (messages === undefined) {
      this.abort(notJsonRpc(this.#name, head, body));
      return;
    }
    this.#deliver(messages);
    if (!this.#settled) {
      this.#settle(answerLost(`${head.url.origin} answered ${this.#name} with messages that do not hold its answer.`));
    }
    this.#leave();
  }

  #onRefused(head: ResponseHead, body: string): void {
    const { status } = head;
    const error = new HttpStatusError(this.#name, head, body);
    if (status === 429 || (status === 503 && error.retryAfterMs !== undefined)) {
      const wait = error.retryAfterMs ?? backoff(this.#overloads);
      if (this.#overloads++ < MAX_OVERLOADS && wait <= LONGEST_WAIT_MS) {
        this.#wait(wait, () => this.start());
        return;
      }
    }
    this.#refuse(head, body);
  }

  /** A token may end while a long answer is on its way, too. Never rejects. */
  async #signIn(head: ResponseHead, body: string): Promise<void> {
    const again = await this.#link.mayRetry(this.#resuming ? 'GET' : 'POST', head);
    if (this.#over) return;
    if (this.#resuming) {
      if (again === true) this.#askForRest();
      else this.#onResumeRefused(head, body);
    } else if (again === true) this.start();
    else if (again === false) this.#refuse(head, body);
    else this.abort(again);
  }

  #refuse(head: ResponseHead, body: string): void {
    const answer = answerInRefusal(this.#id, body);
    if (answer !== undefined) {
      this.#deliver([answer]);
      this.#leave();
    } else if (this.#link.isExpiry(head, body)) {
      const text = `The server has forgotten the session, so ${this.#name} was not carried out. A new session is needed.`;
      this.abort(new GatehouseError('session-expired', text));
      this.#link.expire();
    } else {
      this.abort(new HttpStatusError(this.#name, head, body));
    }
  }

  #onResumeRefused(head: ResponseHead, body: string): void {
    if (this.#link.isExpiry(head, body)) {
      this.abort(answerLost(`The server has forgotten the session while it worked on ${this.#name}.`));
      this.#link.expire();
    } else if (head.status >= 500 || head.status === 429) {
      this.#resume(new HttpStatusError(`the resumption of ${this.#name}`, head, body));
    } else {
      this.abort(answerLost(`The stream of ${this.#name} broke and can't be resumed (HTTP ${head.status}).`));
    }
  }

  #onTooLarge(bytes: number): void {
    this.abort(answerTooLarge(this.#name, bytes));
  }

  #wait(ms: number, next: () => void): void {
    if (this.#over) return;
    this.#timer = setTimeout(next, ms);
  }

  #settle(error?: Error): void {
    if (this.#settled) return;
    this.#settled = true;
    if (error === undefined) this.#resolve();
    else this.#reject(error);
    if ((this.#events === undefined && this.#id !== undefined) || this.#over) return;
    clearTimeout(this.#timer);
    this.#link.lingering.add(this.#leaveStream);
  }

  readonly #leaveStream = (): void => {
    this.#leave(new GatehouseError('cancelled', 'The stream has brought its answer.'));
  };

  /** `reason`: where the exchange is still under way. */
  #leave(reason?: GatehouseError): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#link.lingering.delete(this.#leaveStream);
    if (reason !== undefined) this.#exchange?.abort(reason);
  }
}

function ignore(): void {}
