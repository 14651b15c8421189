import type { ConversationId, TurnOutcome } from '../shared/conversation.js';
import type { HostEvent } from '../shared/host-event.js';

/** Whoever waits longer than this for a turn may have turned to something else. ms. */
const LONG_TURN = 10_000;

/** A turn that took long. */
export interface LongTurn {
  readonly conversationId: ConversationId;
  readonly outcome: TurnOutcome['kind'];
}

/** Finds the turns that took long, by the times that their own events say. */
export class TurnWatch {
  /** When the turn that runs in a chat began. ms since the epoch. */
  readonly #since = new Map<ConversationId, number>();

  /** The long turns that end with this event. */
  hear(event: HostEvent): readonly LongTurn[] {
    if (event.type !== 'agent') return [];
    const { conversationId, events } = event;
    return events.flatMap((part): readonly LongTurn[] => {
      if (part.type === 'turn-started') this.#since.set(conversationId, part.at);
      if (part.type !== 'turn-finished') return [];
      const since = this.#since.get(conversationId) ?? part.at;
      this.#since.delete(conversationId);
      return part.at - since > LONG_TURN ? [{ conversationId, outcome: part.outcome.kind }] : [];
    });
  }
}
