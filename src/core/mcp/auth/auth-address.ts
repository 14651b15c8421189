import { isIP } from 'node:net';
import { GatehouseError } from '../../errors.js';
import { checkAddress } from '../../http/http-door.js';
import { isLoopbackName } from '../../../shared/loopback-name.js';
import { isPrivateAddress, privateAddressError } from '../../http/private-address.js';

/** Names that only a network of one's own gives out (RFC 6762, RFC 8375, and the `internal` of ICANN). */
const INTRANET = /^[^.]+$|\.(?:local|internal|home\.arpa|lan|intranet|corp)\.?$/i;
/** Link-local addresses: clouds keep the credentials of their machines there. */
const LINK_LOCAL = /^169\.254\.|^fe[89ab]/i;

/** Which addresses that a server or its metadata names may be asked, seen from where the server itself is. */
export class AuthAddresses {
  readonly #server: URL;
  readonly #trustPrivate: boolean;

  /** `trustPrivate`: the user said that sign-in servers of this server may be in a private network. */
  constructor(server: URL, trustPrivate: boolean) {
    this.#server = server;
    this.#trustPrivate = trustPrivate;
  }

  /**
   * The address as a URL. `what` it is said to be, for the error. Throws code `bad-address`, `insecure-address` or
   * `private-address`.
   */
  check(address: string, what: string): URL {
    if (!URL.canParse(address)) {
      const { origin } = this.#server;
      const text = `${origin} names something that is no address as ${what}.`;
      throw new GatehouseError('bad-address', text, { parts: { origin } });
    }
    const url = new URL(address);
    checkAddress(url);
    if (url.protocol !== 'https:' && !this.#mayBePlain(url)) {
      const parts = { origin: this.#server.origin, address: url.origin };
      const text = `${parts.origin} names ${parts.address} as ${what}, which is not encrypted (https). It was not contacted.`;
      throw new GatehouseError('insecure-address', text, { parts });
    }
    if (!this.mayBePrivate(url) && (isLoopbackName(url.hostname) || isPrivateLiteral(url))) {
      throw privateAddressError(url.hostname);
    }
    return url;
  }

  /**
   * Whether an address may lead into a private network. A name is judged by what it says, not by what it resolves to: an
   * attacker decides the latter, and may change it from one look to the next.
   */
  mayBePrivate(url: URL): boolean {
    if (this.#trustPrivate || url.hostname === this.#server.hostname) return true;
    if (isLoopbackName(this.#server.hostname)) return isLoopbackName(url.hostname);
    return isIntranet(this.#server) && isIntranet(url) && !LINK_LOCAL.test(bare(url));
  }

  #mayBePlain(url: URL): boolean {
    return (
      isLoopbackName(url.hostname) || (this.#server.protocol === 'http:' && url.hostname === this.#server.hostname)
    );
  }
}

function isIntranet(url: URL): boolean {
  if (isLoopbackName(url.hostname)) return false;
  return isIP(bare(url)) === 0 ? INTRANET.test(url.hostname) : isPrivateLiteral(url);
}

function isPrivateLiteral(url: URL): boolean {
  return isIP(bare(url)) !== 0 && isPrivateAddress(bare(url));
}

function bare(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
