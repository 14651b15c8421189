import type { FileKind } from '../../shared/chat-file.js';
import { type ChatFile, HARD_EDGE, MOST_IMAGE_BYTES, MOST_PDF_BYTES, MOST_TEXT_BYTES } from '../../shared/chat-file.js';
import { imageSize } from '../../shared/image-size.js';
import { GatehouseError } from '../errors.js';
import { imageKind } from '../image-kind.js';

/** A file that may be kept for a message: what it is, and its bytes, of a text as UTF-8. */
export interface CheckedFile {
  readonly facts: Omit<ChatFile, 'hash' | 'name'>;
  readonly bytes: Uint8Array;
}

/**
 * Looks at the bytes of a file, whatever its name says: an image that the Messages API takes, a PDF, or a text. Throws
 * `bad-file` or `file-too-large` with the name of the file and what to do.
 */
export function checkedFile(name: string, bytes: Uint8Array): CheckedFile {
  if (bytes.byteLength === 0) throw bad(name, 'is empty');
  const image = imageKind(bytes);
  if (image !== undefined) return checkedImage(name, image, bytes);
  if (isPdf(bytes)) {
    if (bytes.byteLength > MOST_PDF_BYTES) throw tooLarge(name, MOST_PDF_BYTES, 'Split it, or attach single pages.');
    return { facts: { kind: 'application/pdf', size: bytes.byteLength }, bytes };
  }
  const text = textOf(bytes);
  if (text === undefined) throw bad(name, 'is neither an image (PNG, JPEG, GIF, WebP) nor a PDF nor plain text');
  const utf8 = Buffer.from(text, 'utf8');
  if (utf8.byteLength > MOST_TEXT_BYTES) throw tooLarge(name, MOST_TEXT_BYTES, 'Attach the part that matters.');
  return { facts: { kind: 'text/plain', size: utf8.byteLength }, bytes: utf8 };
}

function checkedImage(name: string, kind: FileKind, bytes: Uint8Array): CheckedFile {
  const size = imageSize(bytes);
  if (size === undefined || size.width === 0 || size.height === 0) throw bad(name, 'is a broken image');
  if (bytes.byteLength > MOST_IMAGE_BYTES) throw tooLarge(name, MOST_IMAGE_BYTES, 'Make it smaller.');
  if (Math.max(size.width, size.height) > HARD_EDGE) {
    throw bad(name, `is ${size.width} × ${size.height} pixels large; the model takes ${HARD_EDGE} at most`);
  }
  return { facts: { kind, size: bytes.byteLength, ...size }, bytes };
}

/** The mark may stand a little after the beginning. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).includes('%PDF-');
}

/** UTF-8, or UTF-16 with its mark; undefined for what is no text. */
function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function bad(name: string, what: string): GatehouseError {
  return new GatehouseError('bad-file', `${JSON.stringify(name)} ${what}, so it was not attached.`);
}

function tooLarge(name: string, most: number, next: string): GatehouseError {
  const limit = most >= 1_000_000 ? `${most / 1_000_000} MB` : `${most / 1000} kB`;
  return new GatehouseError('file-too-large', `${JSON.stringify(name)} is larger than ${limit}. ${next}`);
}
