import type { ServerConfig, ServerId } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import type { OpenedServer, OpenOptions } from './opened-server.js';
import type { ServerBook } from './server-book.js';

/** How a server is to be asked. */
type Asked = Pick<OpenOptions, 'server' | 'era' | 'knownEra'>;

/** Failures that say nothing about what a server speaks. */
const UNRELATED: ReadonlySet<string> = new Set(['cancelled', 'sign-in-required', 'unreachable', 'spawn-failed']);

/**
 * Keeps, beside each server, which era it was found to speak, so that the next connection asks the right way at once. A
 * failed connection forgets it: the server is then asked from the beginning.
 */
export class EraMemory {
  readonly #book: ServerBook;

  constructor(book: ServerBook) {
    this.#book = book;
  }

  /** Opens with what is known, and keeps what was learned. */
  async around(id: ServerId, open: (asked: Asked) => Promise<OpenedServer>): Promise<OpenedServer> {
    const { name, era = 'auto', knownEra } = this.#book.get(id);
    const server = { id, name };
    try {
      const opened = await open({ server, era, ...(knownEra === undefined ? {} : { knownEra }) });
      this.#keep(id, opened.knownEra);
      return opened;
    } catch (error) {
      if (!(error instanceof GatehouseError && UNRELATED.has(error.code))) this.#keep(id, undefined);
      throw error;
    }
  }

  #keep(id: ServerId, knownEra: ServerConfig['knownEra']): void {
    // It may have been removed meanwhile.
    const config = this.#book.find(id);
    if (config === undefined || config.knownEra === knownEra) return;
    const { knownEra: _former, ...rest } = config;
    this.#book.put(knownEra === undefined ? rest : { ...rest, knownEra });
  }
}
