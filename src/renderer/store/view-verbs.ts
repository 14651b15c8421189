import type { StoreApi } from 'zustand/vanilla';
import type { PageState } from './page-state.js';
import type { PageStore } from './page-store.js';

/** Lines of the palette that are remembered as used. */
const MOST_USED = 5;

type ViewVerb =
  | 'setOverlay'
  | 'setChatsOpen'
  | 'paletteChose'
  | 'titleFocused'
  | 'focusComposer'
  | 'focusSearch'
  | 'messageShown'
  | 'setDraft'
  | 'restoreDraft'
  | 'dismissNote';

/** What is of the page alone: what is seen, where the focus is, what is not sent yet. */
export function viewVerbs(state: StoreApi<PageState>): Pick<PageStore, ViewVerb> {
  return {
    setOverlay: (overlay) => state.setState({ overlay, chatsOpen: false }),
    setChatsOpen: (chatsOpen) => state.setState({ chatsOpen }),
    paletteChose: (id) =>
      state.setState(({ paletteUsed }) => ({
        paletteUsed: [id, ...paletteUsed.filter((used) => used !== id)].slice(0, MOST_USED),
      })),
    titleFocused: () => state.setState({ titleFocus: false }),
    focusComposer: () => state.setState((page) => ({ composerFocus: page.composerFocus + 1 })),
    focusSearch: () => state.setState((page) => ({ searchFocus: page.searchFocus + 1 })),
    messageShown: () => state.setState({ shownMessage: undefined }),
    setDraft: (id, text) => state.setState((page) => ({ drafts: { ...page.drafts, [id ?? '']: text } })),
    restoreDraft: (id, text) =>
      state.setState((page) => ((page.drafts[id] ?? '') === '' ? { drafts: { ...page.drafts, [id]: text } } : page)),
    dismissNote: (id) => state.setState((page) => ({ notes: page.notes.filter((item) => item.id !== id) })),
  };
}
