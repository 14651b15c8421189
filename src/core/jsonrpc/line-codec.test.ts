import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineDecoder } from './line-codec.js';

interface Found {
  lines: string[];
  oversized: { id: string | number | undefined; bytes: number }[];
}

function decode(chunks: readonly (string | Buffer)[], limit?: number): Found {
  const found: Found = { lines: [], oversized: [] };
  const decoder = new LineDecoder(
    { line: (text) => found.lines.push(text), oversized: (id, bytes) => found.oversized.push({ id, bytes }) },
    limit,
  );
  for (const chunk of chunks) decoder.push(Buffer.from(chunk as string));
  decoder.end();
  return found;
}

describe('LineDecoder', () => {
  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => `{${text.replaceAll(/[\r\n]/g, '')}`);
    fc.assert(
      fc.property(fc.array(line), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (lines, sizes) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length;) {
          const size = sizes.next().value ?? 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(decode(chunks).lines).toEqual(lines);
      }),
    );
  });

  it('takes several lines from one chunk, and a last one without an ending', () => {
    expect(decode(['{1}\n{2}\n{3', '}']).lines).toEqual(['{1}', '{2}', '{3}']);
  });

  it('drops empty lines', () => {
    expect(decode(['\n\r\n\n{1}\n']).lines).toEqual(['{1}']);
  });

  it('strips the carriage return of a plain line; JSON takes it for a blank', () => {
    expect(decode(['banner\r\n{"a":1}\r\n']).lines.map((line) => line.trimEnd())).toEqual(['banner', '{"a":1}']);
    expect(decode(['banner\r\n']).lines).toEqual(['banner']);
  });

  it('strips a byte order mark and colour codes before a message', () => {
    expect(decode(['\uFEFF{1}\n', '\u001B[2K\u001B[1;32m{2}\n']).lines).toEqual(['{1}', '{2}']);
  });

  it('joins a character that two chunks share', () => {
    const bytes = Buffer.from('{"😀"}\n');
    expect(decode([bytes.subarray(0, 4), bytes.subarray(4)]).lines).toEqual(['{"😀"}']);
  });

  it('takes a line of exactly the limit and skips one that is longer, with the lines after it intact', () => {
    expect(decode(['{23456789}\n'], 10)).toEqual({ lines: ['{23456789}'], oversized: [] });
    const found = decode(['{234', '56789', 'ab}\n{1}\n'], 10);
    expect(found).toEqual({ lines: ['{1}'], oversized: [{ id: undefined, bytes: 12 }] });
  });

  it.each([
    ['first', (filler: string) => `{"jsonrpc":"2.0","id":7,"result":{"id":1,"text":"${filler}"}}`, 7],
    ['a string', (filler: string) => `{"id" : "a\\"b" ,"result":{"text":"${filler}"}}`, 'a"b'],
    ['last', (filler: string) => `{"jsonrpc":"2.0","result":{"text":"${filler}"},"id":8}\r`, 8],
    ['last before jsonrpc', (filler: string) => `{"result":{"text":"${filler}"},"id":9,"jsonrpc":"2.0"}`, 9],
    ['only inside the result', (filler: string) => `{"result":{"text":"${filler}","id":9}}`, undefined],
    ['only inside an early object', (filler: string) => `{"result":{"id":3,"text":"${filler}"}}`, undefined],
    ['only in the text', (filler: string) => `{"result":{"text":"${filler},\\"id\\":9}"}}`, undefined],
    ['that of a request', (filler: string) => `{"id":5,"method":"x","params":{"text":"${filler}"}}`, undefined],
  ])('tells the request that an oversized answer belongs to when its id is %s', (_name, make, id) => {
    const line = make('é'.repeat(20_000));
    const bytes = Buffer.byteLength(line);
    const all = Buffer.from(`${line}\n`);
    const chunks = [all.subarray(0, 3), all.subarray(3, 9_000), all.subarray(9_000, -5), all.subarray(-5)];
    expect(decode(chunks, 10_000).oversized).toEqual([{ id, bytes }]);
    expect(decode([all], 10_000).oversized).toEqual([{ id, bytes }]);
  });
});
