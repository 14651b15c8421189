import { createContext, useContext, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { AppState } from '../../shared/host-event.js';
import type { PageState } from './page-state.js';
import type { PageStore } from './page-store.js';

const StoreContext = createContext<PageStore | undefined>(undefined);

/** Gives the page its store. */
export function StoreProvider({ store, children }: { readonly store: PageStore; readonly children: ReactNode }) {
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** The store itself, for its verbs and the bridge. */
export function usePageStore(): PageStore {
  const store = useContext(StoreContext);
  if (store === undefined) throw new Error('the page has no store: wrap it in StoreProvider');
  return store;
}

/** A part of the page's state; renders again only when the part changes. */
export function usePage<T>(select: (state: PageState) => T): T {
  return useStore(usePageStore().state, select);
}

/** A part of the host's state. Only under the shell, which renders once there is one. */
export function useApp<T>(select: (app: AppState) => T): T {
  return usePage((page) => {
    if (page.app === undefined) throw new Error('the host’s state is read before the first snapshot');
    return select(page.app);
  });
}
