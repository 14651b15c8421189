import { applyEvent } from '../../shared/apply-event.js';
import type { ConversationId, ConversationState } from '../../shared/conversation.js';
import type { AppState, HostEvent } from '../../shared/host-event.js';

/** The last the page knows of the host: everything up to and including event `seq`. */
export interface HostFeed {
  readonly seq: number;
  readonly app: AppState;
}

/** The conversation that is open, as of event `seq`. */
export interface OpenConversation {
  readonly seq: number;
  readonly state: ConversationState;
}

/** Follows one event. An old one changes nothing; `gap` means that events are missing and a snapshot is due. */
export function followEvent(feed: HostFeed, event: HostEvent): HostFeed | 'gap' {
  if (event.seq <= feed.seq) return feed;
  if (event.seq > feed.seq + 1) return 'gap';
  return { seq: event.seq, app: event.type === 'state' ? { ...feed.app, ...event.patch } : feed.app };
}

/** Moves an open conversation on by those of the events that are its own and that it has not seen. */
export function followConversation(
  open: OpenConversation,
  id: ConversationId,
  events: readonly HostEvent[],
): OpenConversation {
  let { seq, state } = open;
  for (const event of events) {
    if (event.type !== 'agent' || event.conversationId !== id || event.seq <= seq) continue;
    state = event.events.reduce(applyEvent, state);
    seq = event.seq;
  }
  return state === open.state ? open : { seq, state };
}
