import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, ProxyAgent } from 'undici';
import type { Dispatcher } from 'undici';
import { GatehouseError } from '../errors.js';
import { trustedCertificates } from './certificates.js';
import { HttpExchange } from './http-exchange.js';
import type { DoorRequest, ExchangeDoor, ResponseHead, ResponseSink, Route } from './http-exchange.js';
import { isPrivateAddress, privateAddressError, publicLookup, refusePrivateName } from './private-address.js';
import type { NameLookup } from './private-address.js';
import { proxyFor } from './proxy-choice.js';

export interface DoorOptions {
  /** The proxy for every request, or `direct` for none. Without it the environment decides. */
  readonly proxy?: string | undefined;
  /** A PEM file with authorities that are trusted besides the usual ones. */
  readonly caFile?: string | undefined;
  /** Where HTTP_PROXY and its kin are looked for. Default: the environment of the host. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How long reaching a server may take, ms. Default 30,000. */
  readonly connectTimeoutMs?: number;
  /** How long a server may take to begin its answer where the request says nothing else, ms. Default 60,000. */
  readonly headersTimeoutMs?: number;
  /** Looks up the names of requests that refuse private addresses. Default: the system. */
  readonly lookup?: NameLookup;
}

/** A whole response. */
export interface WholeResponse extends ResponseHead {
  readonly body: Buffer;
}

const CONNECT_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 60_000;

/**
 * The one way out over HTTP. It follows redirects only within the origin, so neither headers nor bodies reach another
 * one; counts bytes; never cuts an open stream by itself; and trusts no certificate that the system and the server's
 * own file don't vouch for, whatever the environment says. One door for each server: nothing is shared between two.
 */
export class HttpDoor {
  readonly #options: DoorOptions;
  readonly #certificates: string[] | undefined;
  /** By proxy, or none, or "public". */
  readonly #dispatchers = new Map<string, Dispatcher>();
  /** Known for as long as who asks holds the address: finding out anew for each request would cost as much as the rest. */
  readonly #routes = { any: new WeakMap<URL, Route>(), public: new WeakMap<URL, Route>() };
  /** Names that may be asked of a proxy although private addresses are refused. */
  readonly #publicNames = new Set<string>();
  readonly #open = new Set<HttpExchange>();
  readonly #inside: ExchangeDoor;
  #closed = false;

  private constructor(options: DoorOptions, certificates: string[] | undefined) {
    this.#options = options;
    this.#certificates = certificates;
    this.#inside = {
      routeTo: (url, refusePrivate) => this.#routeTo(url, refusePrivate),
      headersTimeoutMs: options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
      done: (exchange) => void this.#open.delete(exchange),
    };
  }

  /** Rejects with code `bad-certificate-file`. */
  static async open(options: DoorOptions = {}): Promise<HttpDoor> {
    return new HttpDoor(options, await trustedCertificates(options.caFile));
  }

  /**
   * Sends a request, whose address must not be changed; the sink hears of everything, failures included. Never throws.
   * Where private addresses are refused and a proxy is in use, `fetch` is the way: it looks the name up before.
   */
  send(request: DoorRequest, sink: ResponseSink): HttpExchange {
    const exchange = new HttpExchange(request, sink, this.#inside);
    this.#open.add(exchange);
    exchange.start();
    return exchange;
  }

  /** Sends a request and waits for the whole response, whatever its status. Rejects with a `GatehouseError`. */
  async fetch(request: DoorRequest & { readonly signal?: AbortSignal }): Promise<WholeResponse> {
    if (request.refusePrivate === true) await this.#checkName(request.url);
    return this.#fetch(request);
  }

  #fetch(request: DoorRequest & { readonly signal?: AbortSignal }): Promise<WholeResponse> {
    const { signal } = request;
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(cancelled());
      let head: ResponseHead | undefined;
      const chunks: Buffer[] = [];
      const settle = (finish: () => void): void => {
        signal?.removeEventListener('abort', abort);
        finish();
      };
      const exchange = this.send(request, {
        head: (got) => {
          head = got;
        },
        data: (chunk) => void chunks.push(chunk),
        end: () => settle(() => head && resolve({ ...head, body: Buffer.concat(chunks) })),
        fail: (error) => settle(() => reject(error)),
      });
      const abort = (): void => exchange.abort(cancelled());
      signal?.addEventListener('abort', abort);
    });
  }

  /** Breaks off what is under way and lets go of every connection. Idempotent. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const exchange of this.#open) exchange.abort(closedError());
    await Promise.all([...this.#dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
  }

  /** Throws a `GatehouseError` for an address that may not be asked. */
  #routeTo(url: URL, refusePrivate: boolean): Route {
    if (this.#closed) throw closedError();
    const routes = refusePrivate ? this.#routes.public : this.#routes.any;
    let route = routes.get(url);
    if (route === undefined) {
      checkAddress(url);
      const dispatcher = this.#choose(url, refusePrivate);
      route = { origin: url.origin, path: url.pathname + url.search, dispatcher };
      routes.set(url, route);
    }
    return route;
  }

  #choose(url: URL, refusePrivate: boolean): Dispatcher {
    // A socket to a literal address asks for no look-up.
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (refusePrivate && isIP(literal) !== 0 && isPrivateAddress(literal)) throw privateAddressError(url.hostname);
    const proxy = this.#proxyFor(url);
    if (refusePrivate && proxy !== undefined && !this.#publicNames.has(url.hostname)) {
      throw privateAddressError(url.hostname);
    }
    const key = proxy?.href ?? (refusePrivate ? 'public' : '');
    let dispatcher = this.#dispatchers.get(key);
    if (dispatcher === undefined) {
      dispatcher = proxy === undefined ? this.#agent(refusePrivate) : this.#proxyAgent(proxy);
      this.#dispatchers.set(key, dispatcher);
    }
    return dispatcher;
  }

  #proxyFor(url: URL): URL | undefined {
    return proxyFor(url, this.#options.proxy, this.#options.env ?? process.env);
  }

  /** A proxy looks names up itself, so where a name leads is seen to before. */
  async #checkName(url: URL): Promise<void> {
    const { hostname } = url;
    if (this.#publicNames.has(hostname) || this.#proxyFor(url) === undefined) return;
    await refusePrivateName(hostname, this.#options.lookup ?? lookup);
    this.#publicNames.add(hostname);
  }

  #agent(refusePrivate: boolean): Dispatcher {
    return new Agent({
      bodyTimeout: 0,
      connect: {
        ...this.#tls(),
        timeout: this.#options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
        ...(refusePrivate && { lookup: publicLookup(this.#options.lookup ?? lookup) }),
      },
    });
  }

  #proxyAgent(proxy: URL): Dispatcher {
    const tls = this.#tls();
    // Plain http goes through a proxy in the absolute form, as proxies expect; https through a tunnel.
    return new ProxyAgent({ uri: proxy.href, bodyTimeout: 0, proxyTunnel: false, requestTls: tls, proxyTls: tls });
  }

  /** Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED can't switch it off. */
  #tls(): { rejectUnauthorized: true; ca?: string[] } {
    return { rejectUnauthorized: true, ...(this.#certificates !== undefined && { ca: this.#certificates }) };
  }
}

/** Throws code `bad-address` for what is no http address, or holds a name and password. */
export function checkAddress(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const parts = { plain: 'http://', safe: 'https://', scheme: `${url.protocol}//` };
    const message = `The address must begin with http:// or https://, not ${parts.scheme}.`;
    throw new GatehouseError('bad-address', message, { parts });
  }
  if (url.username !== '' || url.password !== '') {
    const message = `The address of ${url.host} holds a user name or password, which logs and proxies would see. Send them in a header instead.`;
    throw new GatehouseError('bad-address', message, { parts: { host: url.host } });
  }
}

function cancelled(): GatehouseError {
  return new GatehouseError('cancelled', 'The request was cancelled.');
}

function closedError(): GatehouseError {
  return new GatehouseError('connection-closed', 'The connection to the server is closed. Connect again.');
}
