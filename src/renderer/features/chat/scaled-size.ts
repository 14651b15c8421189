import { LONG_EDGE } from '../../../shared/chat-file.js';
import type { ImageSize } from '../../../shared/image-size.js';

/** The size that an image is sent in, pixels: as it is, or with its long edge at what the model reads; never nothing. */
export function scaledSize({ width, height }: ImageSize): ImageSize {
  const long = Math.max(width, height);
  if (long <= LONG_EDGE) return { width, height };
  const scale = (edge: number): number => Math.max(1, Math.round((edge * LONG_EDGE) / long));
  return { width: scale(width), height: scale(height) };
}
