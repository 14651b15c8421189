import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json.js';
import { parseMessages } from './json-rpc-message.js';
import { WireReader } from './wire-reader.js';

const tools = Array.from({ length: 200 }, (_, at) => ({
  name: `tool_${at}`,
  description: `读取第 ${at} 条 "记录" and its ${'x'.repeat(160)}`,
  inputSchema: { type: 'object' },
}));
const page = JSON.stringify({ tools });

const idFirst = (id: number, result: string): string => `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
const idLast = (id: number, result: string): string => `{"result":${result},"jsonrpc":"2.0","id":${id}}`;

function resultOf(reader: WireReader, line: string): JsonObject {
  const messages = reader.read(line) ?? [];
  expect(messages).toEqual(parseMessages(line));
  const [message] = messages;
  if (message === undefined || !('result' in message)) throw new Error('no answer was read');
  return message.result;
}

describe.each([
  ['before', idFirst],
  ['behind', idLast],
])('a page of tools with its id %s it', (_where, answer) => {
  it('is the same object when it comes again, under its new id', () => {
    const reader = new WireReader();
    const first = resultOf(reader, answer(1, page));
    expect(resultOf(reader, answer(22, page))).toBe(first);
    expect(resultOf(reader, `${answer(333, page)}\r`)).toEqual(first);
    expect(first['tools']).toHaveLength(200);
  });

  it('is another one where a single character is another', () => {
    const reader = new WireReader();
    const first = resultOf(reader, answer(1, page));
    const changed = resultOf(reader, answer(2, page.replace('tool_7"', 'tool_8"')));
    expect(changed).not.toEqual(first);
    expect(resultOf(reader, answer(3, page))).toBe(first);
  });

  it('is parsed each time where it is short', () => {
    const reader = new WireReader();
    const short = '{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}';
    expect(resultOf(reader, answer(2, short))).not.toBe(resultOf(reader, answer(1, short)));
  });

  it('is told from a long answer that is no list, which is parsed each time', () => {
    const reader = new WireReader();
    const result = JSON.stringify({ content: [{ type: 'text', text: 'y'.repeat(40_000) }] });
    expect(resultOf(reader, answer(2, result))).not.toBe(resultOf(reader, answer(1, result)));
  });
});

it('what is no answer, or has its id elsewhere, is read like any message', () => {
  const reader = new WireReader();
  const long = 'z'.repeat(30_000);
  const lines = [
    `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${long}"}}`,
    `{"id":4,"jsonrpc":"2.0","result":${page}}`,
    `{"jsonrpc":"2.0","id":"a","result":${page}}`,
    `{"jsonrpc":"2.0","id":5,"error":{"code":-1,"message":"${long}"}}`,
    `[${idFirst(1, page)},${idFirst(2, page)}]`,
    `{"jsonrpc":"2.0","id":6,"result":${page}`,
    `{"result":${page},"note":",\\"jsonrpc\\":\\"2.0\\",\\"id\\":6}"}`,
    long,
  ];
  for (const line of [...lines, ...lines]) expect(reader.read(line)).toEqual(parseMessages(line));
});
