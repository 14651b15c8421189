import type { JsonRpcId } from '../../shared/json-rpc.js';
import { OversizedLine } from './oversized-line.js';
import { PieceList } from './piece-list.js';

/** The largest message that is taken, bytes. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

/** What a decoder found. Neither function may throw. */
export interface LineSink {
  /** One line without its ending; an empty line is not reported. It may be a part of a larger text in memory. */
  line(text: string): void;
  /** A line over the limit was skipped. `id`: of the request it answers, where an end of the line gave it away. */
  oversized(id: JsonRpcId | undefined, bytes: number): void;
}

/**
 * Bytes to lines (stdio framing: basic/transports, 2025-11-25). Linear in the bytes: each is searched once and copied at
 * most twice, however many chunks a line comes in. Bytes are joined before they are decoded, so a character may be split.
 * Accepts CRLF, and strips a byte order mark and colour codes that a program printed before a message.
 */
export class LineDecoder {
  readonly #sink: LineSink;
  readonly #limit: number;
  readonly #held = new PieceList();
  #skipped: OversizedLine | undefined;

  constructor(sink: LineSink, limit: number = MAX_MESSAGE_BYTES) {
    this.#sink = sink;
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    const last = chunk.lastIndexOf(NEWLINE);
    let start = 0;
    if (last !== -1 && (this.#held.size > 0 || this.#skipped !== undefined)) {
      const end = chunk.indexOf(NEWLINE);
      this.#finish(chunk, start, end);
      start = end + 1;
    }
    if (start <= last) this.#reportAll(chunk, start, last);
    if (last + 1 < chunk.length) this.#keep(chunk.subarray(last + 1));
  }

  /** The stream has ended: what is left is a last line. */
  end(): void {
    this.#finish(Buffer.alloc(0), 0, 0);
  }

  #keep(piece: Buffer): void {
    if (this.#skipped !== undefined) {
      this.#skipped.add(piece);
      return;
    }
    this.#held.add(piece);
    if (this.#held.size > this.#limit) this.#skipped = new OversizedLine(this.#held.take());
  }

  /** Whole lines. Decoded at once: for each by itself that would be most of the work on a burst of small messages. */
  #reportAll(chunk: Buffer, start: number, end: number): void {
    if (end - start > this.#limit) {
      for (let from = start; from <= end;) {
        const to = chunk.indexOf(NEWLINE, from);
        this.#finish(chunk, from, to);
        from = to + 1;
      }
      return;
    }
    const text = chunk.toString('utf8', start, end);
    let from = 0;
    for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
      this.#report(text.slice(from, to));
      from = to + 1;
    }
    this.#report(from === 0 ? text : text.slice(from));
  }

  #finish(chunk: Buffer, start: number, end: number): void {
    if (this.#skipped === undefined && this.#held.size === 0 && end - start <= this.#limit) {
      this.#report(chunk.toString('utf8', start, end));
      return;
    }
    this.#keep(chunk.subarray(start, end));
    const skipped = this.#skipped;
    this.#skipped = undefined;
    if (skipped === undefined) this.#report(this.#held.take().toString('utf8'));
    else this.#sink.oversized(skipped.answeredId(), skipped.bytes);
  }

  #report(text: string): void {
    // JSON.parse takes the carriage return of a CRLF for a blank, so a message needs no look at its end.
    const line = text.startsWith('{') ? text : stripDecoration(text);
    if (line !== '') this.#sink.line(line);
  }
}

const BYTE_ORDER_MARK = 0xfeff;
// A control sequence (ECMA-48) starts with an escape, which a pattern may not name literally.
const CONTROL_SEQUENCES = new RegExp(String.raw`^(?:\u001b\[[0-?]*[ -/]*[@-~])+`);

/** A line without the byte order mark and colour codes before it and the carriage return after it. */
function stripDecoration(text: string): string {
  const unmarked = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  const plain = unmarked.replace(CONTROL_SEQUENCES, '');
  return plain.endsWith('\r') ? plain.slice(0, -1) : plain;
}
