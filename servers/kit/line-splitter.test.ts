import { describe, expect, it } from 'vitest';
import { LineSplitter, parseLine } from './line-splitter.js';

describe('LineSplitter', () => {
  it.each([1, 2, 3, 5, 100])('gives the same lines for chunks of %i bytes, also through a 4-byte character', (size) => {
    const bytes = Buffer.from('{"a":"😀"}\r\n\n笔记\nrest');
    const splitter = new LineSplitter();
    const lines: string[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      lines.push(...splitter.push(bytes.subarray(at, at + size)).map(String));
    }
    expect(lines).toEqual(['{"a":"😀"}\r', '', '笔记']);
    expect(splitter.rest().toString()).toBe('rest');
    expect(splitter.rest()).toHaveLength(0);
  });
});

describe('parseLine', () => {
  it('takes CRLF and leaves blank lines out', () => {
    expect(parseLine(Buffer.from('{"a":1}\r'))).toEqual({ value: { a: 1 } });
    expect(parseLine(Buffer.from('\r'))).toBeUndefined();
    expect(parseLine(Buffer.from(''))).toBeUndefined();
  });

  it('raises for what is no JSON and for bytes that are no UTF-8', () => {
    expect(() => parseLine(Buffer.from('{'))).toThrow();
    expect(() => parseLine(Buffer.from([0x22, 0xf0, 0x9f, 0x22]))).toThrow();
  });
});
