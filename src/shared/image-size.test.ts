import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { imageSize } from './image-size.js';

const u16 = (n: number): number[] => [n >> 8, n & 0xff];
const le16 = (n: number): number[] => [n & 0xff, n >> 8];
const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];

const PNG = [0x89, ...ascii('PNG\r\n\u001A\n'), 0, 0, 0, 13, ...ascii('IHDR'), 0, 0, ...u16(640), 0, 0, ...u16(480)];
const GIF = [...ascii('GIF89a'), ...le16(320), ...le16(200)];
const JPEG = [
  0xff,
  0xd8,
  0xff,
  0xe0,
  ...u16(4),
  1,
  2, // APP0
  0xff,
  0xff,
  0xdb,
  ...u16(3),
  9, // filled up, a table
  0xff,
  0xc4,
  ...u16(2), // a Huffman table is no frame
  0xff,
  0xc2,
  ...u16(17),
  8,
  ...u16(1080),
  ...u16(1920),
];
const riff = (chunk: string, rest: readonly number[]): number[] => [
  ...ascii('RIFF'),
  0,
  0,
  0,
  0,
  ...ascii(`WEBP${chunk}`),
  0,
  0,
  0,
  0,
  ...rest,
];
const VP8 = riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...le16(800), ...le16(600)]);
// 14 bits of width - 1, then 14 bits of height - 1.
const VP8L = riff('VP8L', [0x2f, 0xff, 0xc0, 0x0f, 0x00]);
const VP8X = riff('VP8X', [0, 0, 0, 0, 0x0f, 0x27, 0, 0x57, 0x1b, 0]);

describe('the size that an image says it has', () => {
  it.each([
    ['PNG', PNG, { width: 640, height: 480 }],
    ['GIF', GIF, { width: 320, height: 200 }],
    ['JPEG', JPEG, { width: 1920, height: 1080 }],
    ['lossy WebP', VP8, { width: 800, height: 600 }],
    ['lossless WebP', VP8L, { width: 256, height: 64 }],
    ['extended WebP', VP8X, { width: 10_000, height: 7000 }],
  ])('is read of a %s', (_kind, bytes, size) => {
    expect(imageSize(Uint8Array.from(bytes))).toEqual(size);
  });

  it('is unknown where the bytes end too soon, at each of them, and for what is no image', () => {
    for (const whole of [PNG, GIF, JPEG, VP8, VP8X]) {
      for (let end = 0; end < whole.length - 4; end += 1) {
        expect(imageSize(Uint8Array.from(whole.slice(0, end)))).toBeUndefined();
      }
    }
    expect(imageSize(Buffer.from('%PDF-1.7 and more and more'))).toBeUndefined();
    expect(imageSize(Buffer.from([0xff, 0xd8, 0x00, 0x00, 0x00, 0x00]))).toBeUndefined();
  });

  it('is read of a part of a larger buffer', () => {
    const around = Uint8Array.from([1, 2, 3, ...PNG, 4]);
    expect(imageSize(around.subarray(3))).toEqual({ width: 640, height: 480 });
  });
});
