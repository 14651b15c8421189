import type { DraftStore } from '../core/host/draft-book.js';
import { draftOf, STORED_DRAFTS, type StoredDraft } from '../core/host/stored-drafts.js';
import { JsonStore } from './json-store.js';
import type { StorePlace } from './store-place.js';

/** `drafts.json`: what was written and not sent. */
export function openDraftStore(place: StorePlace): DraftStore {
  const store = new JsonStore<readonly StoredDraft[]>({
    folder: place.folder,
    name: 'drafts',
    empty: [],
    check: place.compile(STORED_DRAFTS),
    report: place.report,
  });
  return { load: () => store.load().map(draftOf), save: (drafts) => store.save(drafts) };
}
