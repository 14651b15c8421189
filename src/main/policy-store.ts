import type { PolicyStore } from '../core/policy/policy-store.js';
import type { PolicyEntry } from '../shared/policy.js';
import { JsonStore } from './json-store.js';
import type { StorePlace } from './store-place.js';

const SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['serverId', 'tool', 'verdict', 'origin', 'since'],
    properties: {
      serverId: { type: 'string', minLength: 1 },
      tool: { type: 'string', minLength: 1 },
      verdict: { enum: ['allow', 'confirm', 'deny'] },
      fingerprint: { type: 'string' },
      origin: { enum: ['host', 'user'] },
      since: { type: 'string' },
    },
  },
} as const;

/** `policies.json`: what the user has settled for single tools. */
export function openPolicyStore(place: StorePlace): PolicyStore {
  return new JsonStore<readonly PolicyEntry[]>({
    folder: place.folder,
    name: 'policies',
    empty: [],
    check: place.compile(SCHEMA),
    report: place.report,
  });
}
