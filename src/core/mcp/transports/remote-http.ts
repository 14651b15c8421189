import type { JsonRpcMessage } from '../../../shared/json-rpc.js';
import type { Transport, TransportReceiver } from '../transport.js';
import type { HttpEra } from './http-era.js';
import { mayBeLegacySse } from './http-fallback.js';
import type { HttpTransportOptions } from './http-options.js';
import { LegacySseTransport } from './legacy-sse.js';
import { StreamableHttpTransport } from './streamable-http.js';

/**
 * A server behind an http address, whichever of the two HTTP transports it speaks: Streamable HTTP first, and HTTP+SSE
 * of 2024-11-05 where it refuses `initialize` like a server that knows only that.
 */
export class RemoteHttpTransport implements Transport {
  readonly #options: HttpTransportOptions;
  readonly #streamable: StreamableHttpTransport;
  #current: Transport;
  #receiver: TransportReceiver | undefined;
  #trying = false;
  #closing = false;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
    this.#streamable = new StreamableHttpTransport(options);
    this.#current = this.#streamable;
  }

  /** The transport in use; the older one only after it was found to be needed. */
  get speaks(): 'streamable-http' | 'sse' {
    return this.#current === this.#streamable ? 'streamable-http' : 'sse';
  }

  get userBusyUntil(): number {
    return this.#current.userBusyUntil ?? 0;
  }

  /** See `StreamableHttpTransport.setEra`. */
  setEra(era: HttpEra): void {
    this.#streamable.setEra(era);
  }

  /** See `StreamableHttpTransport.wake`. */
  wake(): void {
    this.#streamable.wake();
  }

  start(receiver: TransportReceiver): Promise<void> {
    this.#receiver = receiver;
    return this.#streamable.start(this.#hearing(this.#streamable));
  }

  send(message: JsonRpcMessage): Promise<void> {
    const first = this.#current === this.#streamable && 'method' in message && message.method === 'initialize';
    return first ? this.#initialize(message) : this.#current.send(message);
  }

  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([this.#current.close(), this.#streamable.close()]);
  }

  async #initialize(message: JsonRpcMessage): Promise<void> {
    try {
      await this.#streamable.send(message);
    } catch (error) {
      if (!mayBeLegacySse(error) || this.#closing) throw error;
      await this.#fallBack(error);
      await this.#current.send(message);
    }
  }

  /** Rejects with the first refusal where the server does not speak the older transport either. */
  async #fallBack(refusal: unknown): Promise<void> {
    const legacy = new LegacySseTransport(this.#options);
    this.#current = legacy;
    this.#trying = true;
    try {
      await legacy.start(this.#hearing(legacy));
    } catch {
      if (!this.#closing) this.#current = this.#streamable;
      throw refusal;
    } finally {
      this.#trying = false;
    }
    this.#receiver?.log('host', 'The server speaks the older transport HTTP+SSE (2024-11-05), which is used.');
    await this.#streamable.close();
  }

  /** Hears a transport for as long as it is the one in use: that one tells of its end. */
  #hearing(transport: Transport): TransportReceiver {
    const receiver = (): TransportReceiver | undefined => (this.#current === transport ? this.#receiver : undefined);
    return {
      message: (message) => receiver()?.message(message),
      oversized: (id, bytes) => receiver()?.oversized(id, bytes),
      log: (source, line) => receiver()?.log(source, line),
      closed: (reason) => {
        // An attempt that failed is not the end of the connection, unless that was closed meanwhile.
        if (!this.#trying || this.#closing) receiver()?.closed(reason);
      },
    };
  }
}
