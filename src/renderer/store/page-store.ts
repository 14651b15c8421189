import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationId, MessageId } from '../../shared/conversation.js';
import type { GatehouseBridge } from '../../shared/ipc/bridge.js';
import { HostFollower } from './host-follower.js';
import type { PageNote, PageState, PageStorePorts } from './page-state.js';
import { formatRoute, parseRoute, type Route } from './route.js';

export interface PageStore {
  readonly state: StoreApi<PageState>;
  readonly bridge: GatehouseBridge;
  /** Listens, takes the snapshot and opens what the route names. The returned function stops listening. */
  start(): () => void;
  /** Takes the snapshot again, after contact was lost. */
  restart(): void;
  go(route: Route): void;
  /** Opens the conversation of the route again, after it failed. */
  reopen(): void;
  /** Stops the turn of the open chat, where one runs. A refusal becomes a note. */
  stopTurn(): void;
  /** Asks main to open an address outside; a refusal becomes a note. */
  openLink(url: string): void;
  setDraft(conversationId: ConversationId | undefined, text: string): void;
  /** Puts back a message that was refused, unless something else has been written meanwhile. */
  restoreDraft(conversationId: ConversationId, text: string): void;
  /** Puts the caret into the composer, wherever it stands. */
  focusComposer(): void;
  /** Puts the caret into the search of the chats. */
  focusSearch(): void;
  /** Opens a chat at one of its messages. */
  showMessage(conversationId: ConversationId, messageId: MessageId): void;
  /** The message has been scrolled to. */
  messageShown(): void;
  note(message: string, action?: PageNote['action']): void;
  dismissNote(id: number): void;
}

/** The page's only store. It computes no truth: it holds the last snapshot and what the events made of it. */
export function createPageStore(ports: PageStorePorts): PageStore {
  const state = createStore<PageState>(() => firstState(parseRoute(ports.memory.read()), ports.language));
  const follower = new HostFollower(ports, state);
  let notes = 0;
  const note = (message: string, action?: PageNote['action']): void => {
    notes += 1;
    const made = { id: notes, message, ...(action === undefined ? {} : { action }) };
    state.setState((page) => ({ notes: [...page.notes, made] }));
  };
  const stopTurn = async (): Promise<void> => {
    const { conversation } = state.getState();
    if (conversation.kind !== 'open' || conversation.state.turn.kind !== 'running') return;
    const answer = await ports.bridge.commands['chat.stop']({ conversationId: conversation.id });
    if (!answer.ok) note(answer.error.message);
  };
  const go = (route: Route): void => {
    ports.memory.write(formatRoute(route));
    state.setState({ route });
    follower.openRoute();
  };
  const openLink = async (url: string): Promise<void> => {
    const answer = await ports.bridge.commands['links.open']({ url });
    if (!answer.ok && answer.error.code !== 'cancelled') note(answer.error.message);
  };
  const broken = (error: unknown): void => note(String(error));
  return {
    state,
    bridge: ports.bridge,
    start: () => follower.start(),
    restart: () => follower.takeSnapshot(),
    go,
    reopen: () => {
      state.setState({ conversation: { kind: 'none' } });
      follower.openRoute();
    },
    setDraft: (id, text) => state.setState((page) => ({ drafts: { ...page.drafts, [id ?? '']: text } })),
    restoreDraft: (id, text) =>
      state.setState((page) => ((page.drafts[id] ?? '') === '' ? { drafts: { ...page.drafts, [id]: text } } : page)),
    note,
    showMessage: (conversationId, messageId) => {
      state.setState({ shownMessage: messageId });
      go({ page: 'chat', conversationId });
    },
    messageShown: () => state.setState({ shownMessage: undefined }),
    stopTurn: () => void stopTurn().catch(broken),
    openLink: (url) => void openLink(url).catch(broken),
    focusComposer: () => state.setState((page) => ({ composerFocus: page.composerFocus + 1 })),
    focusSearch: () => state.setState((page) => ({ searchFocus: page.searchFocus + 1 })),
    dismissNote: (id) => state.setState((page) => ({ notes: page.notes.filter((item) => item.id !== id) })),
  };
}

function firstState(route: Route, systemLanguage: string): PageState {
  return {
    contact: { kind: 'loading' },
    app: undefined,
    systemLanguage,
    platform: '',
    version: '',
    route,
    conversation: { kind: 'none' },
    drafts: {},
    composerFocus: 0,
    searchFocus: 0,
    notes: [],
    shownMessage: undefined,
  };
}
