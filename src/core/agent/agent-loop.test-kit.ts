import type { AgentEvent } from '../../shared/agent-event.js';
import type { ApprovalOutcome } from '../../shared/approval.js';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, TurnOutcome } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { Decision } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { ToolDefinition, ToolResult } from '../../shared/tool.js';
import { readLine } from '../audit/audit-line.js';
import { AuditLog } from '../audit/audit-log.js';
import { createSystemClock } from '../clock.js';
import { toModelMessages } from '../conversation/to-model-messages.js';
import type { Hooks } from '../hooks/hooks.js';
import { createAnthropicModel } from '../model/anthropic.js';
import { createValidatorCache } from '../schema/validator.js';
import { Redactor } from '../secrets/redactor.js';
import { MemoryAuditDisk } from '../testing/memory-audit-disk.js';
import { toolNamed } from '../testing/scripted-session.js';
import { type ScriptedAnswer, type StrictMessagesApi, startStrictMessagesApi } from '../testing/strict-messages-api.js';
import { serverToolSource } from '../tools/server-tool-source.js';
import type { ToolCallContext } from '../tools/tool.js';
import { createToolPool } from '../tools/tool-pool.js';
import { type AgentTurn, runAgentLoop } from './agent-loop.js';
import type { AskedCall } from './call-desk.js';

const validators = createValidatorCache();
export const ALLOW: Decision = { verdict: 'allow', rule: 'user-allow', why: 'allowed' };
export const CONFIRM: Decision = { verdict: 'confirm', rule: 'default', why: 'asks' };
const NO_HOOKS: Hooks = { preToolUse: [], postToolUse: [], stop: [] };
export const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
export const text = (said: string): ToolResult => ({ content: [{ type: 'text', text: said }], isError: false });
export const says = (said: string): ScriptedAnswer => ({ kind: 'reply', blocks: [{ type: 'text', text: said }] });
export const calls = (...inputs: readonly (readonly [string, JsonObject])[]): ScriptedAnswer => ({
  kind: 'reply',
  blocks: inputs.map(([name, input], index) => ({ type: 'tool_use', id: `toolu_${name}_${index}`, name, input })),
});

export interface Wanted {
  readonly answers: readonly ScriptedAnswer[];
  readonly tools?: readonly ToolDefinition[];
  readonly handler?: (name: string, args: JsonObject, context: ToolCallContext) => Promise<ToolResult>;
  readonly decide?: (name: string) => Decision;
  readonly approve?: (signal: AbortSignal, asked: AskedCall) => Promise<ApprovalOutcome>;
  readonly hooks?: Partial<Hooks>;
  readonly more?: Partial<AgentTurn>;
}

const apis: StrictMessagesApi[] = [];

/** After each test. */
export async function closeApis(): Promise<void> {
  await Promise.all(apis.splice(0).map((api) => api.close()));
}

/** A turn on the user's message "hi", against a real Messages API on loopback. */
export async function turn(wanted: Wanted) {
  const api = await startStrictMessagesApi({ script: wanted.answers });
  apis.push(api);
  const events: AgentEvent[] = [];
  const ran: JsonObject[] = [];
  const questions: AskedCall[] = [];
  let state = emptyConversation(branded<ConversationId>('chat'));
  let ids = 0;
  const emit = (event: AgentEvent) => {
    events.push(event);
    state = applyEvent(state, event);
  };
  const server = { serverId: branded<ServerId>('s'), serverName: 's', connectionId: 'c1', trustReadOnlyHint: false };
  const sources = (wanted.tools ?? [toolNamed('a', { inputSchema: schema })]).map((definition) =>
    serverToolSource(server, definition, (name, args, context) => {
      ran.push({ name, ...args });
      return wanted.handler?.(name, args, context) ?? Promise.resolve(text(`did ${name}`));
    }),
  );
  const stop = new AbortController();
  const disk = new MemoryAuditDisk();
  const pool = createToolPool(sources, validators);
  emit({
    type: 'user-message',
    message: { role: 'user', id: branded('u'), at: 1, blocks: [{ type: 'text', text: 'hi' }] },
  });
  const loop: AgentTurn = {
    conversationId: state.id,
    history: () => toModelMessages(state),
    buildPool: () => pool,
    validators,
    system: () => 'You are tested.',
    model: { client: createAnthropicModel({ apiKey: 'k', baseUrl: api.url }), id: 'claude-sonnet-test' },
    hooks: { ...NO_HOOKS, ...wanted.hooks },
    decide: async (use) => wanted.decide?.(use.tool.name) ?? ALLOW,
    asksAfterReading: () => true,
    looksDangerous: () => false,
    approve: async (asked, signal) => {
      asked.onAsking(branded('ask'));
      questions.push(asked);
      return wanted.approve?.(signal, asked) ?? { kind: 'denied' };
    },
    current: (tool) => tool,
    limits: { maxRounds: 5, maxTokens: 8000, maxStopHookRounds: 2 },
    emit,
    audit: { log: new AuditLog({ disk, clock: createSystemClock(), face: 'app' }), redactor: new Redactor() },
    clock: createSystemClock(),
    newId: () => `id${(ids += 1)}`,
    signal: stop.signal,
    ...wanted.more,
  };
  const run = (): Promise<TurnOutcome> => runAgentLoop(loop);
  const results = () =>
    events.flatMap((event) =>
      event.type === 'tool-finished'
        ? [event.result.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('')]
        : [],
    );
  const types = () => events.map((event) => event.type).filter((type) => !type.endsWith('-delta'));
  const refusals = () => api.requests.flatMap((request) => request.refusal ?? []);
  const recorded = () => disk.text.split('\n').flatMap((line) => readLine(line) ?? []);
  return { disk, recorded, run, stop, api, events, ran, questions, results, types, refusals, state: () => state };
}
