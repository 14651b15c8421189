import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { imageSize } from '../../shared/image-size.js';
import { pngOf, pngWith } from '../conversation/files.test-kit.js';
import { ImageThread } from './image-thread.js';
import type { ScaledImage } from './scale-job.js';

const SCRIPT = readFileSync(path.resolve('out/workers/image-worker.cjs'), 'utf8');
const FITS = { longEdge: 1568, mostBytes: 3_750_000 };

/** 8 × 4 pixels, the left half red, the right half dark blue. */
const WEBP = Buffer.from('UklGRiAAAABXRUJQVlA4TBMAAAAvB8AAAA8wKPM/WvMfLehDRP8DAA==', 'base64');

function sizeOf(image: ScaledImage) {
  return image.kind === 'refused' ? image : imageSize(image.bytes);
}

describe('an image thread', () => {
  const thread = new ImageThread(() => SCRIPT, { deadlineMs: 60_000 });

  it('gives an image that fits back as it is, and scales a larger one', async () => {
    const small = pngOf(40, 30, true);
    const same = await thread.scale({ bytes: small, ...FITS });
    expect(same.kind === 'refused' ? same : Buffer.from(same.bytes)).toEqual(small);
    const scaled = await thread.scale({ bytes: pngOf(3136, 1000, true), ...FITS });
    expect(scaled.kind).toBe('image/png');
    expect(sizeOf(scaled)).toEqual({ width: 1568, height: 500 });
    const thin = await thread.scale({ bytes: pngOf(4000, 1, true), ...FITS });
    expect(sizeOf(thin)).toEqual({ width: 1568, height: 1 });
  });

  it('refuses what stays too large', async () => {
    const scaled = await thread.scale({ bytes: pngOf(300, 300, true), longEdge: 200, mostBytes: 100 });
    expect(scaled).toEqual({ kind: 'refused', why: 'too large for the model' });
  });

  it('says why where an image can’t be decoded, and goes on', async () => {
    const broken = thread.scale({ bytes: pngOf(30, 30), ...FITS });
    const next = thread.scale({ bytes: pngOf(3, 3, true), ...FITS });
    expect(await broken).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/^it can't be decoded/u) as string,
    });
    expect((await next).kind).toBe('image/png');
  });

  it('refuses a picture whose data end early, and never fills it up with memory', async () => {
    const data = deflateSync(Buffer.alloc(31 * 30));
    // All pixels are there before the mark of the end, one byte, and the checksum, four.
    const cuts = Array.from({ length: data.length - 5 }, (_, length) => pngWith(30, 30, data.subarray(0, length)));
    const answers = await Promise.all(cuts.map((bytes) => thread.scale({ bytes, ...FITS })));
    expect(answers.map(({ kind }) => kind)).toEqual(cuts.map(() => 'refused'));
    const whole = await thread.scale({ bytes: pngOf(30, 30, true).subarray(0, -20), ...FITS });
    expect(whole.kind).toBe('refused');
  });

  it('scales a WebP too, and refuses one that is cut', async () => {
    const whole = await thread.scale({ bytes: WEBP, ...FITS });
    expect(whole).toMatchObject({ kind: 'image/webp' });
    const scaled = await thread.scale({ bytes: WEBP, longEdge: 4, mostBytes: 1000 });
    expect(scaled.kind).toBe('image/png');
    if (scaled.kind === 'refused') return;
    const { data, ...size } = PNG.sync.read(Buffer.from(scaled.bytes));
    expect(size).toMatchObject({ width: 4, height: 2 });
    expect([...data.subarray(0, 4), ...data.subarray(12, 16)]).toEqual([255, 40, 90, 255, 0, 40, 90, 255]);
    const cut = await thread.scale({ bytes: WEBP.subarray(0, 30), ...FITS });
    expect(cut).toMatchObject({ kind: 'refused' });
  });

  it('ends what passes the deadline, or ends by itself', async () => {
    const hangs = new ImageThread(() => 'for (;;) {}', { deadlineMs: 200 });
    expect(await hangs.scale({ bytes: pngOf(3, 3, true), ...FITS })).toEqual({
      kind: 'refused',
      why: "it can't be decoded (it takes longer than 200 ms)",
    });
    const ends = new ImageThread(() => 'process.exit(0)');
    expect(await ends.scale({ bytes: pngOf(3, 3, true), ...FITS })).toMatchObject({ kind: 'refused' });
  });
});
