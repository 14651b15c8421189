import type { Settings } from '../../shared/settings.js';
import { Emitter } from '../observable.js';
import type { SettingsStore } from './ports.js';

/** The settings as they are now; each change is kept before it is told. */
export class SettingsBook {
  readonly changed = new Emitter<void>();
  readonly #store: SettingsStore;
  #settings: Settings;

  constructor(store: SettingsStore) {
    this.#store = store;
    this.#settings = store.load();
  }

  get current(): Settings {
    return this.#settings;
  }

  update(change: Partial<Settings>): void {
    const next = { ...this.#settings, ...change };
    this.#store.save(next);
    this.#settings = next;
    this.changed.emit();
  }
}
