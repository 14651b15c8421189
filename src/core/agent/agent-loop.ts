import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { ContentOrigin } from '../../shared/content-origin.js';
import type { AssistantMessage, MessageId, ToolCallId, TurnOutcome } from '../../shared/conversation.js';
import { hookText } from '../../shared/hook-words.js';
import { GatehouseError, toldOf } from '../errors.js';
import { runStop } from '../hooks/run-hooks.js';
import type { ModelClient, ModelMessage } from '../model/model-client.js';
import type { Emitter } from '../observable.js';
import { narrowedPool } from '../tools/narrowed-pool.js';
import type { ToolPool } from '../tools/tool-pool.js';
import type { Tool } from '../tools/tool.js';
import { errorResult } from './error-results.js';
import type { AgentLimits } from './limits.js';
import type { CallDesk, RequestedCall } from './call-desk.js';
import { RefusedTools } from './refused-tools.js';
import { RequestFitter, type SummaryPort } from './request-fitter.js';
import { runToolCalls } from './run-tool-call.js';
import { callTooLong, stopPlan } from './stop-plan.js';
import { streamAssistant } from './stream-assistant.js';
import { TurnMemory } from './turn-memory.js';
import { TurnWatch } from './turn-watch.js';

/** All that a turn needs. The loop holds no state of its own: what it emits is the conversation. */
export interface AgentTurn extends Omit<CallDesk, 'pool' | 'memory'> {
  /**
   * What the model is to be sent: valid for the Messages API, every call with its result. `fixed`: about how many tokens
   * are sent beside it; `scale`: how many the model server counts for one that is estimated.
   */
  readonly history: (fixed: number, scale: number) => readonly ModelMessage[];
  /** How many tokens the model server counted for one that is estimated, when it last did. */
  readonly scale?: number;
  /** Absent: older messages are never summarised. */
  readonly summaries?: SummaryPort;
  /** Where text from outside came from that the model is sent as a summary. */
  readonly readBefore?: readonly ContentOrigin[];
  /** Whose tool a call of the conversation was of. */
  readonly serverOf?: (id: ToolCallId) => string | undefined;
  /** Done before `history` is asked for a request: such as to look at the images of results. */
  readonly prepare?: () => Promise<void>;
  /** Asked anew for each model request. */
  readonly buildPool: () => ToolPool;
  /** True for a tool that the model server refused earlier in this conversation. */
  readonly isSetAside?: (tool: Tool) => boolean;
  /** What of a pool is sent; where there is none, all of it. */
  readonly offer?: (pool: ToolPool) => ToolPool;
  readonly system: (pool: ToolPool) => string;
  readonly model: { readonly client: ModelClient; readonly id: string };
  readonly limits: AgentLimits;
  /** Tokens that the model can read; where it is known, what a request takes of it is told. */
  readonly window?: number;
  /** Tells that the user does not want to wait before a request is sent again. */
  readonly hurry?: Emitter<void>;
  readonly newId: () => string;
}

/** A turn and what it has used so far. */
interface WatchedTurn extends AgentTurn {
  readonly watch: TurnWatch;
  readonly memory: TurnMemory;
  readonly refused: RefusedTools;
  readonly fitter: RequestFitter;
  /** Tokens that the next answer may have. */
  readonly maxTokens: number;
}

/**
 * Runs a turn: tools, model, calls in order, results, again, until the model stops. Resolves with how it ended; a
 * failed model request and a cancel are ordinary ends. Rejects only where an event can not be stored.
 */
export async function runAgentLoop(plain: AgentTurn): Promise<TurnOutcome> {
  let turn = watched(plain);
  let stopHookRounds = 0;
  for (let round = 0; round < turn.limits.maxRounds; round += 1) {
    if (turn.signal.aborted) return { kind: 'cancelled' };
    const by = turn.watch.reached;
    if (by !== undefined) return { kind: 'limit', rounds: round, by };
    // oxlint-disable-next-line no-await-in-loop -- a round begins when the one before it has ended
    const next = await runRound(turn);
    if (next.kind === 'again') {
      turn = { ...turn, maxTokens: next.maxTokens };
      continue;
    }
    if (next.outcome.kind !== 'completed' || turn.signal.aborted) return next.outcome;
    if (stopHookRounds >= turn.limits.maxStopHookRounds) return next.outcome;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const sentence = await runStop(turn.hooks.stop, turn.conversationId, stopHookFailed);
    if (sentence === undefined) return next.outcome;
    stopHookRounds += 1;
    emitUserText(turn, hookText({ event: 'Stop', text: sentence }));
  }
  const by = turn.watch.reached;
  return { kind: 'limit', rounds: turn.limits.maxRounds, ...(by === undefined ? {} : { by }) };
}

function watched(turn: AgentTurn): WatchedTurn {
  const watch = new TurnWatch(turn.limits, turn.clock);
  const emit = (event: AgentEvent): void => {
    turn.emit(event);
    watch.hear(event);
  };
  const refused = new RefusedTools(turn.isSetAside);
  const memory = new TurnMemory();
  for (const origin of turn.readBefore ?? []) memory.noteRead(origin);
  const fitter = new RequestFitter({ ...turn, emit, memory });
  return { ...turn, emit, watch, memory, refused, fitter, maxTokens: turn.limits.maxTokens };
}

type AfterRound =
  | { readonly kind: 'again'; readonly maxTokens: number }
  | { readonly kind: 'end'; readonly outcome: TurnOutcome };

async function runRound(turn: WatchedTurn): Promise<AfterRound> {
  let answer: Answer;
  try {
    answer = await askModel(turn);
  } catch (error) {
    return { kind: 'end', outcome: failedRequest(error, turn.signal) };
  }
  const { message, pool } = answer;
  const plan = stopPlan(message, turn.maxTokens);
  // What the model did not finish asking for never runs; it still gets its one result.
  for (const call of plan.skipped) emitNotRun(call, plan.why, turn);
  if (plan.run.length > 0) await runToolCalls(plan.run, { ...turn, pool });
  if (turn.signal.aborted) return { kind: 'end', outcome: { kind: 'cancelled' } };
  if (plan.outcome !== undefined) return { kind: 'end', outcome: plan.outcome };
  const { maxTokens } = turn.limits;
  if (!plan.cutCall) return { kind: 'again', maxTokens };
  // Once with twice the room; a call that does not fit then is too long.
  if (turn.maxTokens > maxTokens) return { kind: 'end', outcome: callTooLong(turn.maxTokens) };
  return { kind: 'again', maxTokens: maxTokens * 2 };
}

interface Answer {
  readonly message: AssistantMessage;
  /** What the model was offered. */
  readonly pool: ToolPool;
}

/**
 * Asks without what the model server refuses: a tool with its definition is set aside, and the others stay; thinking that
 * was signed for something else goes; what is too long is summarised.
 */
async function askModel(turn: WatchedTurn): Promise<Answer> {
  for (;;) {
    const all = narrowedPool(turn.buildPool(), (tool) => turn.refused.has(tool));
    const pool = turn.offer?.(all) ?? all;
    try {
      // oxlint-disable-next-line no-await-in-loop -- asked again when a tool was refused
      return { message: await requestAnswer(turn, pool), pool };
    } catch (error) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (turn.signal.aborted || !(await mended(error, turn, pool))) throw error;
    }
  }
}

/** True where the same can be asked again without what was refused. */
async function mended(error: unknown, turn: WatchedTurn, pool: ToolPool): Promise<boolean> {
  const code = error instanceof GatehouseError ? error.code : '';
  if (code === 'thinking-refused') return turn.fitter.dropThinking();
  if (code === 'context-full') return turn.fitter.shorten({ system: turn.system(pool), pool });
  const tool = turn.refused.add(error, pool);
  if (tool === undefined) return false;
  turn.emit({ type: 'tool-set-aside', tool, at: turn.clock.now() });
  return true;
}

async function requestAnswer(turn: WatchedTurn, pool: ToolPool): Promise<AssistantMessage> {
  const system = turn.system(pool);
  await turn.prepare?.();
  const { messages, use, shares } = await turn.fitter.fit({ system, pool });
  if (use !== undefined) turn.emit({ type: 'context-measured', use });
  const request = { model: turn.model.id, system, messages, tools: pool.offered, maxTokens: turn.maxTokens };
  return streamAssistant(request, {
    client: turn.model.client,
    emit: turn.emit,
    clock: turn.clock,
    newMessageId: () => branded<MessageId>(turn.newId()),
    signal: turn.signal,
    attempts: turn.limits.maxAttempts ?? 1,
    hurry: turn.hurry,
    shares,
  });
}

function emitNotRun(call: RequestedCall, why: string, turn: AgentTurn): void {
  turn.emit({ type: 'tool-permission', callId: call.id, permission: { kind: 'refused', by: 'cancelled' } });
  turn.emit({ type: 'tool-finished', callId: call.id, result: errorResult(why), at: turn.clock.now() });
}

function failedRequest(error: unknown, signal: AbortSignal): TurnOutcome {
  if (signal.aborted) return { kind: 'cancelled' };
  return { kind: 'failed', ...toldOf(error, 'model-failed') };
}

function stopHookFailed(error: unknown): void {
  // It asks for nothing: the turn has ended well without it.
  console.error('a Stop hook failed', error);
}

function emitUserText(turn: AgentTurn, text: string): void {
  turn.emit({
    type: 'user-message',
    message: {
      role: 'user',
      id: branded<MessageId>(turn.newId()),
      at: turn.clock.now(),
      blocks: [{ type: 'text', text }],
    },
  });
}
