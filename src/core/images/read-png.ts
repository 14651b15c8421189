import { PNG } from 'pngjs';
import type { Pixels } from './pixels.js';

/**
 * Decodes a PNG; rejects where it is broken. This is the asynchronous reading of pngjs: the synchronous one, which jimp
 * uses, takes memory that nobody wrote for the pixels of a picture whose data end early.
 */
export function readPng(bytes: Buffer): Promise<Pixels> {
  return new Promise((resolve, reject) => {
    const png = new PNG();
    png.on('error', reject);
    png.on('parsed', () => resolve(png));
    png.end(bytes);
  });
}
