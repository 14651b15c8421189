import type { SettingsStore } from '../core/host/ports.js';
import { DEFAULT_SETTINGS, type Settings } from '../shared/settings.js';
import { STORED_SETTINGS } from '../core/host/stored-shapes.js';
import { JsonStore } from './json-store.js';
import type { StorePlace } from './store-place.js';

/** `settings.json`: what the user has chosen. */
export function openSettingsStore(place: StorePlace): SettingsStore {
  const store = new JsonStore<Partial<Settings>>({
    folder: place.folder,
    name: 'settings',
    empty: {},
    check: place.compile(STORED_SETTINGS),
    report: place.report,
  });
  return {
    load: () => ({ ...DEFAULT_SETTINGS, ...store.load() }),
    save: (settings) => store.save(settings),
  };
}
