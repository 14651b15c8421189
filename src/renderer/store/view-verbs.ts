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
  | 'dismissNote';

/** What is of the page alone: what is seen, where the focus is. */
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
    dismissNote: (id) => state.setState((page) => ({ notes: page.notes.filter((item) => item.id !== id) })),
  };
}
