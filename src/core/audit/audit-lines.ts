import type { AuditDisk, AuditFile } from './audit-disk.js';

/** A line and where it begins. */
export interface DiskLine {
  readonly file: string;
  /** Bytes from the beginning of the file. */
  readonly at: number;
  /** Without the end of the line. */
  readonly bytes: Buffer;
  /** False for what stands at the end of a file without an end of the line. */
  readonly whole: boolean;
}

/** Bytes that are read at a time. A line is a good deal shorter. */
const CHUNK = 256 * 1024;
const END = 0x0a;

/** The lines of one file from the first on. */
export function* linesForward(disk: AuditDisk, { name, size }: AuditFile): Generator<DiskLine, void> {
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  for (let from = 0; from < size; from += CHUNK) {
    const bytes = Buffer.concat([rest, disk.read(name, from, Math.min(CHUNK, size - from))]);
    let begin = 0;
    for (let end = bytes.indexOf(END); end !== -1; end = bytes.indexOf(END, begin)) {
      yield { file: name, at: at + begin, bytes: bytes.subarray(begin, end), whole: true };
      begin = end + 1;
    }
    at += begin;
    rest = bytes.subarray(begin);
  }
  if (rest.length > 0) yield { file: name, at, bytes: rest, whole: false };
}

/** The lines of one file from the last one that begins before `end` (bytes). */
export function* linesBackward(disk: AuditDisk, name: string, end: number): Generator<DiskLine, void> {
  let rest: Buffer = Buffer.alloc(0);
  for (let to = end; to > 0;) {
    const from = Math.max(0, to - CHUNK);
    const bytes = Buffer.concat([disk.read(name, from, to - from), rest]);
    let stop = bytes.length;
    while (stop > 0) {
      const begin = stop < 2 ? 0 : bytes.lastIndexOf(END, stop - 2) + 1;
      // The beginning of this one may stand in the chunk before.
      if (begin === 0 && from > 0) break;
      const whole = bytes[stop - 1] === END;
      yield { file: name, at: from + begin, bytes: bytes.subarray(begin, whole ? stop - 1 : stop), whole };
      stop = begin;
    }
    rest = bytes.subarray(0, stop);
    to = from;
  }
}
