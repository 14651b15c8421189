import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ToolCallId } from '../../shared/conversation.js';
import type { ScriptedAnswer, StrictMessagesApi, StrictMessagesApiOptions } from '../testing/strict-messages-api.js';
import { startStrictMessagesApi } from '../testing/strict-messages-api.js';
import { createAnthropicModel } from './anthropic.js';
import { defaultModel } from './default-model.js';
import type { ReplyBlock } from './message-stream.js';
import { replyEvents, sseText } from './message-stream.js';
import type { ModelClient, ModelEvent, ModelRequest } from './model-client.js';

const never = new AbortController().signal;
let api: StrictMessagesApi | undefined;

afterEach(async () => {
  await api?.close();
  api = undefined;
});

async function model(
  script: StrictMessagesApiOptions['script'],
  more: Partial<StrictMessagesApiOptions> = {},
): Promise<ModelClient> {
  api = await startStrictMessagesApi({ ...more, script });
  return createAnthropicModel({ apiKey: 'key', baseUrl: `${api.url}/v1/` });
}

const request: ModelRequest = {
  model: 'claude-sonnet-test',
  system: 'Be kind.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
  tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
  maxTokens: 100,
};

async function collect(client: ModelClient, more: Partial<ModelRequest> = {}, signal = never): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of client.stream({ ...request, ...more }, signal)) events.push(event);
  return events;
}

const says = (text: string): ScriptedAnswer => ({ kind: 'reply', blocks: [{ type: 'text', text }] });
const use = (json: string): ReplyBlock => ({ type: 'tool_use', id: 'toolu_1', name: 'read', input: {}, json });

const error = (status: number, type: string, message: string, headers = {}): ScriptedAnswer => ({
  kind: 'error',
  status,
  type,
  message,
  headers: { 'retry-after-ms': '1', ...headers },
});
const listed = (id: string, more: object = {}) => ({ type: 'model', id, display_name: `Name of ${id}`, ...more });
const named = (id: string) => ({ id, name: id, practice: false });

function textOf(events: readonly ModelEvent[]): string {
  return events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
}

describe('createAnthropicModel', () => {
  it('streams text in pieces and finishes with the whole message', async () => {
    const events = await collect(await model([says('Hello, 世界 😀, how are you?')]));
    expect(events.filter((event) => event.type === 'text').length).toBeGreaterThan(1);
    expect(textOf(events)).toBe('Hello, 世界 😀, how are you?');
    expect(events.at(-1)).toEqual({
      type: 'finished',
      blocks: [{ type: 'text', text: 'Hello, 世界 😀, how are you?' }],
      stopReason: 'end_turn',
      usage: { inputTokens: 1, outputTokens: 1 },
    });
  });

  it('sends system prompt, tools and limit, and takes calls with their arguments', async () => {
    const thinking: ReplyBlock = { type: 'thinking', thinking: 'Let me see…', signature: 'Sig==' };
    const input = { path: 'a/笔记.md', deep: { list: [1, true, null] } };
    const client = await model([
      { kind: 'reply', blocks: [thinking, { type: 'tool_use', id: 'toolu_1', name: 'read', input }] },
    ]);
    const events = await collect(client);
    expect(api?.requests[0]?.body).toMatchObject({
      system: [{ type: 'text', text: 'Be kind.' }],
      max_tokens: 100,
      tools: [{ name: 'read' }],
      stream: true,
    });
    expect(events).toContainEqual({ type: 'tool-started', callId: 'toolu_1', name: 'read' });
    const json = events.flatMap((event) => (event.type === 'tool-input' ? [event.partialJson] : []));
    expect(JSON.parse(json.join(''))).toEqual(input);
    expect(events.at(-1)).toMatchObject({
      type: 'finished',
      stopReason: 'tool_use',
      blocks: [thinking, { type: 'tool_use', id: 'toolu_1', name: 'read', input }],
    });
  });

  it.each([
    ['{"path": "x', 'half an object'],
    ['[1]', 'no object'],
    ['{"a":}', 'no JSON'],
  ])('keeps arguments %s (%s) as invalid, with empty input', async (json) => {
    const events = await collect(await model([{ kind: 'reply', blocks: [use(json)] }]));
    expect(events.at(-1)).toMatchObject({
      blocks: [{ type: 'tool_use', input: {}, invalidJson: json }],
    });
  });

  it('takes a call without arguments for one, unless the reply was cut short by its limit', async () => {
    const client = await model([
      { kind: 'reply', blocks: [use('')] },
      { kind: 'reply', blocks: [use('')], stopReason: 'max_tokens' },
    ]);
    const [whole, short] = [await collect(client), await collect(client)];
    expect(whole.at(-1)).toMatchObject({ blocks: [{ input: {} }] });
    expect(JSON.stringify(whole.at(-1))).not.toContain('invalidJson');
    expect(short.at(-1)).toMatchObject({ stopReason: 'max_tokens', blocks: [{ input: {}, invalidJson: '' }] });
  });

  it('gives a call whose id was used before an id of its own', async () => {
    const id = branded<ToolCallId>('toolu_1');
    const events = await collect(await model([{ kind: 'reply', blocks: [use('{}')] }]), {
      messages: [
        ...request.messages,
        { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: [] }] },
      ],
    });
    expect(events.at(-1)).toMatchObject({ blocks: [{ type: 'tool_use', id: 'toolu_1_2' }] });
  });

  it('stops at once when it is cancelled in the middle of a stream', async () => {
    const client = await model([{ kind: 'reply', blocks: [{ type: 'text', text: 'x'.repeat(200) }], stall: true }]);
    const controller = new AbortController();
    const run = async () => {
      for await (const event of client.stream(request, controller.signal)) {
        if (event.type === 'text') controller.abort();
      }
    };
    await expect(run()).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('does not ask when it is cancelled before', async () => {
    const client = await model([says('x')]);
    await expect(collect(client, {}, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    expect(api?.requests).toEqual([]);
  });
});

describe('a stream that is cut', () => {
  const blocks: readonly ReplyBlock[] = [
    { type: 'text', text: 'I read 笔记.' },
    { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.md' } },
  ];
  const events = replyEvents({ id: 'msg_test', model: request.model, blocks }).map(sseText);
  const whole = Buffer.byteLength(events.join(''));
  // Where one event ends and the next begins, and every fifth byte between: inside names, texts, characters, numbers.
  const ends = events.map((_, count) => Buffer.byteLength(events.slice(0, count + 1).join('')));
  const cuts = Array.from({ length: whole }, (_, byte) => byte).filter(
    (byte) => byte % 5 === 0 || ends.some((end) => Math.abs(end - byte) <= 2),
  );

  it.each([
    ['by a proxy that ends it properly', true],
    ['by a connection that breaks', false],
  ])(
    'wherever that is, %s, never finishes',
    async (_name, endAtCut) => {
      const client = await model((_body, index) => ({
        kind: 'reply',
        blocks,
        endAtCut,
        cutAfterBytes: cuts[index] ?? 0,
      }));
      for (const cut of cuts) {
        const heard: ModelEvent[] = [];
        const failed = await (async () => {
          for await (const event of client.stream(request, never)) heard.push(event);
        })().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        // The very last byte is the blank line that ends the last event: without it the message may count as whole.
        if (failed === undefined) {
          expect(cut).toBeGreaterThanOrEqual(whole - 2);
          expect(heard.at(-1)).toMatchObject({ type: 'finished', blocks: [{}, { input: { path: 'a.md' } }] });
        } else {
          expect(failed).toMatchObject({ code: 'stream-cut' });
          expect(heard.some((event) => event.type === 'finished')).toBe(false);
        }
      }
    },
    120_000,
  );
});

describe('a request that fails', () => {
  it('says where to set the key when it is wrong', async () => {
    const client = await model([says('x')], { apiKey: 'another' });
    await expect(collect(client)).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(/settings.*ANTHROPIC_API_KEY.*invalid x-api-key/),
    });
  });

  it('tells of a refusal in the words of the API', async () => {
    const client = await model([says('x')]);
    await expect(collect(client, { messages: [] })).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('messages: at least one message is required'),
    });
  });

  it('does not try again by itself, and says how long to wait', async () => {
    const limited = error(429, 'rate_limit_error', 'Number of request tokens has exceeded', {
      'retry-after-ms': '6500',
    });
    const client = await model([limited]);
    await expect(collect(client)).rejects.toMatchObject({
      code: 'rate-limited',
      message: expect.stringContaining('Try again in 7 seconds.'),
    });
    expect(api?.requests).toHaveLength(1);
  });

  it('tries again by itself where it is asked to', async () => {
    const client = await model([error(529, 'overloaded_error', 'Overloaded'), says('fine')]);
    expect(textOf(await collect(client, { retries: 1 }))).toBe('fine');
  });

  it.each<[string, ScriptedAnswer, string, RegExp]>([
    ['is overloaded', error(529, 'overloaded_error', 'Overloaded'), 'overloaded', /is overloaded/],
    ['fails by itself', error(500, 'api_error', 'Internal'), 'overloaded', /failed \(500\)/],
    ['forbids it', error(403, 'permission_error', 'no'), 'key-not-allowed', /not allowed/],
    [
      'does not know the model',
      error(404, 'not_found_error', 'model: x'),
      'unknown-model',
      /Pick another model.*model: x/,
    ],
    [
      'breaks off with an error',
      { kind: 'stream-error', type: 'overloaded_error', message: 'Overloaded', blocks: [{ type: 'text', text: 'Hm' }] },
      'overloaded',
      /is overloaded/,
    ],
  ])('names the server when it %s', async (_name, answer, code, words) => {
    const client = await model(() => answer);
    await expect(collect(client)).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
    await expect(collect(client)).rejects.toThrow(api?.url);
  });

  it('names the address when nothing listens there', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    await new Promise((resolve) => {
      server.close(resolve);
    });
    const client = createAnthropicModel({ apiKey: 'key', baseUrl: url });
    await expect(client.listModels(never)).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(new RegExp(`${url}.*nothing listens there`)),
    });
  }, 20_000);
});

describe('listModels', () => {
  it('reads every page, with fields it does not know, and leaves out retired models', async () => {
    const models = [listed('a', { colour: 'red' }), listed('b'), listed('c', { lifecycle: 'retired' }), listed('d')];
    const client = await model([], { models, pageSize: 2 });
    expect(await client.listModels(never)).toEqual([
      { id: 'a', name: 'Name of a', practice: false },
      { id: 'b', name: 'Name of b', practice: false },
      { id: 'd', name: 'Name of d', practice: false },
    ]);
  });

  it('takes the list of a server that names models by their id only', async () => {
    const client = await model([], { models: [{ id: 'qwen3:8b', object: 'model' }] });
    expect(await client.listModels(never)).toEqual([{ id: 'qwen3:8b', name: 'qwen3:8b', practice: false }]);
  });
});

describe('defaultModel', () => {
  it('is the newest of the middle line, else the first', () => {
    expect(defaultModel(['claude-opus-9', 'claude-sonnet-9', 'claude-sonnet-8'].map(named))).toBe('claude-sonnet-9');
    expect(defaultModel(['qwen3:8b', 'llama4'].map(named))).toBe('qwen3:8b');
    expect(defaultModel([])).toBeUndefined();
  });
});
