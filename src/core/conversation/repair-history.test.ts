import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ToolCallId } from '../../shared/conversation.js';
import type { ModelBlock, ModelMessage } from './model-message.js';
import { checkMessagesRequest } from '../testing/messages-request-check.js';
import { repairHistory } from './repair-history.js';

const text = (words: string): ModelBlock => ({ type: 'text', text: words });
const use = (id: string, name = 'read'): ModelBlock => ({
  type: 'tool_use',
  id: branded<ToolCallId>(id),
  name,
  input: {},
});
const result = (id: string, words: string): ModelBlock => ({
  type: 'tool_result',
  tool_use_id: branded<ToolCallId>(id),
  content: [text(words)],
});
const unknown = (id: string): ModelBlock => ({
  type: 'tool_result',
  tool_use_id: branded<ToolCallId>(id),
  content: [text('interrupted; outcome unknown')],
  is_error: true,
});
const user = (...content: ModelBlock[]): ModelMessage => ({ role: 'user', content });
const assistant = (...content: ModelBlock[]): ModelMessage => ({ role: 'assistant', content });
const signed: ModelBlock = { type: 'thinking', thinking: ' Think \r\n', signature: 'EqQB…' };

function refusal(messages: readonly ModelMessage[]) {
  return checkMessagesRequest({ model: 'm', max_tokens: 1, messages })?.message;
}

describe('repairHistory', () => {
  it('leaves a good history as it is', () => {
    const good = [
      user(text('hi')),
      assistant(signed, text('Reading.'), use('a'), use('b')),
      user(result('a', 'x'), result('b', 'y'), text('and then?')),
    ];
    expect(repairHistory(good)).toEqual(good);
  });

  it('answers a call that the app was killed before answering', () => {
    expect(
      repairHistory([user(text('hi')), assistant(use('a'), use('b')), user(result('b', 'y'), text('go on'))]),
    ).toEqual([user(text('hi')), assistant(use('a'), use('b')), user(unknown('a'), result('b', 'y'), text('go on'))]);
    expect(repairHistory([user(text('hi')), assistant(use('a'))])).toEqual([
      user(text('hi')),
      assistant(use('a')),
      user(unknown('a')),
    ]);
  });

  it('puts results first, in the order of the calls, each once', () => {
    const repaired = repairHistory([
      user(text('hi')),
      assistant(use('a'), use('b')),
      user(text('wait'), result('b', 'y'), result('a', 'x'), result('a', 'again')),
    ]);
    expect(repaired[2]).toEqual(user(result('a', 'x'), result('b', 'y'), text('wait')));
  });

  it('drops results without a call', () => {
    expect(repairHistory([user(result('z', 'x'), text('hi'))])).toEqual([user(text('hi'))]);
  });

  it('drops empty text and joins neighbours of the same role', () => {
    const repaired = repairHistory([
      user(text('a')),
      assistant(text('')),
      user(text(' \n')),
      user(text('b')),
      assistant(text('c')),
      assistant(text('d')),
      user(text('e')),
    ]);
    expect(repaired).toEqual([user(text('a'), text('b')), assistant(text('c'), text('d')), user(text('e'))]);
  });

  it('starts and ends with the user', () => {
    const repaired = repairHistory([assistant(text('hello'))]);
    expect(repaired.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
  });

  it('keeps signed thinking byte for byte and drops what the API refuses', () => {
    const unsigned: ModelBlock = { type: 'thinking', thinking: 'x', signature: '' };
    const repaired = repairHistory([
      user(text('a')),
      assistant(signed, unsigned, text('b')),
      user(text('c')),
      assistant(text('d'), signed),
      user(text('e')),
    ]);
    expect(repaired[1]).toEqual(assistant(signed, text('b')));
    expect(repaired[3]).toEqual(assistant(text('d')));
  });

  it('gives a second call with the same id an id of its own, and its result with it', () => {
    const repaired = repairHistory([
      user(text('a')),
      assistant(use('x')),
      user(result('x', 'first')),
      assistant(use('x'), use('x')),
      user(result('x', 'second'), result('x', 'third')),
    ]);
    expect(repaired.slice(3)).toEqual([
      assistant(use('x_2'), use('x_3')),
      user(result('x_2', 'second'), result('x_3', 'third')),
    ]);
  });

  it('makes ids, names and characters such as the API takes', () => {
    const repaired = repairHistory([
      user(text('half \uD83D')),
      assistant({ ...use('call:1', 'notes.read'), input: { 'k\uDE00': ['\uD83D'] } } as ModelBlock),
      user(result('call:1', 'x')),
    ]);
    expect(repaired).toEqual([
      user(text('half \uFFFD')),
      assistant({ ...use('call_1', 'notes_read'), input: { 'k\uFFFD': ['\uFFFD'] } } as ModelBlock),
      user(result('call_1', 'x')),
    ]);
  });

  it('leaves an empty history empty', () => {
    expect(repairHistory([])).toEqual([]);
    expect(repairHistory([user(text(''))])).toEqual([]);
  });
});

const someText = fc.oneof(
  fc.constantFrom('', ' ', '\n', 'hello', '笔记', '\uD83D', 'a\uDE00'),
  fc.string({ maxLength: 5 }),
);
const someId = fc.constantFrom('a', 'b', 'c', 'a_2', 'call:1', '', '__proto__').map((id) => branded<ToolCallId>(id));
const textBlock = fc.record({ type: fc.constant('text' as const), text: someText });
const imageBlock = fc.record({
  type: fc.constant('image' as const),
  source: fc.record({
    type: fc.constant('base64' as const),
    media_type: fc.constantFrom('image/png', 'image/svg+xml'),
    data: fc.constantFrom('', 'AAAA'),
  }),
});
const block: fc.Arbitrary<ModelBlock> = fc.oneof(
  textBlock,
  imageBlock,
  fc.record({
    type: fc.constant('thinking' as const),
    thinking: fc.constantFrom('', 'hm'),
    signature: fc.constantFrom('', 'sig'),
  }),
  fc.record({ type: fc.constant('redacted_thinking' as const), data: fc.constant('x') }),
  fc.record({
    type: fc.constant('tool_use' as const),
    id: someId,
    name: fc.constantFrom('read', 'a.b', '', 'x'.repeat(70)),
    input: fc.constantFrom({}, { text: '\uD83D' }),
  }),
  fc.record({
    type: fc.constant('tool_result' as const),
    tool_use_id: someId,
    content: fc.array(fc.oneof(textBlock, imageBlock), { maxLength: 2 }),
    is_error: fc.boolean(),
  }),
);
const history: fc.Arbitrary<readonly ModelMessage[]> = fc.array(
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: fc.array(block, { maxLength: 4 }),
  }),
  { maxLength: 7 },
);

describe('repairHistory on any history', () => {
  it('makes one that the strict API takes', () => {
    fc.assert(
      fc.property(history, (messages) => {
        const repaired = repairHistory(messages);
        expect(repaired.length === 0 ? undefined : refusal(repaired)).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(history, (messages) => {
        const once = repairHistory(messages);
        expect(repairHistory(once)).toEqual(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not touch a history that the strict API takes already', () => {
    fc.assert(
      fc.property(history, (messages) => {
        const once = repairHistory(messages);
        fc.pre(refusal(messages) === undefined);
        expect(once).toEqual(messages);
      }),
      { numRuns: 40, maxSkipsPerRun: 10_000 },
    );
  });
});
