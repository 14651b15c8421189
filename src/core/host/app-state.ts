import type { AgentEvent } from '../../shared/agent-event.js';
import type { ConversationId } from '../../shared/conversation.js';
import type { AppState, HostEvent } from '../../shared/host-event.js';
import { mergeDeltas } from '../../shared/merge-deltas.js';
import { Emitter } from '../observable.js';

/** How each part of the state is read when it is due. */
export type StateParts = { readonly [K in keyof AppState]: () => AppState[K] };

type EventBody =
  | { readonly type: 'state'; readonly patch: Partial<AppState> }
  | { readonly type: 'agent'; readonly conversationId: ConversationId; readonly events: readonly AgentEvent[] };

const FRAME_MS = 16;
const SLOW_MS = 100;

/**
 * Tells the face what has changed: agent events in order, batched for a frame; parts of the state read once a frame
 * however often they changed. Each event has the next `seq`.
 */
export class AppStateFeed {
  readonly #events = new Emitter<HostEvent>();
  readonly #parts: StateParts;
  readonly #due = new Set<keyof AppState>();
  #batches: { readonly conversationId: ConversationId; readonly events: AgentEvent[] }[] = [];
  #seq = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #slow = new Set<keyof AppState>();
  #slowTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: StateParts) {
    this.#parts = parts;
  }

  subscribe(listener: (event: HostEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  changed(...parts: readonly (keyof AppState)[]): void {
    for (const part of parts) this.#due.add(part);
    this.#schedule();
  }

  /** The same for what may change thousands of times a second, such as a server's log. */
  changedOften(...parts: readonly (keyof AppState)[]): void {
    for (const part of parts) this.#slow.add(part);
    if (this.#closed) return;
    this.#slowTimer ??= setTimeout(() => {
      this.#slowTimer = undefined;
      this.changed(...this.#slow);
      this.#slow.clear();
    }, SLOW_MS);
  }

  agent(conversationId: ConversationId, event: AgentEvent): void {
    const last = this.#batches.at(-1);
    if (last?.conversationId === conversationId) addEvent(last.events, event);
    else this.#batches.push({ conversationId, events: [event] });
    this.#schedule();
  }

  /** The whole state, and the `seq` of the last event that is in it: what was waiting is told first. */
  snapshot(): { readonly seq: number; readonly state: AppState } {
    this.flush();
    const { settings, apiKey, models, servers, conversations, approvals, notices, hookRuns, audit } = this.#parts;
    const { policies, argumentRules, guard, chatGrants } = this.#parts;
    const state: AppState = {
      settings: settings(),
      apiKey: apiKey(),
      models: models(),
      servers: servers(),
      conversations: conversations(),
      approvals: approvals(),
      policies: policies(),
      argumentRules: argumentRules(),
      guard: guard(),
      chatGrants: chatGrants(),
      hookRuns: hookRuns(),
      notices: notices(),
      audit: audit(),
    };
    return { seq: this.#seq, state };
  }

  /** Tells now what waits for the next frame; gives the `seq` reached. */
  flush(): number {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batches = this.#batches;
    this.#batches = [];
    for (const { conversationId, events } of batches) this.#tell({ type: 'agent', conversationId, events });
    if (this.#due.size > 0) {
      const patch = Object.assign({}, ...[...this.#due].map((part) => this.#read(part)));
      this.#due.clear();
      this.#tell({ type: 'state', patch });
    }
    return this.#seq;
  }

  /** Tells what is waiting; nothing after that. */
  close(): void {
    clearTimeout(this.#slowTimer);
    this.changed(...this.#slow);
    this.flush();
    this.#closed = true;
  }

  #read(part: keyof AppState): Partial<AppState> {
    return { [part]: this.#parts[part]() };
  }

  #tell(body: EventBody): void {
    this.#seq += 1;
    this.#events.emit({ seq: this.#seq, ...body });
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => this.flush(), FRAME_MS);
  }
}

/** Pieces of one text go over as one: what a model sends in a frame is mostly that. */
function addEvent(events: AgentEvent[], event: AgentEvent): void {
  const before = events.at(-1);
  const merged = before === undefined ? undefined : mergeDeltas(before, event);
  if (merged === undefined) events.push(event);
  else events[events.length - 1] = merged;
}
