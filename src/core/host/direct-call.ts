import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { CallPermission, ConversationId, ToolCallId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName, ToolResult } from '../../shared/tool.js';
import type { CallDesk } from '../agent/call-desk.js';
import { runToolCalls } from '../agent/run-tool-call.js';
import { TurnMemory } from '../agent/turn-memory.js';
import { GatehouseError } from '../errors.js';
import type { Tool } from '../tools/tool.js';
import type { ToolPool } from '../tools/tool-pool.js';

/** One call that a person makes, outside any chat. */
export interface DirectCall {
  readonly serverId: ServerId;
  readonly tool: RawToolName;
  readonly arguments: JsonObject;
  readonly signal: AbortSignal;
  /** Hears what happens to the call, in order. Must not throw. */
  readonly onEvent: (event: AgentEvent) => void;
}

export type DirectCallOutcome =
  /** It ran, well or not: `isError` says. */
  | { readonly kind: 'answered'; readonly result: ToolResult }
  /** It did not run: it was not allowed. */
  | {
      readonly kind: 'refused';
      readonly by: Extract<CallPermission, { kind: 'refused' }>['by'];
      readonly message: string;
    }
  /** It did not run: its arguments do not fit. */
  | { readonly kind: 'bad-arguments'; readonly message: string };

export interface DirectCallParts extends Omit<
  CallDesk,
  'pool' | 'memory' | 'asksAfterReading' | 'conversationId' | 'emit' | 'signal'
> {
  readonly buildPool: () => ToolPool;
  readonly newId: () => string;
  /** Aborts when the host closes. */
  readonly closing: AbortSignal;
}

/**
 * Takes a call of a person through the stages of every call: validate, PreToolUse, decide, approve, call, PostToolUse.
 * That a person makes it is no allow. Rejects with `unknown-tool`.
 */
export async function runDirectCall(call: DirectCall, parts: DirectCallParts): Promise<DirectCallOutcome> {
  const { buildPool, newId, closing, ...desk } = parts;
  const pool = buildPool();
  const { wireName } = offered(call, pool);
  const id = branded<ToolCallId>(newId());
  let permission: CallPermission | undefined;
  let result: ToolResult | undefined;
  await runToolCalls([{ type: 'tool_use', id, name: wireName, input: call.arguments }], {
    ...desk,
    pool,
    memory: new TurnMemory(),
    // A person asks for it, not a model that has read something.
    asksAfterReading: () => false,
    conversationId: branded<ConversationId>(newId()),
    signal: AbortSignal.any([call.signal, closing]),
    emit: (event) => {
      if (event.type === 'tool-permission') permission = event.permission;
      if (event.type === 'tool-finished') result = event.result;
      call.onEvent(event);
    },
  });
  return outcomeOf(permission, result);
}

function outcomeOf(permission: CallPermission | undefined, result: ToolResult | undefined): DirectCallOutcome {
  if (result === undefined) throw new GatehouseError('no-result', 'The call ended without a result.');
  const [first] = result.content;
  const message = first?.type === 'text' ? first.text : '';
  if (permission === undefined) return { kind: 'bad-arguments', message };
  if (permission.kind === 'refused') return { kind: 'refused', by: permission.by, message };
  return { kind: 'answered', result };
}

function offered({ serverId, tool: name }: DirectCall, pool: ToolPool): Tool {
  const found = pool.tools.find((tool) => tool.serverId === serverId && tool.name === name);
  if (found !== undefined) return found;
  const hidden = pool.rejected.find((tool) => tool.serverId === serverId && tool.name === name);
  if (hidden !== undefined) throw new GatehouseError('unknown-tool', hidden.reason);
  const names = pool.tools.filter((tool) => tool.serverId === serverId).map((tool) => tool.name);
  throw new GatehouseError(
    'unknown-tool',
    `There is no tool ${JSON.stringify(name)} on this server. ${names.length === 0 ? 'It offers none.' : `Its tools: ${names.join(', ')}.`}`,
  );
}
