import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { AssistantBlock, ToolCallId } from '../../../shared/conversation.js';
import type { JsonObject } from '../../../shared/json.js';
import { PRACTICE_MODEL_ID } from '../../../shared/settings.js';
import { checkMessagesRequest } from '../../testing/messages-request-check.js';
import { createAnthropicModel } from '../anthropic.js';
import type { ModelClient, ModelEvent, ModelMessage, ModelTool } from '../model-client.js';
import { createPracticeFetch } from './practice-fetch.js';
import { FOREIGN_TOOLS, SAMPLE_TOOLS, tool } from './practice-tools.test-kit.js';

const never = new AbortController().signal;

function practice(delayMs = 0): ModelClient {
  return createAnthropicModel({
    apiKey: 'practice',
    baseUrl: 'http://practice.invalid',
    fetch: createPracticeFetch({ delayMs }),
  });
}

const tools: readonly ModelTool[] = [...SAMPLE_TOOLS, ...FOREIGN_TOOLS];

type Answer = (name: string, input: JsonObject) => { readonly text: string; readonly isError?: boolean };

const oneDeniedOneFailed: Answer = (name) => {
  if (name.endsWith('read_note')) return { text: 'Permission denied by user', isError: true };
  return name.endsWith('add_note') ? { text: 'MCP error: disk full', isError: true } : { text: 'a\nb' };
};

/** Plays a whole turn as the agent loop does, and gives every assistant message. */
async function turn(request: string, answer: Answer, offered = tools): Promise<readonly (readonly AssistantBlock[])[]> {
  const client = practice();
  const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: request }] }];
  const rounds: (readonly AssistantBlock[])[] = [];
  for (let round = 0; round < 10; round += 1) {
    const body = { model: PRACTICE_MODEL_ID, system: '', messages, tools: offered, maxTokens: 8000 };
    expect(checkMessagesRequest({ ...body, max_tokens: 8000 })).toBeUndefined();
    const events: ModelEvent[] = [];
    for await (const event of client.stream(body, never)) events.push(event);
    const finished = events.at(-1);
    if (finished?.type !== 'finished') throw new Error('no end');
    rounds.push(finished.blocks);
    const calls = finished.blocks.filter((block) => block.type === 'tool_use');
    expect(finished.stopReason).toBe(calls.length > 0 ? 'tool_use' : 'end_turn');
    if (calls.length === 0) return rounds;
    messages.push(
      { role: 'assistant', content: finished.blocks },
      {
        role: 'user',
        content: calls.map((call) => {
          const { text, isError = false } = answer(call.name, call.input);
          return {
            type: 'tool_result',
            tool_use_id: call.id,
            content: [{ type: 'text', text }],
            ...(isError ? { is_error: true } : {}),
          };
        }),
      },
    );
  }
  throw new Error('the turn did not end');
}

function lastText(rounds: readonly (readonly AssistantBlock[])[]): string {
  const block = rounds.at(-1)?.[0];
  return block?.type === 'text' ? block.text : '';
}

describe('the practice model', () => {
  it.each([
    [
      '列出我的笔记，读一下 agent-loop，再新建一篇叫 test 的笔记，内容写 hello',
      '第 1 步，共 3 步：调用 `notes/list_notes`。',
    ],
    [
      'List my notes, read agent-loop, then create a note named test with content hello',
      'Step 1 of 3: I call `notes/list_notes`.',
    ],
  ])('takes %s one call at a time, each after a sentence', async (request, first) => {
    const rounds = await turn(request, (name) => ({ text: `result of ${name}` }));
    expect(rounds.map((blocks) => blocks.map((block) => block.type))).toEqual([
      ['text', 'tool_use'],
      ['text', 'tool_use'],
      ['text', 'tool_use'],
      ['text'],
    ]);
    expect(rounds[0]?.[0]).toEqual({ type: 'text', text: first });
    expect(rounds.slice(0, 3).map((blocks) => blocks[1])).toMatchObject([
      { name: 'mcp__notes__list_notes', input: {} },
      { name: 'mcp__notes__read_note', input: { name: 'agent-loop' } },
      { name: 'mcp__notes__add_note', input: { name: 'test', content: 'hello' } },
    ]);
    for (const name of ['list_notes', 'read_note', 'add_note']) {
      expect(lastText(rounds)).toContain(`result of mcp__notes__${name}`);
    }
  });

  it('goes on after a denied and a failed call, and tells the truth about both', async () => {
    const english = await turn(
      'list my notes, read agent-loop, then add a note named x with content y',
      oneDeniedOneFailed,
    );
    expect(lastText(english)).toBe(
      '`notes/list_notes`:\n\n```text\na\nb\n```\n\n`notes/read_note`: you denied it, so it was not run.\n\n' +
        '`notes/add_note`: failed. MCP error: disk full',
    );
    expect(lastText(await turn('读一下笔记 agent-loop', oneDeniedOneFailed))).toBe(
      '`notes/read_note`：你没有允许，所以没有执行。',
    );
  });

  it('shows a long result as a block that the result can not close, and its cut on a line of its own', async () => {
    const text = '1. one\n````\n3. three\n4. four\n5. five\n6. six\n7. seven';
    const block = '`````text\n1. one\n````\n3. three\n4. four\n5. five\n`````';
    expect(lastText(await turn('list my notes', () => ({ text })))).toBe(
      `\`notes/list_notes\`:\n\n${block}\n\n… 2 more lines.`,
    );
    expect(lastText(await turn('列出我的笔记', () => ({ text })))).toBe(
      `\`notes/list_notes\`：\n\n${block}\n\n…还有 2 行。`,
    );
    expect(lastText(await turn('列出我的笔记', () => ({ text: 'a' })))).toBe('`notes/list_notes`：a');
  });

  it('tells of a long text that it does not understand in a few lines', async () => {
    const rounds = await turn(Array.from({ length: 40 }, (_, n) => `blah ${n}`).join('\n'), () => ({ text: '' }));
    expect(lastText(rounds).match(/I found no tool/g)).toHaveLength(5);
    expect(lastText(rounds)).toContain('35 more parts were not done either.');
  });

  it('asks for what is missing, and says what it could not do and which tools there are', async () => {
    const rounds = await turn('list my notes, then create a note named x, then sing', () => ({ text: 'a' }));
    expect(rounds).toHaveLength(2);
    expect(lastText(rounds)).toContain('To call `notes/add_note` I still need `content`.');
    expect(lastText(rounds)).toContain('"sing": I found no tool that fits, so I did not do it.');
    expect(lastText(rounds)).toContain('`calendar/create_event`');
  });

  it.each(['hello', 'Help!', '你好', '你能做什么？'])('says what it is when greeted with %s', async (greeting) => {
    const rounds = await turn(greeting, () => ({ text: '' }));
    expect(rounds).toHaveLength(1);
    expect(lastText(rounds)).toMatch(
      /practice model of Gatehouse: offline, and rule-based|练习模型：离线运行，只按规则/,
    );
  });

  it('has something to say where there are no tools', async () => {
    const rounds = await turn('list my notes', () => ({ text: '' }), []);
    expect(lastText(rounds)).toContain('No tools are there yet: connect a server first.');
  });

  it('starts anew with the next request, with call ids of its own', async () => {
    const client = practice();
    const id = branded<ToolCallId>('toolu_practice_1');
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'list my notes' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'mcp__notes__list_notes', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content: [] },
          { type: 'text', text: 'read agent-loop' },
        ],
      },
    ];
    const body = { model: PRACTICE_MODEL_ID, system: '', messages, tools, maxTokens: 10 };
    const events: ModelEvent[] = [];
    for await (const event of client.stream(body, never)) events.push(event);
    expect(events.at(-1)).toMatchObject({
      blocks: [{ type: 'text' }, { type: 'tool_use', id: 'toolu_practice_2', input: { name: 'agent-loop' } }],
    });
  });
});

describe('/call', () => {
  it.each([
    ['/call mcp__docs__search {"query": "x"}', 'mcp__docs__search', { query: 'x' }],
    ['/call list_notes', 'mcp__notes__list_notes', {}],
    ['/call weather/get_forecast {"city":"Paris","days":2}', 'mcp__weather__get_forecast', { city: 'Paris', days: 2 }],
    [
      '/call notes/add_note {\n  "name": "a",\n  "content": "b, then c"\n}',
      'mcp__notes__add_note',
      { name: 'a', content: 'b, then c' },
    ],
  ])('%s', async (command, name, input) => {
    const rounds = await turn(command, () => ({ text: 'ok' }));
    expect(rounds[0]?.[1]).toMatchObject({ type: 'tool_use', name, input });
  });

  it.each([
    ['/call nothing {}', 'There is no tool called `nothing`.'],
    ['/call list_notes {"a"', 'no valid JSON object'],
    ['/call list_notes [1]', 'no valid JSON object'],
  ])('%s is refused in words', async (command, words) => {
    const rounds = await turn(command, () => ({ text: '' }));
    expect(rounds).toHaveLength(1);
    expect(lastText(rounds)).toContain(words);
  });

  it('asks for the whole name where two servers have the tool', async () => {
    const twice = [...tools, tool('mcp__other__search', '')];
    const rounds = await turn('/call search {}', () => ({ text: '' }), twice);
    expect(lastText(rounds)).toContain('`mcp__docs__search`, `mcp__other__search`');
  });
});

describe('createPracticeFetch', () => {
  it('lists one model that says what it is', async () => {
    expect(await practice().listModels(never)).toEqual([
      { id: PRACTICE_MODEL_ID, name: 'Practice model (offline, rule-based)', practice: true },
    ]);
  });

  it('streams in pieces, arguments too, and stops when it is cancelled', async () => {
    const controller = new AbortController();
    const body = {
      model: PRACTICE_MODEL_ID,
      system: '',
      messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'read the note agent-loop' }] }],
      tools,
      maxTokens: 10,
    };
    const pieces: ModelEvent[] = [];
    for await (const event of practice().stream(body, never)) pieces.push(event);
    expect(pieces.filter((event) => event.type === 'text').length).toBeGreaterThan(1);
    expect(pieces.filter((event) => event.type === 'tool-input').length).toBeGreaterThan(1);
    const cancelled = (async () => {
      for await (const event of practice(1).stream(body, controller.signal)) {
        if (event.type === 'text') controller.abort();
      }
    })();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  });
});
