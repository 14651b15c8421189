import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { MessageId, ToolCallId, ToolCallRecord } from '../../../shared/conversation.js';
import { WORDS } from '../../i18n/language.js';
import { howDecided } from '../approvals/how-decided.js';
import { callLook } from './call-look.js';

const words = WORDS.en;
const call = (part: Partial<ToolCallRecord>): ToolCallRecord => ({
  id: branded<ToolCallId>('k'),
  messageId: branded<MessageId>('m'),
  wireName: 'w',
  badges: [],
  stage: 'finished',
  ...part,
});
const result = (isError: boolean) => ({ content: [], isError });

describe('callLook', () => {
  it.each([
    ['arguments still come', call({ stage: 'streaming' }), 'off', 'Preparing arguments'],
    ['the rules are checked', call({ stage: 'deciding' }), 'off', 'Checking the rules'],
    ['it runs, with a clock of its own', call({ stage: 'running' }), 'wait', ''],
    ['it is done', call({ startedAt: 0, finishedAt: 12, result: result(false) }), 'ok', '12 ms'],
    ['it is done without a start', call({ result: result(false) }), 'ok', 'Done'],
    ['it failed', call({ startedAt: 0, finishedAt: 2400, result: result(true) }), 'bad', 'Failed · 2.4 s'],
    ['the user stopped it', call({ result: { ...result(true), stopped: 'may-go-on' as const } }), 'off', 'Stopped'],
    ['it was denied', call({ permission: { kind: 'refused', by: 'user' }, result: result(true) }), 'off', 'Not run'],
    ['the app ended while it ran', call({ startedAt: 0 }), 'off', 'Outcome unknown'],
  ])('when %s', (_name, record, dot, state) => {
    expect(callLook(record, words)).toEqual({ dot, state });
  });
});

describe('howDecided', () => {
  const why = { verdict: 'allow', rule: 'trusted-read-only-hint', why: '' } as const;

  it.each([
    [{ permission: { kind: 'automatic' }, decision: why }, 'auto: read-only hint trusted'],
    [{ permission: { kind: 'user', scope: 'once' } }, 'allowed by you, once'],
    [{ permission: { kind: 'user', scope: 'chat' } }, 'allowed by you, in this chat'],
    [{ permission: { kind: 'refused', by: 'user' } }, 'denied by you'],
    [{ permission: { kind: 'refused', by: 'unanswered' } }, 'not answered'],
  ] as const)('%j is said as %s', (record, text) => {
    expect(howDecided(record, words)?.text).toBe(text);
  });

  it('says nothing before it is settled', () => {
    expect(howDecided({ decision: why }, words)).toBeUndefined();
  });
});
