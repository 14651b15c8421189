import type { ServerStore } from '../core/host/ports.js';
import type { ServerConfig } from '../shared/server.js';
import { STORED_SERVERS } from '../core/host/stored-shapes.js';
import { JsonStore } from './json-store.js';
import type { StorePlace } from './store-place.js';

/** `servers.json`: the configured servers, in the user's order. */
export function openServerStore(place: StorePlace): ServerStore {
  return new JsonStore<readonly ServerConfig[]>({
    folder: place.folder,
    name: 'servers',
    empty: [],
    check: place.compile(STORED_SERVERS),
    report: place.report,
  });
}
