import type { ServerConfig } from '../../shared/server.js';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings.js';
import type { Draft, DraftStore } from '../host/draft-book.js';
import type { SecretStore, ServerStore, SettingsStore } from '../host/ports.js';

/** Settings in memory. */
export function createMemorySettingsStore(first: Partial<Settings> = {}): SettingsStore {
  let settings: Settings = { ...DEFAULT_SETTINGS, ...first };
  return {
    load: () => settings,
    save: (next) => {
      settings = structuredClone(next);
    },
  };
}

/** Configured servers in memory. */
export function createMemoryServerStore(first: readonly ServerConfig[] = []): ServerStore {
  let servers = first;
  return {
    load: () => servers,
    save: (next) => {
      servers = structuredClone(next);
    },
  };
}

/** Messages that were not sent, in memory. */
export function createMemoryDraftStore(): DraftStore {
  let drafts: readonly Draft[] = [];
  return {
    load: () => drafts,
    save: (next) => {
      drafts = structuredClone(next);
    },
  };
}

type Kept = Parameters<SecretStore['write']>[2];

/** Secrets in memory, with the protection that a test gives the system. `kept` shows what was written and how. */
export class MemorySecretStore implements SecretStore {
  readonly kept = new Map<string, { readonly value: string; readonly kept: Kept }>();
  readonly #protection: 'encrypted' | 'none';

  constructor(protection: 'encrypted' | 'none' = 'encrypted') {
    this.#protection = protection;
  }

  async protection(): Promise<'encrypted' | 'none'> {
    return this.#protection;
  }

  async read(name: string): Promise<{ readonly value: string; readonly kept: Kept } | undefined> {
    return this.kept.get(name);
  }

  async write(name: string, value: string, keep: Kept): Promise<void> {
    this.kept.set(name, { value, kept: keep });
  }

  async remove(name: string): Promise<void> {
    this.kept.delete(name);
  }
}
