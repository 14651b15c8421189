import {
  LONG_EDGE,
  MOST_CHOSEN_BYTES,
  MOST_IMAGE_BYTES,
  MOST_PDF_BYTES,
  MOST_PIXELS,
} from '../../../shared/chat-file.js';
import { imageSize } from '../../../shared/image-size.js';
import { scaledSize } from './scaled-size.js';

/** A file as it is handed to main, or why it is not. `limit`: bytes. */
export type PreparedFile =
  | { readonly kind: 'ready'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large'; readonly name: string; readonly limit: number }
  | { readonly kind: 'too-many-pixels' | 'unreadable' | 'broken'; readonly name: string };

/** Fewer than the limit of a name in the contract. */
const NAME_LENGTH = 200;

/**
 * Reads a file that the user chose, and scales an image to what the model reads. Decoding, drawing and encoding run in
 * the sandboxed renderer, away from its main thread; what an image says of its size is looked at before it is decoded.
 */
export async function prepareFile(file: File, fallbackName: string): Promise<PreparedFile> {
  const name = (file.name === '' ? fallbackName : file.name).slice(-NAME_LENGTH);
  if (file.size > MOST_CHOSEN_BYTES) return { kind: 'too-large', name, limit: MOST_CHOSEN_BYTES };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { kind: 'unreadable', name }; // it was a folder, or is gone
  }
  const size = imageSize(bytes);
  if (size === undefined) {
    if (bytes.byteLength > MOST_PDF_BYTES) return { kind: 'too-large', name, limit: MOST_PDF_BYTES };
    return { kind: 'ready', name, bytes };
  }
  if (size.width * size.height > MOST_PIXELS) return { kind: 'too-many-pixels', name };
  try {
    const bitmap = await createImageBitmap(file);
    try {
      // Decoded it is whole; what is small enough goes as it is.
      if (Math.max(bitmap.width, bitmap.height) <= LONG_EDGE && bytes.byteLength <= MOST_IMAGE_BYTES) {
        return { kind: 'ready', name, bytes };
      }
      const drawn = await encoded(draw(bitmap), file.type);
      return drawn === undefined
        ? { kind: 'too-large', name, limit: MOST_IMAGE_BYTES }
        : { kind: 'ready', name, bytes: drawn };
    } finally {
      bitmap.close();
    }
  } catch {
    return { kind: 'broken', name };
  }
}

function draw(bitmap: ImageBitmap): OffscreenCanvas {
  const { width, height } = scaledSize(bitmap);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the canvas has no context');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

/** A photo stays a JPEG; else without loss, and only where that is too large with some. */
async function encoded(canvas: OffscreenCanvas, type: string): Promise<Uint8Array | undefined> {
  const ways =
    type === 'image/jpeg'
      ? [
          { type: 'image/jpeg', quality: 0.9 },
          { type: 'image/jpeg', quality: 0.7 },
        ]
      : [{ type: 'image/png' }, { type: 'image/webp', quality: 0.9 }, { type: 'image/webp', quality: 0.7 }];
  for (const way of ways) {
    // oxlint-disable-next-line no-await-in-loop -- the next way is tried only where this one was too large
    const blob = await canvas.convertToBlob(way);
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (blob.size <= MOST_IMAGE_BYTES) return new Uint8Array(await blob.arrayBuffer());
  }
  return undefined;
}
