import type { SettingsStore } from '../core/host/ports.js';
import { DEFAULT_SETTINGS, type Settings } from '../shared/settings.js';
import { JsonStore } from './json-store.js';
import type { StorePlace } from './store-place.js';

/** Members may be missing: a setting that a later release added has its default. */
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    language: { enum: ['system', 'en', 'zh-CN'] },
    theme: { enum: ['system', 'light', 'dark'] },
    model: { type: 'string' },
    baseUrl: { type: 'string' },
    workspace: { type: 'string' },
    maxRounds: { type: 'integer', minimum: 1, maximum: 200 },
    approvalTimeoutSeconds: { type: 'integer', minimum: 10, maximum: 86_400 },
  },
} as const;

/** `settings.json`: what the user has chosen. */
export function openSettingsStore(place: StorePlace): SettingsStore {
  const store = new JsonStore<Partial<Settings>>({
    folder: place.folder,
    name: 'settings',
    empty: {},
    check: place.compile(SCHEMA),
    report: place.report,
  });
  return {
    load: () => ({ ...DEFAULT_SETTINGS, ...store.load() }),
    save: (settings) => store.save(settings),
  };
}
