import { describe, expect, it } from 'vitest';
import { MOST_IMAGE_BYTES, MOST_PDF_BYTES, MOST_TEXT_BYTES } from '../../shared/chat-file.js';
import { checkedFile } from './checked-file.js';
import { pngOf } from './files.test-kit.js';

function utf16(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
}

describe('a file that is attached', () => {
  it('is an image by its bytes, whatever it is called, with its size', () => {
    const { facts } = checkedFile('notes.txt', pngOf(640, 480));
    expect(facts).toMatchObject({ kind: 'image/png', width: 640, height: 480 });
  });

  it('is a PDF by its mark, and else a text where its bytes are one', () => {
    expect(checkedFile('a.bin', Buffer.from('%PDF-1.7\n')).facts.kind).toBe('application/pdf');
    expect(checkedFile('a.csv', Buffer.from('a,b\n1,你好\n')).facts.kind).toBe('text/plain');
  });

  it('is kept as UTF-8 where it came as UTF-16', () => {
    const { bytes, facts } = checkedFile('a.txt', utf16('grüße 你好'));
    expect(Buffer.from(bytes).toString('utf8')).toBe('grüße 你好');
    expect(facts.size).toBe(Buffer.byteLength('grüße 你好'));
  });

  it.each([
    ['empty', Buffer.alloc(0), /is empty/u],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]), /neither an image/u],
    ['broken UTF-8', Buffer.from([0x68, 0x69, 0xff, 0xfe, 0xfd]), /neither an image/u],
    ['an image without a size', pngOf(0, 10), /broken image/u],
    ['an image cut off', pngOf(10, 10).subarray(0, 15), /broken image/u],
    ['an image that is too wide', pngOf(8001, 10), /8001 × 10 pixels/u],
  ])('is refused where it is %s', (_what, bytes, why) => {
    expect(() => checkedFile('x', bytes)).toThrow(why);
  });

  it.each([
    ['image', pngOf(10, 10), MOST_IMAGE_BYTES, /larger than 3\.75 MB/u],
    ['PDF', Buffer.from('%PDF-1.7\n'), MOST_PDF_BYTES, /larger than 16 MB/u],
    ['text', Buffer.from('text'), MOST_TEXT_BYTES, /larger than 500 kB/u],
  ])('is refused where the %s is too large, and at the limit it is not', (_what, head, most, why) => {
    const whole = Buffer.alloc(most + 1, 'a');
    head.copy(whole);
    expect(() => checkedFile('x', whole)).toThrow(why);
    expect(checkedFile('x', whole.subarray(0, most)).facts.size).toBe(most);
  });
});
