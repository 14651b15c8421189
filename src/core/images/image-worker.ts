import { parentPort } from 'node:worker_threads';
import { Jimp, JimpMime } from 'jimp';
import { errorMessage } from '../errors.js';
import { imageKind } from '../image-kind.js';
import type { Pixels } from './pixels.js';
import { readPng } from './read-png.js';
import { readWebp } from './read-webp.js';
import { isScaleJob, type ScaledImage, type ScaleJob } from './scale-job.js';

/*
 * The thread behind `ImageThread`: decodes one image, and encodes it anew where it is too large. Who gave it the job ends it.
 */

/** Of JPEG: a little less each time, until it fits. */
const QUALITIES = [85, 70, 50];

const READERS: ReadonlyMap<string | undefined, (bytes: Buffer) => Promise<Pixels>> = new Map([
  ['image/png', readPng],
  ['image/webp', readWebp],
]);

async function scaled({ bytes, longEdge, mostBytes }: ScaleJob): Promise<ScaledImage> {
  const kind = imageKind(bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = READERS.get(kind);
  const image = read === undefined ? await Jimp.fromBuffer(buffer) : Jimp.fromBitmap(await read(buffer));
  const long = Math.max(image.width, image.height);
  if (kind !== undefined && long <= longEdge && bytes.byteLength <= mostBytes) return { kind, bytes };
  if (long > longEdge) {
    const scale = (edge: number): number => Math.max(1, Math.round((edge * longEdge) / long));
    image.resize({ w: scale(image.width), h: scale(image.height) });
  }
  if (kind !== 'image/jpeg') {
    const png = await image.getBuffer(JimpMime.png);
    if (png.byteLength <= mostBytes) return { kind: 'image/png', bytes: png };
  }
  for (const quality of QUALITIES) {
    // oxlint-disable-next-line no-await-in-loop -- the next is tried only where this one was too large
    const jpeg = await image.getBuffer(JimpMime.jpeg, { quality });
    if (jpeg.byteLength <= mostBytes) return { kind: 'image/jpeg', bytes: jpeg };
  }
  return { kind: 'refused', why: 'too large for the model' };
}

async function answerTo(job: unknown): Promise<ScaledImage> {
  if (!isScaleJob(job)) return { kind: 'refused', why: 'the job is malformed' };
  try {
    return await scaled(job);
  } catch (error) {
    return { kind: 'refused', why: `it can't be decoded (${errorMessage(error).slice(0, 200)})` };
  }
}

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
parentPort?.on('message', (job: unknown) => {
  // It never rejects.
  void answerTo(job).then((answer) => parentPort?.postMessage(answer));
});
