import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationId, MessageId } from '../../shared/conversation.js';
import type { GatehouseBridge } from '../../shared/ipc/bridge.js';
import type { CommandInput } from '../../shared/ipc/contract.js';
import type { Told } from '../../shared/told.js';
import { DraftKeeper } from './draft-keeper.js';
import { type DraftVerbs, draftVerbs } from './draft-verbs.js';
import { HostFollower } from './host-follower.js';
import type { Overlay, PageNote, PageState, PageStorePorts } from './page-state.js';
import { noteVerbs } from './note-verbs.js';
import { formatRoute, parseRoute, type Route } from './route.js';
import { viewVerbs } from './view-verbs.js';

export interface PageStore extends DraftVerbs {
  readonly state: StoreApi<PageState>;
  readonly bridge: GatehouseBridge;
  /** Listens, takes the snapshot and opens what the route names. The returned function stops listening. */
  start(): () => void;
  /** Takes the snapshot again, after contact was lost. */
  restart(): void;
  go(route: Route): void;
  /** Goes to a page by key: its title takes the focus. */
  openPage(route: Route): void;
  /** Goes back to the chat that was open last, and puts the caret into its composer. */
  toChat(): void;
  setOverlay(overlay: Overlay | undefined): void;
  setChatsOpen(open: boolean): void;
  /** A line of the palette was chosen. */
  paletteChose(id: string): void;
  /** The title has the focus. */
  titleFocused(): void;
  /** Opens the conversation of the route again, after it failed. */
  reopen(): void;
  /** Stops the turn of the open chat, where one runs. A refusal becomes a note. */
  stopTurn(): void;
  /** Changes what only the page is about, such as its look. A refusal becomes a note. */
  changeSettings(change: CommandInput<'settings.update'>): void;
  /** Asks main to open an address outside; a refusal becomes a note. */
  openLink(url: string): void;
  /** Hands drafts that changed a moment ago to main, because the page goes. */
  flushDrafts(): void;
  /** Puts the caret into the composer, wherever it stands. */
  focusComposer(): void;
  /** Puts the caret into the search of the chats. */
  focusSearch(): void;
  /** Opens a chat at one of its messages. */
  showMessage(conversationId: ConversationId, messageId: MessageId): void;
  /** The message has been scrolled to. */
  messageShown(): void;
  note(message: Told | string, action?: PageNote['action']): void;
  dismissNote(id: number): void;
}

/** The page's only store. It computes no truth: it holds the last snapshot and what the events made of it. */
export function createPageStore(ports: PageStorePorts): PageStore {
  const state = createStore<PageState>(() => firstState(parseRoute(ports.memory.read()), ports.language));
  const follower = new HostFollower(ports, state);
  const view = viewVerbs(state);
  const { commands } = ports.bridge;
  const { note, tell } = noteVerbs(state);
  const keeper = new DraftKeeper(ports, state);
  const go = (route: Route): void => {
    ports.memory.write(formatRoute(route));
    state.setState({ route, chatsOpen: false });
    follower.openRoute();
  };
  return {
    ...view,
    state,
    bridge: ports.bridge,
    start: () => {
      ports.memory.onMoved(() => go(parseRoute(ports.memory.read())));
      const stops = [follower.start(), keeper.start()];
      return () => stops.forEach((stop) => stop());
    },
    restart: () => follower.takeSnapshot(),
    go,
    openPage: (route) => {
      state.setState({ titleFocus: true });
      go(route);
    },
    toChat: () => {
      const { route, conversation } = state.getState();
      if (route.page !== 'chat') {
        go(conversation.kind === 'none' ? { page: 'chat' } : { page: 'chat', conversationId: conversation.id });
      }
      view.focusComposer();
    },
    reopen: () => {
      state.setState({ conversation: { kind: 'none' } });
      follower.openRoute();
    },
    ...draftVerbs(state),
    flushDrafts: () => keeper.flush(),
    note,
    showMessage: (conversationId, messageId) => {
      state.setState({ shownMessage: messageId });
      go({ page: 'chat', conversationId });
    },
    // `tell` never rejects.
    stopTurn: () => {
      const { conversation } = state.getState();
      if (conversation.kind !== 'open' || conversation.state.turn.kind !== 'running') return;
      void tell(commands['chat.stop']({ conversationId: conversation.id }));
    },
    changeSettings: (change) => void tell(commands['settings.update'](change)),
    openLink: (url) => void tell(commands['links.open']({ url })),
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
    edits: {},
    attached: {},
    composerFocus: 0,
    searchFocus: 0,
    titleFocus: false,
    overlay: undefined,
    paletteUsed: [],
    chatsOpen: false,
    notes: [],
    shownMessage: undefined,
  };
}
