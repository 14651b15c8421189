import type { StoreApi } from 'zustand/vanilla';
import type { IpcResult } from '../../shared/ipc/result.js';
import type { PageState } from './page-state.js';
import type { PageStore } from './page-store.js';

interface NoteVerbs {
  readonly note: PageStore['note'];
  /** Makes a note of a refusal, unless the user said no natively and knows it. Never rejects. */
  readonly tell: (work: Promise<IpcResult<unknown>>) => Promise<void>;
}

/** Says what has no place of its own on the page. */
export function noteVerbs(state: StoreApi<PageState>): NoteVerbs {
  let made = 0;
  const note: NoteVerbs['note'] = (message, action) => {
    made += 1;
    const next = { id: made, message, ...(action === undefined ? {} : { action }) };
    state.setState(({ notes }) => ({ notes: [...notes, next] }));
  };
  const tell: NoteVerbs['tell'] = async (work) => {
    try {
      const answer = await work;
      if (!answer.ok && answer.error.code !== 'cancelled') note(answer.error);
    } catch (error) {
      note(String(error));
    }
  };
  return { note, tell };
}
