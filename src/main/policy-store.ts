import type { PolicyStore } from '../core/policy/policy-store.js';
import type { PolicyEntry } from '../shared/policy.js';
import { STORED_POLICIES } from '../core/host/stored-shapes.js';
import { JsonStore } from './json-store.js';
import type { StorePlace } from './store-place.js';

/** `policies.json`: what the user has settled for single tools. */
export function openPolicyStore(place: StorePlace): PolicyStore {
  return new JsonStore<readonly PolicyEntry[]>({
    folder: place.folder,
    name: 'policies',
    empty: [],
    check: place.compile(STORED_POLICIES),
    report: place.report,
  });
}
