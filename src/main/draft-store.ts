import type { DraftStore } from '../core/host/draft-book.js';
import { STORED_DRAFTS } from '../core/host/stored-drafts.js';
import type { Draft } from '../shared/ipc/file-schemas.js';
import { JsonStore } from './json-store.js';
import type { StorePlace } from './store-place.js';

/** `drafts.json`: what was written and not sent. */
export function openDraftStore(place: StorePlace): DraftStore {
  return new JsonStore<readonly Draft[]>({
    folder: place.folder,
    name: 'drafts',
    empty: [],
    check: place.compile(STORED_DRAFTS),
    report: place.report,
  });
}
