import type { AgentEvent } from './agent-event.js';
import { assertNever } from './assert-never.js';
import { type CallEvent, movedCall } from './moved-call.js';
import { withoutUnfinished, withUnfinished } from './unfinished-arguments.js';
import type {
  AssistantBlock,
  AssistantMessage,
  ChatMessage,
  ConversationId,
  ConversationState,
  MessageId,
  ToolCallId,
  ToolCallRecord,
} from './conversation.js';
import { applySummaryEvent, withoutSummariesOf, withoutSummaryWork } from './history-summary.js';
import { usageOfAnswer, usageOfSummary, withRequest } from './request-usage.js';

/** A conversation in which nothing has happened. */
export function emptyConversation(id: ConversationId): ConversationState {
  return { id, messages: [], calls: {}, turn: { kind: 'idle' } };
}

/** The record of a call, or undefined. Ids come from a model: `calls[id]` alone would find `constructor`. */
export function callOf(state: ConversationState, id: string): ToolCallRecord | undefined {
  return Object.hasOwn(state.calls, id) ? state.calls[id] : undefined;
}

/**
 * What a conversation is after one more event. Pure and total: an event that fits nothing gives the same state back.
 * Everything the event does not touch keeps its identity, so a view can compare by `===`. The passing events move a
 * message on while it streams; without them `assistant-finished` alone builds the same message and its calls.
 */
export function applyEvent(state: ConversationState, event: AgentEvent): ConversationState {
  switch (event.type) {
    case 'turn-started':
      return { ...withoutSummaryWork(state), turn: { kind: 'running', turnId: event.turnId, since: event.at } };
    case 'turn-finished':
      return {
        ...withoutUnfinished(closeCalls(state)),
        turn: { kind: 'ended', turnId: event.turnId, outcome: event.outcome },
      };
    case 'history-rewound':
      return rewound(state, new Set(event.messageIds));
    case 'user-message':
      return withMessage(state, event.message);
    case 'assistant-started':
      return startAssistant(state, event);
    case 'model-retrying':
      return retrying(state, event);
    case 'context-measured':
      return { ...state, context: event.use };
    case 'summary-started':
    case 'summary-failed':
    case 'summary-undone':
      return applySummaryEvent(state, event);
    case 'history-summarised':
      return withRequest(applySummaryEvent(state, event), usageOfSummary(event.summary));
    case 'queue-changed':
      return { ...state, queue: event.queue };
    case 'tool-set-aside':
      return { ...state, setAside: [...(state.setAside ?? []), event.tool] };
    case 'text-delta':
      return withBlocks(state, event.messageId, (blocks) => appendText(blocks, event.text));
    case 'thinking-delta':
      return withBlocks(state, event.messageId, (blocks) => appendThinking(blocks, event.text));
    case 'tool-call-started':
      return startCall(state, event.messageId, event.callId, event.wireName);
    case 'tool-input-delta':
      return withUnfinished(state, event.callId, event.partialJson);
    case 'request-broken':
      return withRequest(state, event.request);
    case 'assistant-finished':
      return withRequest(finishAssistant(state, event.message), usageOfAnswer(event.message));
    case 'tool-resolved':
    case 'tool-decided':
    case 'tool-asking':
    case 'tool-edited':
    case 'tool-permission':
    case 'tool-running':
    case 'tool-progress':
    case 'tool-finished':
      return moveCall(state, event);
    default:
      return assertNever(event);
  }
}

/**
 * What a stored conversation is when its events have ended: a turn that was still running was cut off by the end of
 * the app. A call without a result then never gets one; the model is told that its outcome is unknown.
 */
export function closeInterrupted(state: ConversationState): ConversationState {
  const closed = closeCalls(state);
  if (closed.turn.kind !== 'running') return closed;
  return { ...closed, turn: { kind: 'ended', turnId: closed.turn.turnId, outcome: { kind: 'cancelled' } } };
}

/** An answer begins, or begins anew: what had streamed of it before, and the calls in it, are gone. */
function startAssistant(
  state: ConversationState,
  { messageId, at, model }: Extract<AgentEvent, { type: 'assistant-started' }>,
): ConversationState {
  const message = { role: 'assistant', id: messageId, at, model, blocks: [], complete: false } as const;
  const calls = Object.values(state.calls);
  const kept = calls.filter((call) => call.messageId !== messageId || call.stage !== 'streaming');
  const turn = state.turn.kind === 'running' ? withoutRetry(state.turn) : state.turn;
  const begun = withMessage({ ...withoutUnfinished(state), turn }, message);
  return kept.length === calls.length ? begun : { ...begun, calls: byId(kept) };
}

type RunningTurn = Extract<ConversationState['turn'], { kind: 'running' }>;

function withoutRetry(turn: RunningTurn): RunningTurn {
  if (turn.retry === undefined) return turn;
  const { retry: _retry, ...rest } = turn;
  return rest;
}

function retrying(
  state: ConversationState,
  { attempt, of, reason, at, inMs }: Extract<AgentEvent, { type: 'model-retrying' }>,
): ConversationState {
  if (state.turn.kind !== 'running') return state;
  return { ...state, turn: { ...state.turn, retry: { attempt, of, reason, until: at + inMs } } };
}

/** Without these messages and the calls that they made. */
function rewound(state: ConversationState, removed: ReadonlySet<MessageId>): ConversationState {
  const messages = state.messages.filter((message) => !removed.has(message.id));
  if (messages.length === state.messages.length) return state;
  const calls = Object.fromEntries(Object.entries(state.calls).filter(([, call]) => !removed.has(call.messageId)));
  return withoutSummariesOf({ ...state, messages, calls }, removed);
}

function moveCall(state: ConversationState, event: CallEvent): ConversationState {
  const call = callOf(state, event.callId);
  // A finished call stays as it finished: its result was told to the model, and is told once.
  if (call === undefined || call.stage === 'finished') return state;
  const moved = movedCall(call, event);
  return moved === call ? state : { ...state, calls: { ...state.calls, [call.id]: moved } };
}

/** Appends the message, or puts it in the place of the one with its id. */
function withMessage(state: ConversationState, message: ChatMessage): ConversationState {
  const index = indexOfMessage(state, message.id);
  return { ...state, messages: index < 0 ? [...state.messages, message] : state.messages.with(index, message) };
}

function withBlocks(
  state: ConversationState,
  id: MessageId,
  change: (blocks: readonly AssistantBlock[]) => readonly AssistantBlock[],
): ConversationState {
  const index = indexOfMessage(state, id);
  const message = state.messages[index];
  if (message === undefined || message.role !== 'assistant' || message.complete) return state;
  return { ...state, messages: state.messages.with(index, { ...message, blocks: change(message.blocks) }) };
}

/** Looks from the end: what streams is the last message. A loop, because a long chat is read back event by event. */
function indexOfMessage({ messages }: ConversationState, id: MessageId): number {
  let index = messages.length - 1;
  while (index >= 0 && messages[index]?.id !== id) index -= 1;
  return index;
}

function appendText(blocks: readonly AssistantBlock[], text: string): readonly AssistantBlock[] {
  const last = blocks.at(-1);
  if (last?.type !== 'text') return [...blocks, { type: 'text', text }];
  return blocks.with(blocks.length - 1, { type: 'text', text: last.text + text });
}

function appendThinking(blocks: readonly AssistantBlock[], text: string): readonly AssistantBlock[] {
  const last = blocks.at(-1);
  if (last?.type !== 'thinking') return [...blocks, { type: 'thinking', thinking: text, signature: '' }];
  return blocks.with(blocks.length - 1, { ...last, thinking: last.thinking + text });
}

function startCall(
  state: ConversationState,
  messageId: MessageId,
  id: ToolCallId,
  wireName: string,
): ConversationState {
  if (callOf(state, id) !== undefined) return state;
  const streamed = withBlocks(state, messageId, (blocks) => [
    ...blocks,
    { type: 'tool_use', id, name: wireName, input: {} },
  ]);
  if (streamed === state) return state;
  return { ...streamed, calls: { ...streamed.calls, [id]: newCall(id, messageId, wireName, 'streaming') } };
}

function newCall(
  id: ToolCallId,
  messageId: MessageId,
  wireName: string,
  stage: 'streaming' | 'deciding',
): ToolCallRecord {
  return { id, messageId, wireName, badges: [], stage };
}

function finishAssistant(state: ConversationState, message: AssistantMessage): ConversationState {
  // What streamed but is not in the finished message was never called; a view finds calls by the blocks.
  const stays = (call: ToolCallRecord): boolean => call.messageId !== message.id || call.stage !== 'streaming';
  const next = withMessage(withoutUnfinished(state), message);
  const calls = Object.values(state.calls);
  // Most answers call nothing.
  if (calls.every(stays) && message.blocks.every(({ type }) => type !== 'tool_use')) return next;
  const kept = calls.filter(stays);
  const known = new Set(kept.map((call) => call.id));
  const added: ToolCallRecord[] = [];
  for (const block of message.blocks) {
    if (block.type !== 'tool_use' || known.has(block.id)) continue;
    const call = newCall(block.id, message.id, block.name, 'deciding');
    added.push(message.complete ? call : neverRun(call));
  }
  if (added.length === 0 && kept.length === calls.length) return next;
  return { ...next, calls: byId([...kept, ...added]) };
}

/** `fromEntries` because an assignment to `__proto__` would be lost. */
function byId(calls: readonly ToolCallRecord[]): Readonly<Record<string, ToolCallRecord>> {
  return Object.fromEntries(calls.map((call) => [call.id, call]));
}

/** A call that ended before it ran: its message was cut, or the turn stopped first. */
function neverRun(call: ToolCallRecord): ToolCallRecord {
  return { ...call, stage: 'finished', permission: call.permission ?? { kind: 'refused', by: 'cancelled' } };
}

/** Ends every call that has no result: no more events will come for it. */
function closeCalls(state: ConversationState): ConversationState {
  const calls = Object.values(state.calls);
  if (calls.every((call) => call.stage === 'finished')) return state;
  const closed = calls.map((call) => {
    if (call.stage === 'finished') return call;
    return call.stage === 'running' ? { ...call, stage: 'finished' as const } : neverRun(call);
  });
  return { ...state, calls: byId(closed) };
}
