import { describe, expect, it } from 'vitest';
import { FrameReader, OPCODE, encodeFrame } from './websocket-frames.js';

const MASK = Buffer.from([1, 2, 3, 4]);

/** A frame as a client sends it. */
function masked(first: number, payload: Buffer): Buffer {
  const plain = encodeFrame(0, payload);
  const head = Buffer.from(plain.subarray(0, plain.length - payload.length));
  head[0] = first;
  head[1] = (head[1] ?? 0) | 0x80;
  return Buffer.concat([head, MASK, payload.map((byte, at) => byte ^ (MASK[at & 3] ?? 0))]);
}

const TEXT = 0x80 | OPCODE.text;

describe('FrameReader', () => {
  it.each([1, 3, 7, 70_000])('gives the same messages for chunks of %i bytes', (size) => {
    const long = Buffer.alloc(66_000, 'é');
    const bytes = Buffer.concat([
      masked(TEXT, Buffer.from('a')),
      masked(TEXT, Buffer.alloc(0)),
      masked(TEXT, Buffer.alloc(200, 'b')),
      masked(TEXT, long),
    ]);
    const reader = new FrameReader();
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      for (const one of reader.push(bytes.subarray(at, at + size))) {
        found.push(one.kind === 'broken' ? one.why : one.payload.toString());
      }
    }
    expect(found).toEqual(['a', '', 'b'.repeat(200), long.toString()]);
  });

  it.each([
    ['a frame without a mask', encodeFrame(OPCODE.text, Buffer.from('a')), 1002],
    ['a reserved bit', masked(0x40 | TEXT, Buffer.from('a')), 1002],
    ['a continuation of nothing', masked(0x80, Buffer.from('a')), 1002],
    [
      'a new message inside another',
      Buffer.concat([masked(1, Buffer.from('a')), masked(TEXT, Buffer.from('b'))]),
      1002,
    ],
    ['a long ping', masked(0x80 | OPCODE.ping, Buffer.alloc(126)), 1002],
    ['an unknown kind', masked(0x8b, Buffer.alloc(0)), 1002],
    ['a binary message', masked(0x82, Buffer.from('a')), 1003],
    ['a message of 2 GB', Buffer.from([TEXT, 0xff, 0, 0, 0, 0, 0x80, 0, 0, 0, 1, 2, 3, 4]), 1009],
  ])('closes on %s', (_what, bytes, code) => {
    const reader = new FrameReader();
    expect(reader.push(bytes).at(-1)).toMatchObject({ kind: 'broken', code });
    expect(reader.push(masked(TEXT, Buffer.from('a')))).toEqual([]);
  });
});
