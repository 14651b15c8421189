import { policiesCheck, policiesOf, type StoredPoliciesFile } from '../core/host/stored-shapes.js';
import type { PolicyStore } from '../core/policy/policy-store.js';
import { JsonStore } from './json-store.js';
import type { StorePlace } from './store-place.js';

/** `policies.json`: what the user has settled for tools, for arguments, and for the words that make a name dangerous. */
export function openPolicyStore(place: StorePlace): PolicyStore {
  const store = new JsonStore<StoredPoliciesFile>({
    folder: place.folder,
    name: 'policies',
    empty: {},
    check: policiesCheck(place.compile),
    report: place.report,
  });
  return {
    load: () => policiesOf(store.load()),
    save: (policies) => store.save(policies),
  };
}
