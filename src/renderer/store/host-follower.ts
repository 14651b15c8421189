import type { StoreApi } from 'zustand/vanilla';
import type { ConversationId } from '../../shared/conversation.js';
import type { HostEvent } from '../../shared/host-event.js';
import { followConversation, followEvent, type HostFeed, type OpenConversation } from './host-feed.js';
import type { ConversationView, PageState, PageStorePorts } from './page-state.js';

/** Keeps the page's state in step with the host: snapshot, events by number, and the conversation of the route. */
export class HostFollower {
  readonly #ports: PageStorePorts;
  readonly #state: StoreApi<PageState>;
  #feed: HostFeed | undefined;
  #queue: HostEvent[] = [];
  #scheduled = false;
  /** Events that came while a conversation was being opened; the answer's number says which of them it holds. */
  #early: HostEvent[] = [];

  constructor(ports: PageStorePorts, state: StoreApi<PageState>) {
    this.#ports = ports;
    this.#state = state;
  }

  /** Listens first and asks second, so no event falls between. The returned function stops listening. */
  start(): () => void {
    const stop = this.#ports.bridge.onEvent((event) => {
      this.#queue.push(event);
      if (this.#scheduled) return;
      this.#scheduled = true;
      this.#ports.nextFrame(() => this.#flush());
    });
    this.takeSnapshot();
    return stop;
  }

  /** Opens the conversation that the route names, unless it is open. */
  openRoute(): void {
    const { route, conversation, contact } = this.#state.getState();
    if (route.page !== 'chat' || contact.kind !== 'ready') return;
    const id = route.conversationId;
    if (id === undefined) return this.#state.setState({ conversation: { kind: 'none' } });
    if (conversation.kind !== 'none' && conversation.id === id) return;
    this.#early = [];
    this.#state.setState({ conversation: { kind: 'loading', id } });
    this.#open(id).catch(() => this.#lost());
  }

  #lost(): void {
    this.#state.setState({ contact: { kind: 'failed' } });
  }

  /** Asks for everything anew; what is open is opened again. */
  takeSnapshot(): void {
    this.#feed = undefined;
    this.#snapshot().catch(() => this.#lost());
  }

  async #snapshot(): Promise<void> {
    const answer = await this.#ports.bridge.commands['app.snapshot']({});
    if (!answer.ok) return this.#state.setState({ contact: { kind: 'failed', error: answer.error } });
    const { seq, state: app, systemLanguage, platform, version } = answer.value;
    this.#feed = { seq, app };
    const conversation = { kind: 'none' } as const;
    this.#state.setState({ contact: { kind: 'ready' }, app, systemLanguage, platform, version, conversation });
    this.openRoute();
    this.#flush();
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#feed === undefined || this.#queue.length === 0) return; // the snapshot will flush
    const events = this.#queue;
    let feed = this.#feed;
    for (const event of events) {
      const followed = followEvent(feed, event);
      // The queue stays: the new snapshot's number says which of these it already holds.
      if (followed === 'gap') return this.takeSnapshot();
      feed = followed;
    }
    this.#queue = [];
    this.#feed = feed;
    const { conversation } = this.#state.getState();
    if (conversation.kind === 'loading') this.#early.push(...events);
    this.#state.setState({
      app: feed.app,
      conversation: conversation.kind === 'open' ? moved(conversation, events) : conversation,
    });
  }

  async #open(id: ConversationId): Promise<void> {
    const answer = await this.#ports.bridge.commands['conversations.open']({ id });
    const now = this.#state.getState().conversation;
    if (now.kind !== 'loading' || now.id !== id) return; // the user went elsewhere meanwhile
    if (!answer.ok) {
      return this.#state.setState({ conversation: { kind: 'failed', id, error: answer.error } });
    }
    const view = followConversation(answer.value, id, this.#early);
    this.#early = [];
    this.#state.setState({ conversation: { kind: 'open', id, ...view } });
  }
}

function moved(view: Extract<ConversationView, { kind: 'open' }>, events: readonly HostEvent[]): ConversationView {
  const before: OpenConversation = view;
  const after = followConversation(before, view.id, events);
  return after === before ? view : { ...view, ...after };
}
