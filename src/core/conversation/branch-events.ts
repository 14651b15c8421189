import type { AgentEvent } from '../../shared/agent-event.js';
import type { MessageId, TurnId, UserMessage } from '../../shared/conversation.js';

/** What a new conversation begins with. */
export interface Branch {
  readonly events: readonly AgentEvent[];
  /** What the user had said at that place, to be said anew. */
  readonly said?: UserMessage;
}

/**
 * The conversation up to one of its messages: an answer with the results of its calls, or all that came before a message of
 * the user, which is then to be said anew. Undefined where there is no such message (any more).
 */
export function branchEvents(all: readonly AgentEvent[], messageId: MessageId, now: number): Branch | undefined {
  // What waits to be said in that conversation is said there.
  const events = all.filter((event) => event.type !== 'queue-changed');
  const rewound = new Set(events.flatMap((event) => (event.type === 'history-rewound' ? event.messageIds : [])));
  const at = events.findIndex((event) => messageIdOf(event) === messageId);
  const event = events[at];
  if (event === undefined || rewound.has(messageId)) return undefined;
  if (event.type === 'user-message') {
    return { events: closed(events.slice(0, startOfTurn(events, at)), now), said: event.message };
  }
  // The results of its calls stand between it and the next message.
  const next = events.findIndex(
    (later, place) => place > at && (endsMessage(later) || messageIdOf(later) !== undefined),
  );
  return { events: closed(events.slice(0, next === -1 ? events.length : next), now) };
}

function messageIdOf(event: AgentEvent): MessageId | undefined {
  return event.type === 'user-message' || event.type === 'assistant-finished' ? event.message.id : undefined;
}

function endsMessage(event: AgentEvent): boolean {
  return event.type === 'turn-finished' || event.type === 'turn-started' || event.type === 'history-rewound';
}

/** A message of the user stands after the start of its turn. */
function startOfTurn(events: readonly AgentEvent[], at: number): number {
  return events[at - 1]?.type === 'turn-started' ? at - 1 : at;
}

/** Without an open turn: what is cut in the middle of one has ended there. */
function closed(events: readonly AgentEvent[], now: number): readonly AgentEvent[] {
  const open = openTurn(events);
  if (open === undefined) return events;
  return [...events, { type: 'turn-finished', turnId: open, outcome: { kind: 'completed' }, at: now }];
}

function openTurn(events: readonly AgentEvent[]): TurnId | undefined {
  let open: TurnId | undefined;
  for (const event of events) {
    if (event.type === 'turn-started') open = event.turnId;
    else if (event.type === 'turn-finished') open = undefined;
  }
  return open;
}
