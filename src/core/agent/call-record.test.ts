import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import type { ApprovalOutcome } from '../../shared/approval.js';
import type { AuditRecord } from '../../shared/audit.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, ToolCallId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { Decision } from '../../shared/policy.js';
import { readLine } from '../audit/audit-line.js';
import { AuditLog } from '../audit/audit-log.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';
import { NO_HOOKS, type PreToolUseHook } from '../hooks/hooks.js';
import { createValidatorCache } from '../schema/validator.js';
import { Redactor } from '../secrets/redactor.js';
import { ManualClock } from '../testing/manual-clock.js';
import { MemoryAuditDisk } from '../testing/memory-audit-disk.js';
import { toolOf } from '../testing/tool-source.js';
import type { ToolHandler } from '../tools/tool.js';
import { createToolPool } from '../tools/tool-pool.js';
import { runToolCalls } from './run-tool-call.js';
import { TurnMemory } from './turn-memory.js';

const validators = createValidatorCache();
const ALLOW: Decision = { verdict: 'allow', rule: 'user-allow', why: 'allowed' };
const ASK: Decision = { verdict: 'confirm', rule: 'default', why: 'asks' };
const TRUSTED: Decision = { verdict: 'allow', rule: 'trusted-read-only-hint', why: 'trusted' };
const NEVER: Decision = { verdict: 'deny', rule: 'user-deny', why: 'never' };

interface Wanted {
  readonly decision?: Decision;
  /** The answers of policy after the first one; the last holds on. */
  readonly later?: Decision;
  readonly answer?: ApprovalOutcome | 'stop';
  /** The user changes the arguments to these before answering. */
  readonly edit?: JsonObject;
  /** The definition of the tool changes while it is asked about, and the user denies what it is then. */
  readonly changes?: boolean;
  readonly handler?: ToolHandler;
  readonly name?: string;
  readonly input?: JsonObject;
  readonly failure?: string;
  readonly hook?: PreToolUseHook;
  readonly stopped?: boolean;
  readonly redactor?: Redactor;
}

/** One call, from the model's wish to its result, and what was recorded of it. */
async function callOf(wanted: Wanted = {}) {
  const disk = new MemoryAuditDisk();
  disk.failure = wanted.failure;
  const clock = new ManualClock(1_000);
  const log = new AuditLog({ disk, clock, face: 'app' });
  const records = (): AuditRecord[] => disk.text.split('\n').flatMap((line) => readLine(line) ?? []);
  let sawIntent = false;
  let ran = 0;
  let decided = 0;
  const source = toolOf('notes', 'add_note');
  const handler: ToolHandler = (args, context) => {
    ran += 1;
    sawIntent = records().at(-1)?.type === 'intent';
    clock.advance(42);
    return (wanted.handler ?? source.handler)(args, context);
  };
  const pool = createToolPool([{ ...source, handler }], validators);
  const stop = new AbortController();
  if (wanted.stopped === true) stop.abort();
  const events: AgentEvent[] = [];
  const { name = 'mcp__notes__add_note', input = { text: 'hello' } } = wanted;
  await runToolCalls([{ type: 'tool_use', id: branded<ToolCallId>('call'), name, input }], {
    conversationId: branded<ConversationId>('chat'),
    pool,
    memory: new TurnMemory(),
    asksAfterReading: () => true,
    looksDangerous: () => false,
    validators,
    hooks: { ...NO_HOOKS, preToolUse: wanted.hook === undefined ? [] : [wanted.hook] },
    decide: async () => ((decided += 1) > 2 && wanted.later) || (wanted.decision ?? ALLOW),
    approve: async (asked) => {
      if (asked.changed !== undefined) return { kind: 'denied' };
      if (wanted.edit !== undefined) {
        await asked.revise(wanted.edit);
        return { kind: 'allowed', scope: 'once', arguments: wanted.edit };
      }
      if (wanted.answer === 'stop') stop.abort();
      return wanted.answer === 'stop' || wanted.answer === undefined ? { kind: 'cancelled' } : wanted.answer;
    },
    current: (tool) => (wanted.changes === true ? { ...tool, fingerprint: 'another' } : tool),
    emit: (event) => events.push(event),
    audit: { log, redactor: wanted.redactor ?? new Redactor() },
    clock,
    signal: stop.signal,
  });
  const finished = events.find((event) => event.type === 'tool-finished');
  const [block] = finished?.result.content ?? [];
  const permission = events.find((event) => event.type === 'tool-permission')?.permission;
  return { records: records(), ran, sawIntent, said: block?.type === 'text' ? block.text : '', permission, log };
}

describe('a call that runs', () => {
  it('is recorded before it is sent, by whom it was allowed, and after it, by its result', async () => {
    const { records, sawIntent, ran } = await callOf();
    const origin = { kind: 'server', name: 'notes' };
    const result = { content: [{ type: 'text', text: 'notes/add_note' }], isError: false, origin };
    expect([sawIntent, ran]).toEqual([true, 1]);
    expect(records).toMatchObject([
      {
        type: 'intent',
        seq: 1,
        conversationId: 'chat',
        callId: 'call',
        serverId: 'notes',
        tool: 'add_note',
        connectionId: 'c1',
        fingerprint: toolOf('notes', 'add_note').fingerprint,
        arguments: { text: 'hello' },
        argumentsHash: sha256Hex(canonicalJson({ text: 'hello' })),
        allowedBy: { kind: 'rule', rule: 'user-allow' },
      },
      {
        type: 'outcome',
        seq: 2,
        intent: 1,
        outcome: 'done',
        durationMs: 42,
        resultHash: sha256Hex(canonicalJson(result)),
        resultBytes: canonicalJson(result).length,
      },
    ]);
  });

  it('says that the user allowed it, for how long, and which rule had asked', async () => {
    const { records } = await callOf({ decision: ASK, answer: { kind: 'allowed', scope: 'chat' } });
    expect(records[0]).toMatchObject({ allowedBy: { kind: 'user', scope: 'chat', rule: 'default' } });
  });

  it('is recorded with the arguments that the user made of it', async () => {
    const { records, ran } = await callOf({ decision: ASK, edit: { text: 'better' } });
    expect(ran).toBe(1);
    const argumentsHash = sha256Hex(canonicalJson({ text: 'better' }));
    expect(records[0]).toMatchObject({ type: 'intent', arguments: { text: 'better' }, argumentsHash });
  });

  it('is recorded with its failure too', async () => {
    const { records } = await callOf({ handler: () => Promise.reject(new Error('gone')) });
    expect(records[1]).toMatchObject({ type: 'outcome', outcome: 'tool-error' });
  });

  it('is recorded with long arguments cut, and hashed whole', async () => {
    const input = { text: 'x'.repeat(100_000), rest: Array.from({ length: 100 }, () => 'y'.repeat(1_999)) };
    const { records } = await callOf({ input });
    expect(JSON.stringify(records[0]).length).toBeLessThan(10_000);
    expect(records[0]).toMatchObject({ argumentsHash: sha256Hex(canonicalJson(input)) });
  });
});

describe('a call that does not run', () => {
  const deny: PreToolUseHook = async () => ({ kind: 'deny', message: 'no' });
  it.each<[string, Wanted, string]>([
    ['that policy denies', { decision: NEVER }, 'policy'],
    ['that the user denies', { decision: ASK, answer: { kind: 'denied' } }, 'user'],
    ['that nobody answered', { decision: ASK, answer: { kind: 'unanswered' } }, 'unanswered'],
    ['that was cancelled while it asked', { decision: ASK, answer: 'stop' }, 'cancelled'],
    ['that was cancelled before it was looked at', { stopped: true }, 'cancelled'],
    ['that a hook denies', { hook: deny }, 'hook'],
    ['of a tool that there is not', { name: 'mcp__notes__nothing' }, 'invalid'],
  ])('%s is recorded as that, and nothing is sent', async (_name, wanted, by) => {
    const { records, ran } = await callOf(wanted);
    expect(ran).toBe(0);
    expect(records).toMatchObject([
      { type: 'refusal', by, arguments: { text: 'hello' }, why: expect.stringMatching(/./) },
    ]);
  });
});

describe('a call that became another one and does not run', () => {
  it('is recorded with the arguments that the user made of it, and the rule that denied those', async () => {
    const { records } = await callOf({ decision: ASK, edit: { text: 'better' }, later: NEVER });
    const better = { text: 'better' };
    expect(records).toMatchObject([{ type: 'refusal', by: 'policy', rule: 'user-deny', arguments: better }]);
  });

  it('is recorded with the definition that its server made of it', async () => {
    const { records } = await callOf({ decision: ASK, answer: { kind: 'allowed', scope: 'once' }, changes: true });
    expect(records).toMatchObject([{ type: 'refusal', by: 'user', fingerprint: 'another' }]);
  });
});

describe('where the record can’t be written', () => {
  it.each(['ENOSPC', 'EACCES', 'EROFS'])('(%s) nothing is sent that may change something', async (failure) => {
    for (const wanted of [{}, { decision: ASK, answer: { kind: 'allowed', scope: 'once' } as const }]) {
      // oxlint-disable-next-line no-await-in-loop -- each is a call of its own
      const { ran, said, permission, log } = await callOf({ ...wanted, failure });
      expect(ran).toBe(0);
      expect(said).toMatch(new RegExp(`The call was not sent. Gatehouse can't write its record: ${failure}`));
      expect(permission).toEqual({ kind: 'refused', by: 'record' });
      expect(log.state.problem?.message).toContain(failure);
    }
  });

  it('what certainly changes nothing goes on', async () => {
    const { ran, log } = await callOf({ decision: TRUSTED, failure: 'ENOSPC' });
    expect(ran).toBe(1);
    expect(log.state.problem?.message).toContain('ENOSPC');
  });
});

describe('secrets of a call', () => {
  it('are not in its record, and known ones of a server’s result not in the chat', async () => {
    const redactor = new Redactor();
    redactor.know('correct horse', 'notes');
    const text = `the token is correct horse, ${Buffer.from('correct horse').toString('base64')}`;
    const { records, said } = await callOf({
      redactor,
      input: { text: 'correct horse', password: 'hunter2' },
      handler: async () => ({ content: [{ type: 'text', text }], isError: false }),
    });
    expect(records[0]).toMatchObject({ arguments: { text: '[redacted]', password: '[redacted]' } });
    expect(said).toBe('the token is [redacted], [redacted]');
    const edited = await callOf({ redactor, decision: ASK, edit: { text: 'correct horse' } });
    expect(edited.said).toBe('The user changed the arguments to {"text":"[redacted]"} and allowed the call.');
  });
});
