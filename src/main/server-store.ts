import type { ServerStore } from '../core/host/ports.js';
import type { ServerConfig } from '../shared/server.js';
import { JsonStore } from './json-store.js';
import type { StorePlace } from './store-place.js';

const LAUNCH = {
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'command', 'args', 'env'],
  properties: {
    kind: { const: 'stdio' },
    command: { type: 'string', minLength: 1 },
    args: { type: 'array', items: { type: 'string' } },
    env: { type: 'object', additionalProperties: { type: 'string' } },
    cwd: { type: 'string' },
  },
} as const;

const SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'name', 'launch', 'trustReadOnlyHint', 'autoConnect', 'bundled'],
    properties: {
      id: { type: 'string', minLength: 1 },
      name: { type: 'string', minLength: 1 },
      launch: LAUNCH,
      trustReadOnlyHint: { type: 'boolean' },
      autoConnect: { type: 'boolean' },
      bundled: { type: 'boolean' },
      confirmedLaunch: { type: 'string' },
    },
  },
} as const;

/** `servers.json`: the configured servers, in the user's order. */
export function openServerStore(place: StorePlace): ServerStore {
  return new JsonStore<readonly ServerConfig[]>({
    folder: place.folder,
    name: 'servers',
    empty: [],
    check: place.compile(SCHEMA),
    report: place.report,
  });
}
