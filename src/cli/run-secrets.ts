import { GatehouseError } from '../core/errors.js';
import type { SecretStore } from '../core/host/ports.js';

/**
 * Secrets for one run, in memory: a sign-in holds until the run ends. The app's key store is the app's, so nothing of it
 * is read, and nothing is written.
 */
export class RunSecrets implements SecretStore {
  readonly #kept: Map<string, string>;

  constructor(first: Iterable<readonly [name: string, value: string]>) {
    this.#kept = new Map(first);
  }

  async protection(): Promise<'none'> {
    return 'none';
  }

  async read(name: string): Promise<{ readonly value: string; readonly kept: 'memory' } | undefined> {
    const value = this.#kept.get(name);
    if (value !== undefined) return { value, kept: 'memory' };
    if (!name.startsWith('server/')) return undefined;
    const next = 'Write ${env:NAME} in its place in the app, or use --config with a file.';
    throw new GatehouseError(
      'secret-missing',
      `The app keeps ${name.split('/').at(-1)} and the terminal can't read it. ${next}`,
    );
  }

  async write(name: string, value: string, keep: 'encrypted' | 'plaintext' | 'memory'): Promise<void> {
    if (keep !== 'memory') throw notStored();
    this.#kept.set(name, value);
  }

  async remove(name: string): Promise<void> {
    this.#kept.delete(name);
  }
}

/** What a terminal answers whoever wants to keep something. */
export function notStored(): GatehouseError {
  return new GatehouseError('not-stored', 'The terminal changes nothing that the app keeps. Do this in the app.');
}
