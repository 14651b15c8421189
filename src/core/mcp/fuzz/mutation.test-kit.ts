import { array, nat, record, sample, tuple } from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** What servers say: of every kind of message that a client has a use for, and some that it has none for. */
const MESSAGES: readonly unknown[] = [
  { jsonrpc: '2.0', id: 900_001, result: { content: [{ type: 'text', text: 'plain "quoted" \n 😀 数据' }] } },
  { jsonrpc: '2.0', id: 'text-id', result: { content: [], structuredContent: { a: [1, 2.5, null, true] } } },
  { jsonrpc: '2.0', id: 900_002, error: { code: -32_602, message: 'Bad', data: { supported: ['2025-11-25'] } } },
  { jsonrpc: '2.0', id: 900_003, result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }], nextCursor: 'x' } },
  {
    jsonrpc: '2.0',
    id: 900_004,
    result: { resultType: 'input_required', inputRequests: { k: { method: 'roots/list' } } },
  },
  { jsonrpc: '2.0', id: 900_005, result: { task: { taskId: 't', status: 'working', pollInterval: 5 } } },
  { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 900_001, progress: 0.5, total: 1 } },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'ask-1', reason: 'no' } },
  { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', logger: 'x', data: { a: 1 } } },
  { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
  { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'file:///a' } },
  { jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } },
  { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
  { jsonrpc: '2.0', id: 'ask-1', method: 'ping' },
  { jsonrpc: '2.0', id: 'ask-2', method: 'roots/list', params: {} },
  { jsonrpc: '2.0', id: 'ask-3', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
  {
    jsonrpc: '2.0',
    id: 'ask-4',
    method: 'elicitation/create',
    params: { message: 'Who?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } },
  },
  [
    { jsonrpc: '2.0', id: 'b-1', method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' },
  ],
];

/** Pieces that readers trip over: deep nesting, huge numbers, odd keys, lone surrogates, control characters, line ends. */
const NASTY: readonly string[] = [
  '['.repeat(3_000),
  '{"a":'.repeat(1_500),
  '1e999',
  '-0',
  '12345678901234567890123',
  '"__proto__":{"polluted":true},',
  '"constructor":null,',
  '"method":7,',
  '"id":null,',
  '"id":{"a":1},',
  '"result":[],',
  '"error":"x",',
  String.raw`"\ud800"`,
  '\u0000',
  '\u001B[31m',
  '\uFEFF',
  '\r\n',
  '\n\n',
  '\r',
  ':',
  'data: ',
  'event: x\n',
  'retry: 1\n',
  '}',
  ',',
  '"',
  '\\',
];

type Step = readonly [kind: number, at: number, size: number];

/** How a text is bent: which one it is, and what is done to it. */
interface Bend {
  readonly pick: number;
  readonly steps: readonly Step[];
}

const BEND: Arbitrary<Bend> = record({
  pick: nat({ max: 999 }),
  steps: array(tuple(nat({ max: 99 }), nat({ max: 9_999 }), nat({ max: 999 })), {
    minLength: 1,
    maxLength: 3,
  }),
});

/** So many mutated messages; the same ones for the same seed. `texts`: what is mutated, by default every kind of message. */
export function mutatedTexts(
  count: number,
  seed: number,
  texts: readonly string[] = MESSAGES.map((message) => JSON.stringify(message)),
): readonly string[] {
  return sample(BEND, { numRuns: count, seed }).map(({ pick, steps }) => {
    let text = texts[pick % texts.length] ?? '';
    for (const step of steps) text = mutated(text, step, texts);
    return text;
  });
}

function mutated(text: string, [kind, place, size]: Step, texts: readonly string[]): string {
  const at = text.length === 0 ? 0 : place % text.length;
  const nasty = NASTY[size % NASTY.length] ?? '';
  switch (kind % 9) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + (size % 20));
    case 2:
      return text.slice(0, at) + String.fromCharCode(size) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + nasty + text.slice(at);
    case 4:
      return text.slice(0, at) + text.slice(at, at + size) + text.slice(at);
    case 5:
      return text + (texts[size % texts.length] ?? '');
    case 6:
      return replacedValue(text, place, nasty);
    case 7:
      return text.replace(/"[a-z]+":/i, (key) => key + key);
    default:
      return kind === 98 ? text.replace(/"text":"/, `"text":"${'x'.repeat(100_000)}`) : `${text}${nasty}`;
  }
}

/** One of the values of a JSON text is another: what a reader meets then is well-formed and wrong. */
function replacedValue(text: string, place: number, nasty: string): string {
  const values = [...text.matchAll(/:("[^"]*"|\d+|true|null|\[\]|\{\})/g)];
  const [found] = values.slice(place % Math.max(values.length, 1));
  if (found === undefined) return text;
  const others = ['7', 'null', '[]', '{}', 'true', '"x"', '[[]]', '-1', '1.5', '""', nasty];
  const other = others[place % others.length] ?? 'null';
  return text.slice(0, found.index + 1) + other + text.slice(found.index + found[0].length);
}

/** Counts promises that were rejected and that nobody heard, from its making on. */
export class UnheardRejections {
  readonly reasons: unknown[] = [];
  readonly #listener = (reason: unknown): void => void this.reasons.push(reason);

  constructor() {
    process.on('unhandledRejection', this.#listener);
  }

  stop(): void {
    process.off('unhandledRejection', this.#listener);
  }
}
