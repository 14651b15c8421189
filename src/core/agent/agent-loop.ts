import { branded } from '../../shared/brand.js';
import type { AssistantMessage, MessageId, TurnOutcome } from '../../shared/conversation.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { runStop } from '../hooks/run-hooks.js';
import type { ModelClient, ModelMessage } from '../model/model-client.js';
import type { ToolPool } from '../tools/tool-pool.js';
import type { Tool } from '../tools/tool.js';
import { errorResult } from './error-results.js';
import type { AgentLimits } from './limits.js';
import type { CallDesk, RequestedCall } from './call-desk.js';
import { runToolCalls } from './run-tool-call.js';
import { streamAssistant } from './stream-assistant.js';
import { TurnMemory } from './turn-memory.js';

/** All that a turn needs. The loop holds no state of its own: what it emits is the conversation. */
export interface AgentTurn extends Omit<CallDesk, 'pool' | 'memory'> {
  /** What the model is to be sent: valid for the Messages API, every call with its result. */
  readonly history: () => readonly ModelMessage[];
  /** Asked anew for each model request. */
  readonly buildPool: () => ToolPool;
  readonly system: (tools: readonly Tool[]) => string;
  readonly model: { readonly client: ModelClient; readonly id: string };
  readonly limits: AgentLimits;
  readonly newId: () => string;
}

/**
 * Runs a turn: tools, model, calls in order, results, again, until the model stops. Resolves with how it ended; a
 * failed model request and a cancel are ordinary ends. Rejects only where an event can not be stored.
 */
export async function runAgentLoop(turn: AgentTurn): Promise<TurnOutcome> {
  const memory = new TurnMemory();
  let stopHookRounds = 0;
  for (let round = 0; round < turn.limits.maxRounds; round += 1) {
    if (turn.signal.aborted) return { kind: 'cancelled' };
    // oxlint-disable-next-line no-await-in-loop -- a round begins when the one before it has ended
    const next = await runRound(turn, memory);
    if (next.kind === 'again') continue;
    if (next.outcome.kind !== 'completed' || turn.signal.aborted) return next.outcome;
    if (stopHookRounds >= turn.limits.maxStopHookRounds) return next.outcome;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const sentence = await runStop(turn.hooks.stop, turn.conversationId, stopHookFailed);
    if (sentence === undefined) return next.outcome;
    stopHookRounds += 1;
    emitUserText(turn, sentence);
  }
  return { kind: 'limit', rounds: turn.limits.maxRounds };
}

type AfterRound = { readonly kind: 'again' } | { readonly kind: 'end'; readonly outcome: TurnOutcome };

async function runRound(turn: AgentTurn, memory: TurnMemory): Promise<AfterRound> {
  const pool = turn.buildPool();
  let message: AssistantMessage;
  try {
    message = await askModel(turn, pool);
  } catch (error) {
    return { kind: 'end', outcome: failedRequest(error, turn.signal) };
  }
  const calls = message.blocks.filter((block) => block.type === 'tool_use');
  if (message.stopReason === 'tool_use') {
    await runToolCalls(calls, { ...turn, pool, memory });
  } else {
    // What the model did not finish asking for never runs; it still gets its one result.
    for (const call of calls) emitNotRun(call, message.stopReason ?? 'unknown', turn);
  }
  if (turn.signal.aborted) return { kind: 'end', outcome: { kind: 'cancelled' } };
  if (calls.length > 0) return { kind: 'again' };
  return { kind: 'end', outcome: endOf(message, turn.limits.maxTokens) };
}

async function askModel(turn: AgentTurn, pool: ToolPool): Promise<AssistantMessage> {
  const request = {
    model: turn.model.id,
    system: turn.system(pool.tools),
    messages: turn.history(),
    tools: pool.offered,
    maxTokens: turn.limits.maxTokens,
  };
  return streamAssistant(request, {
    client: turn.model.client,
    emit: turn.emit,
    now: () => turn.clock.now(),
    newMessageId: () => branded<MessageId>(turn.newId()),
    signal: turn.signal,
  });
}

function emitNotRun(call: RequestedCall, stopReason: string, turn: AgentTurn): void {
  turn.emit({ type: 'tool-permission', callId: call.id, permission: { kind: 'refused', by: 'cancelled' } });
  const why = stopReason === 'max_tokens' ? 'the answer was cut at its limit of tokens' : `it stopped (${stopReason})`;
  const result = errorResult(`This call was not run: ${why} before the call was whole.`);
  turn.emit({ type: 'tool-finished', callId: call.id, result, at: turn.clock.now() });
}

function failedRequest(error: unknown, signal: AbortSignal): TurnOutcome {
  if (signal.aborted) return { kind: 'cancelled' };
  const code = error instanceof GatehouseError ? error.code : 'model-failed';
  return { kind: 'failed', code, message: errorMessage(error) };
}

/** How a turn ends with a message that asks for no tool (stop reasons of the Messages API). */
function endOf(message: AssistantMessage, maxTokens: number): TurnOutcome {
  switch (message.stopReason) {
    case 'max_tokens':
      return failed('max-tokens', `The answer was cut at ${maxTokens} tokens. Write “go on” to hear the rest.`);
    case 'model_context_window_exceeded':
      return failed('context-full', 'This chat is longer than the model can read. Begin a new one.');
    case 'refusal':
      return failed('refusal', 'The model refused to answer this. Say it in another way, or choose another model.');
    default:
      return { kind: 'completed' };
  }
}

function failed(code: string, message: string): TurnOutcome {
  return { kind: 'failed', code, message };
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
