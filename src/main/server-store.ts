import type { ServerStore } from '../core/host/ports.js';
import { STORED_SERVERS } from '../core/servers/stored-servers.js';
import type { ServerConfig } from '../shared/server.js';
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
