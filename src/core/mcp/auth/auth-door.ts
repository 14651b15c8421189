import { HttpDoor } from '../../http/http-door.js';
import type { DoorOptions } from '../../http/http-door.js';
import type { AuthAddresses } from './auth-address.js';

const MAX_BYTES = 1_048_576;
const MAX_MS = 30_000;
/** Statuses whose responses have no body. */
const BODILESS: readonly number[] = [101, 204, 205, 304];

/** A request as the OAuth library makes it. */
export interface AuthRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | string | null | undefined;
}

/** The way out for everything that belongs to signing in: checked addresses, through the guarded door. */
export class AuthDoor {
  readonly addresses: AuthAddresses;
  readonly #options: DoorOptions;
  readonly #signal: AbortSignal;
  #door: Promise<HttpDoor> | undefined;

  /** `signal` ends what is under way. */
  constructor(addresses: AuthAddresses, options: DoorOptions, signal: AbortSignal) {
    this.addresses = addresses;
    this.#options = options;
    this.#signal = signal;
  }

  /** For the OAuth library. Rejects with a `GatehouseError`. Needs no `this`. */
  readonly fetch = async (address: string, { method, headers, body }: AuthRequest): Promise<Response> => {
    const url = this.addresses.check(address, 'a part of its sign-in');
    this.#door ??= HttpDoor.open(this.#options);
    const door = await this.#door;
    const response = await door.fetch({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      ...(body != null && { body: body.toString() }),
      maxBytes: MAX_BYTES,
      maxMs: MAX_MS,
      refusePrivate: !this.addresses.mayBePrivate(url),
      signal: this.#signal,
    });
    const { status } = response;
    return new Response(BODILESS.includes(status) ? null : new Uint8Array(response.body), {
      status,
      headers: headersOf(response.headers),
    });
  };

  /** Idempotent. */
  async close(): Promise<void> {
    // A door that could not be opened has told whoever asked first.
    const door = await this.#door?.catch(() => undefined);
    await door?.close();
  }
}

function headersOf(from: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(from)) {
    for (const one of value === undefined ? [] : [value].flat()) headers.append(name, one);
  }
  return headers;
}
