import decoder from '@jsquash/webp/codec/dec/webp_dec.js';
import { initEmscriptenModule } from '@jsquash/webp/utils.js';
import program from '@jsquash/webp/codec/dec/webp_dec.wasm';
import type { Pixels } from './pixels.js';

/** What the decoder makes of its pixels; a browser has such a class, Node has none. */
class DecodedPixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/** Decodes a WebP that is one picture; rejects where it is broken or moves. Only for a thread of its own: it sets a global. */
export async function readWebp(bytes: Buffer): Promise<Pixels> {
  Object.assign(globalThis, { ImageData: DecodedPixels });
  const { decode } = await initEmscriptenModule(decoder, new WebAssembly.Module(program));
  const image: DecodedPixels | null = decode(bytes);
  if (image === null) throw new Error('it is no WebP picture that can be read');
  const { data, width, height } = image;
  return { width, height, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) };
}
