import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { ConversationId } from '../../../shared/conversation.js';
import type { JsonObject } from '../../../shared/json.js';
import type { ToolResult } from '../../../shared/tool.js';
import { createValidatorCache } from '../../schema/validator.js';
import { type KeptResult, readResultTool } from './read-result.js';
import { run, textOf } from './workspace.test-kit.js';

const HERE = branded<ConversationId>('here');
const OTHER = branded<ConversationId>('other');
const ORIGIN = { kind: 'server', name: 'logs' } as const;

/** A conversation with one result of that text, and another conversation with none. */
function reader(text: string | undefined, more: Partial<KeptResult> = {}) {
  const tool = readResultTool((conversationId, call) =>
    conversationId === HERE && call === 'toolu_1'
      ? { of: 'mcp__logs__tail', text, origin: ORIGIN, ...more }
      : undefined,
  );
  const context = { signal: new AbortController().signal, onProgress: () => {} };
  const read = (args: JsonObject, conversationId = HERE): Promise<ToolResult> =>
    tool.handler({ call: 'toolu_1', ...args }, { ...context, turn: { conversationId, tools: [] } });
  return { tool, read };
}

describe('read_result', () => {
  it('gives a part by its characters, says what it is part of, and how to read on', async () => {
    const { read } = reader('0123456789'.repeat(3));
    const said = textOf(await read({ offset: 5, length: 10 }));
    expect(said.split('\n')).toEqual([
      '[Characters 5 to 15 of 30, of the result of mcp__logs__tail]',
      '5678901234',
      '[15 characters follow. Read on with {"call":"toolu_1","offset":15}]',
    ]);
    expect(textOf(await read({ offset: 25, length: 10 }))).toMatch(/56789\n\[This is the end of it\.\]$/u);
  });

  it.each(['plain text, line\n', 'a😀', '😀', '列出我的笔记'])(
    'gives all of %j, part by part, and breaks no character',
    async (unit) => {
      const text = unit.repeat(700);
      const { read } = reader(text);
      const parts: string[] = [];
      for (let offset: number | undefined = 0; offset !== undefined;) {
        // oxlint-disable-next-line no-await-in-loop -- each says where the next begins
        const said = textOf(await read({ offset, length: 333 }));
        const [, part = '', next] =
          /^\[[^\n]*\]\n(.*)\n\[(?:.*"offset":(\d+)\}|This is the end of it\.)\]$/su.exec(said) ?? [];
        parts.push(part);
        expect(part).not.toMatch(/\p{Cs}/u);
        offset = next === undefined ? undefined : Number(next);
      }
      expect(parts.join('')).toBe(text);
      // One unit is less than one of these characters; it is given all the same.
      expect(textOf(await read({ offset: 0, length: 1 })).split('\n')[1]).not.toBe('');
    },
  );

  it('is bounded, whatever is asked for', async () => {
    const { tool, read } = reader('x'.repeat(1_000_000));
    expect(textOf(await read({})).length).toBeLessThan(10_200);
    const check = createValidatorCache().compile(tool.inputSchema);
    expect(check({ call: 'toolu_1', length: 25_000 })).toBeUndefined();
    expect(check({ call: 'toolu_1', length: 25_001 })).toContain('length');
    expect(check({ call: 'toolu_1', offset: -1 })).toContain('offset');
    expect(textOf(await read({ search: 'x' })).length).toBeLessThan(8_000);
  });

  it('finds a text in any case, with its place and what stands around it', async () => {
    const { read } = reader(`${'.'.repeat(300)}İ Error (42)\nat line 7${'.'.repeat(300)}ERROR (42)`);
    const said = textOf(await read({ search: 'error (42)' }));
    expect(said).toContain('["error (42)" stands in the result of mcp__logs__tail 2 times. Read there with offset.]');
    expect(said).toMatch(/\[at 302\] ….*İ Error \(42\) at line 7.*…/u);
    expect(said).toMatch(/\[at 622\] ….*ERROR \(42\)$/u);
    expect(textOf(await read({ search: 'error (42)', offset: 303 }))).toContain('from character 303 on 1 time.');
  });

  it('says where the further places begin, and that there are none', async () => {
    const { read } = reader('Chinese 错误 '.repeat(50));
    const said = textOf(await read({ search: '错误' }));
    expect(said.split('\n')).toHaveLength(22);
    expect(said).toContain('[More: {"call":"toolu_1","search":"错误","offset":228}]');
    expect(textOf(await read({ search: '警告' }))).toBe('["警告" does not stand in the result of mcp__logs__tail.]');
  });

  it.each(['a.c', '(', '[a', '\\', '$', '-', '/', '{2}', '*'])('looks for %j as it stands', async (wanted) => {
    const { read } = reader(`abc ${wanted} abc`);
    expect(textOf(await read({ search: wanted }))).toContain('1 time.');
  });

  it('is as foreign as what it reads in', async () => {
    const { read } = reader('some text');
    expect((await read({})).origin).toEqual(ORIGIN);
    expect((await read({ search: 'text' })).origin).toEqual(ORIGIN);
    expect((await reader('own words', { origin: undefined }).read({})).origin).toBeUndefined();
  });

  it('reads only in its own conversation, and an error says what to do', async () => {
    const { tool, read } = reader('some text');
    expect((await read({}, OTHER)).isError).toBe(true);
    expect((await run(tool, { call: 'toolu_1' })).isError).toBe(true);
    const unknown = await read({ call: 'toolu_9' });
    expect(textOf(unknown)).toBe('This chat has no call "toolu_9". Take the id from the note in the shortened result.');
    expect(textOf(await read({ offset: 9 }))).toBe(
      'The result has 9 characters, so there is nothing at 9. Give an offset below 9.',
    );
    expect(textOf(await reader(undefined).read({}))).toContain('has no result. Call the tool again.');
  });
});
