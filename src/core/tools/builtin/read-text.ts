import type { FileHandle } from 'node:fs/promises';
import { GatehouseError } from '../../errors.js';

/** The most of a file's text that one reading gives. */
const MAX_TEXT_BYTES = 256 * 1024;
const CHUNK_BYTES = 64 * 1024;

export interface TextRange {
  /** The first line, from 1. */
  readonly offset: number;
  /** Lines at most. */
  readonly limit: number;
}

/**
 * The lines of a UTF-8 file, read piece by piece so that the size of the file does not matter, with a notice where
 * there is more. Undefined for what is not UTF-8 text.
 */
export async function readText(handle: FileHandle, range: TextRange, signal: AbortSignal): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let skip = range.offset - 1;
  let taken = '';
  for (let position = 0; ;) {
    if (signal.aborted) throw new GatehouseError('cancelled', 'The reading was cancelled.');
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
    position += bytesRead;
    const bytes = buffer.subarray(0, bytesRead);
    const decoded = bytes.includes(0) ? undefined : decode(decoder, bytes, bytesRead > 0);
    if (decoded === undefined) return undefined;
    const rest = afterLines(decoded, skip);
    skip = rest.skip;
    taken += rest.text;
    const enough = bounded(taken, range);
    if (enough !== undefined) return enough;
    if (bytesRead === 0) return taken;
  }
}

function decode(decoder: TextDecoder, bytes: Buffer, stream: boolean): string | undefined {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

function afterLines(text: string, lines: number): { readonly text: string; readonly skip: number } {
  let from = 0;
  let skip = lines;
  while (skip > 0) {
    const end = text.indexOf('\n', from);
    if (end === -1) return { text: '', skip };
    from = end + 1;
    skip -= 1;
  }
  return { text: text.slice(from), skip };
}

/** The text up to the first bound that it passes, with a notice that says how to read on; undefined while it passes none. */
function bounded(text: string, { offset, limit }: TextRange): string | undefined {
  const bytes = Buffer.from(text);
  const cutBytes = bytes.length > MAX_TEXT_BYTES;
  const within = cutBytes ? new TextDecoder().decode(bytes.subarray(0, MAX_TEXT_BYTES)).replace(/\uFFFD$/u, '') : text;
  const end = endOfLine(within, limit);
  if (end !== undefined && end < text.length) {
    return `${within.slice(0, end)}[There are more lines. Read on with offset ${offset + limit}.]`;
  }
  if (!cutBytes) return undefined;
  const line = offset + within.split('\n').length - 1;
  return `${within}\n[Cut after 256 KB, in line ${line}. Read on with offset ${line}.]`;
}

/** Where the line of this number ends, its new line included. */
function endOfLine(text: string, line: number): number | undefined {
  let end = 0;
  for (let count = 0; count < line; count += 1) {
    const next = text.indexOf('\n', end);
    if (next === -1) return undefined;
    end = next + 1;
  }
  return end;
}
