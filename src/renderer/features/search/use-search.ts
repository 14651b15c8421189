import { useEffect, useState } from 'react';
import type { SearchHit } from '../../../shared/search-hit.js';
import type { Told } from '../../../shared/told.js';
import { usePageStore } from '../../store/store-context.js';

/** What a search found; `undefined` until it has. */
export interface Found {
  /** The query that this answers. */
  readonly query: string;
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
  readonly error?: Told;
}

/** After the last key the search waits so long, ms: a word that is being written is not looked for letter by letter. */
const PAUSE = 120;

/** Searches the messages of all chats while the user writes; an answer that is not the newest is dropped. */
export function useSearch(query: string): Found | undefined {
  const store = usePageStore();
  const [found, setFound] = useState<Found>();
  const asked = query.trim();
  useEffect(() => {
    if (asked === '') return undefined;
    let stale = false;
    const look = async (): Promise<void> => {
      const answer = await store.bridge.commands['conversations.search']({ query: asked });
      if (stale) return;
      setFound(
        answer.ok ? { query: asked, ...answer.value } : { query: asked, hits: [], more: false, error: answer.error },
      );
    };
    const timer = setTimeout(() => {
      look().catch((error: unknown) =>
        setFound({ query: asked, hits: [], more: false, error: { code: 'lost', message: String(error) } }),
      );
    }, PAUSE);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [asked, store]);
  return asked === '' ? undefined : found;
}
