import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ConversationId, ToolCallId } from '../../shared/conversation.js';
import type { ToolResult } from '../../shared/tool.js';
import { createValidatorCache } from '../schema/validator.js';
import { toolOf } from '../testing/tool-source.js';
import { createToolPool } from '../tools/tool-pool.js';
import type { PostToolUseHook, PreToolUseHook, StopHook, ToolUse } from './hooks.js';
import { runPostToolUse, runPreToolUse, runStop } from './run-hooks.js';

const [tool] = createToolPool([toolOf('s', 't')], createValidatorCache()).tools;
if (tool === undefined) throw new Error('the tool is not offered');
const conversationId = branded<ConversationId>('c');
const use: ToolUse = { conversationId, callId: branded<ToolCallId>('1'), tool, arguments: {} };
const signal = new AbortController().signal;
const proceed: PreToolUseHook = () => Promise.resolve({ kind: 'proceed' });

function denies(message: string): PreToolUseHook {
  return () => Promise.resolve({ kind: 'deny', message });
}

function breaks(): Promise<never> {
  return Promise.reject(new Error('broken'));
}

function breaksAtOnce(): never {
  throw new Error('broken');
}

function stopSaying(sentence: string | undefined): StopHook {
  return () => Promise.resolve(sentence);
}

function says(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: false };
}

describe('PreToolUse hooks', () => {
  it('let a call proceed where none denies', async () => {
    expect(await runPreToolUse([], use, signal)).toEqual({ kind: 'proceed' });
    expect(await runPreToolUse([proceed, proceed], use, signal)).toEqual({ kind: 'proceed' });
  });

  it('run in order, and the first that denies keeps the others from running', async () => {
    const ran: string[] = [];
    const first: PreToolUseHook = (given) => {
      ran.push(given.callId);
      return proceed(given, signal);
    };
    expect(await runPreToolUse([first, denies('no'), breaks], use, signal)).toEqual({ kind: 'deny', message: 'no' });
    expect(ran).toEqual(['1']);
  });

  it('deny where one throws, at once or later', async () => {
    const message = 'A PreToolUse hook of Gatehouse failed, so the call was denied: broken';
    expect(await runPreToolUse([breaks, proceed], use, signal)).toEqual({ kind: 'deny', message });
    expect(await runPreToolUse([breaksAtOnce, proceed], use, signal)).toEqual({ kind: 'deny', message });
  });
});

describe('PostToolUse hooks', () => {
  it('hand the result on, and one that throws leaves it as it was', async () => {
    const failures: unknown[] = [];
    const adds: PostToolUseHook = (_use, result) =>
      Promise.resolve(says(`${result.content.map((block) => (block.type === 'text' ? block.text : '')).join('')}+`));
    const result = await runPostToolUse([adds, breaks, adds], use, says('x'), (error) => failures.push(error));
    expect(result).toEqual(says('x++'));
    expect(failures).toEqual([new Error('broken')]);
  });
});

describe('Stop hooks', () => {
  it('ask for one more round with the first sentence; one that throws asks for none', async () => {
    const failures: unknown[] = [];
    const heard = (error: unknown): void => void failures.push(error);
    expect(
      await runStop([stopSaying(undefined), breaks, stopSaying('Check the tests.'), breaks], conversationId, heard),
    ).toBe('Check the tests.');
    expect(await runStop([stopSaying(undefined)], conversationId, heard)).toBeUndefined();
    expect(failures).toHaveLength(1);
  });
});
