/** Width and height of an image, pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * How large an image says it is, read from its first bytes without decoding it: PNG, JPEG, GIF or WebP. Undefined where
 * it is none of them, or broken. A decoder has to allocate what these numbers say, so they are looked at first.
 */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return pngSize(view) ?? gifSize(view) ?? webpSize(view) ?? jpegSize(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it ends too soon
    throw error;
  }
}

function text(view: DataView, at: number, length: number): string {
  let found = '';
  for (let index = 0; index < length; index += 1) found += String.fromCodePoint(view.getUint8(at + index));
  return found;
}

function pngSize(view: DataView): ImageSize | undefined {
  if (view.getUint32(0) !== 0x89_50_4e_47 || text(view, 12, 4) !== 'IHDR') return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(view: DataView): ImageSize | undefined {
  if (text(view, 0, 4) !== 'GIF8') return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function webpSize(view: DataView): ImageSize | undefined {
  if (text(view, 0, 4) !== 'RIFF' || text(view, 8, 4) !== 'WEBP') return undefined;
  switch (text(view, 12, 4)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) % 0x4000, height: view.getUint16(28, true) % 0x4000 };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits % 0x4000) + 1, height: (Math.floor(bits / 0x4000) % 0x4000) + 1 };
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return undefined;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
}

/** Goes from marker to marker up to the start of a frame. */
function jpegSize(view: DataView): ImageSize | undefined {
  if (view.getUint16(0) !== 0xff_d8) return undefined;
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1; // a marker may be filled up with these
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 2 : 2 + view.getUint16(at + 2);
  }
}

/** SOF0 to SOF15, without the three that are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
