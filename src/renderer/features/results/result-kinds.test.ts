import { describe, expect, it } from 'vitest';
import { bytesIn, bytesOf, mediaKind } from './result-media.js';
import { resultTable } from './result-table.js';
import { saysTheSame, textKind } from './result-text.js';

describe('textKind', () => {
  it.each([
    [' {"a":[1]}', 'json'],
    ['[]', 'json'],
    ['{not json', 'plain'],
    ['42', 'plain'],
    ['', 'plain'],
    ['just a sentence - with a dash', 'plain'],
    ['# a comment of a shell\nrm -r x', 'plain'],
    ['- one\n- two', 'plain'],
    ['# Title\n\n- one\n- two', 'markdown'],
    ['**bold** and [a link](https://a.example)', 'markdown'],
    ['look:\n```\ncode\n```', 'markdown'],
    ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'markdown'],
    ['a | b\nc | d', 'plain'],
  ] as const)('%j is %s', (text, kind) => {
    expect(textKind(text).kind).toBe(kind);
  });

  it('believes a type, where the text can be that', () => {
    expect(textKind('one sentence', 'text/markdown; charset=utf-8').kind).toBe('markdown');
    expect(textKind('# Title\n\n- one', 'text/x-python').kind).toBe('plain');
    expect(textKind('{"a":1}', 'text/markdown').kind).toBe('json');
    expect(textKind('no json', 'application/json').kind).toBe('plain');
  });

  it('reads nothing that is very long', () => {
    expect(textKind(`[${'1,'.repeat(150_000)}1]`).kind).toBe('plain');
    expect(textKind(`# a\n\n- b\n${'x'.repeat(60_000)}`).kind).toBe('plain');
  });
});

describe('resultTable', () => {
  it('is a list of flat objects, whatever of the columns a row has', () => {
    expect(resultTable([{ a: 1, b: 'x' }, { c: null }])).toEqual({
      columns: ['a', 'b', 'c'],
      rows: [
        [1, 'x', undefined],
        [undefined, undefined, null],
      ],
    });
  });

  it('is found in an object that holds nothing else', () => {
    expect(resultTable({ rows: [{ a: 1 }] })?.columns).toEqual(['a']);
    expect(resultTable({ rows: [{ a: 1 }], total: 1 })).toBeUndefined();
  });

  it.each([
    ['nothing', []],
    ['empty rows', [{}, {}]],
    ['what is nested', [{ a: { b: 1 } }]],
    ['a mixed list', [{ a: 1 }, 2]],
    ['texts', ['a', 'b']],
    ['an object', { a: 1 }],
    ['more columns than one can read', [Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`c${n}`, n]))]],
  ])('is not made of %s', (_what, value) => {
    expect(resultTable(value)).toBeUndefined();
  });

  it('takes names of columns as they are', () => {
    expect(resultTable(JSON.parse('[{"__proto__":1,"constructor":2}]'))).toEqual({
      columns: ['__proto__', 'constructor'],
      rows: [[1, 2]],
    });
  });
});

describe('saysTheSame', () => {
  it('sees through the order of keys and blanks, and nothing else', () => {
    expect(saysTheSame('{ "b": [1, null], "a": "x" }', { a: 'x', b: [1, null] })).toBe(true);
    expect(saysTheSame('{"a":1}', { a: '1' })).toBe(false);
    expect(saysTheSame('{"a":1}', { a: 1, b: 2 })).toBe(false);
    expect(saysTheSame('[1]', { 0: 1 })).toBe(false);
    expect(saysTheSame('a text', { a: 1 })).toBe(false);
  });
});

describe('the media of a result', () => {
  it('draws pixel images and plays sounds, and nothing that is a document', () => {
    expect(mediaKind('image/PNG')).toBe('image');
    expect(mediaKind('audio/mpeg; rate=1')).toBe('audio');
    for (const type of ['image/jpg', 'image/x-png']) expect(mediaKind(type)).toBe('image');
    for (const type of ['audio/mp3', 'audio/wave', 'audio/x-m4a']) expect(mediaKind(type)).toBe('audio');
    for (const type of ['image/svg+xml', 'text/html', 'video/mp4', 'audio/midi', '', undefined]) {
      expect(mediaKind(type)).toBeUndefined();
    }
  });

  it('knows bytes in base64, also in a data URL and in lines', () => {
    const data = `data:image/png;base64,${btoa('hello')}`;
    expect(bytesIn(data)).toBe(5);
    expect(bytesOf('aGVs\nbG8=')).toEqual(new Uint8Array([104, 101, 108, 108, 111]));
    expect(bytesOf('%%%')).toBeUndefined();
  });
});
