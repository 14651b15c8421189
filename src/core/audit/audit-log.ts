import type { AuditBody, AuditFace, AuditNote, AuditState } from '../../shared/audit.js';
import type { Told } from '../../shared/told.js';
import { sha256Hex } from '../canonical-json.js';
import type { Clock } from '../clock.js';
import { errorMessage, GatehouseError, toldOf } from '../errors.js';
import { Emitter } from '../observable.js';
import { type AuditDisk, auditFileName, auditFileNumber } from './audit-disk.js';
import { NO_HASH, readLine, sealedLine } from './audit-line.js';
import { linesBackward } from './audit-lines.js';

/** Takes what is to be recorded. */
export interface AuditWriter {
  /** Gives the `seq` of the record, which is durable then. Throws `not-recorded`. */
  append(body: AuditBody): number;
}

export interface AuditLogParts {
  readonly disk: AuditDisk;
  readonly clock: Clock;
  readonly face: AuditFace;
  /** A file that is larger gets no more records. Bytes. */
  readonly largestFile?: number;
}

/** Where the chain ends now. */
interface Tail {
  readonly file: { readonly name: string; readonly size: number } | undefined;
  readonly seq: number;
  readonly hash: string;
  /** Of the last record, `2026-11-30`. */
  readonly day: string;
}

const LARGEST_FILE = 8 * 1024 * 1024;

/**
 * The record of all calls: it only grows. Each record holds the hash of the one before, over all files, and the last one
 * stands a second time in the checkpoint. What is found out of order at the end is never smoothed over: a note says so.
 */
export class AuditLog implements AuditWriter {
  readonly changed = new Emitter<void>();
  readonly #disk: AuditDisk;
  readonly #clock: Clock;
  readonly #face: AuditFace;
  readonly #largestFile: number;
  #tail: Tail | undefined;
  #state: AuditState = { lastSeq: 0 };

  constructor({ disk, clock, face, largestFile = LARGEST_FILE }: AuditLogParts) {
    this.#disk = disk;
    this.#clock = clock;
    this.#face = face;
    this.#largestFile = largestFile;
  }

  get state(): AuditState {
    return this.#state;
  }

  append(body: AuditBody): number {
    try {
      const { seq } = this.#disk.exclusively(() => this.#write(body, this.#soundTail()));
      this.#enter({ lastSeq: seq });
      return seq;
    } catch (error) {
      // What stands at the end now is looked up anew.
      this.#tail = undefined;
      this.#enter({ lastSeq: this.#state.lastSeq, problem: problemOf(error) });
      const why = errorMessage(error);
      throw new GatehouseError('not-recorded', `Gatehouse can't write its record: ${why}`, {
        cause: error,
        parts: { why },
      });
    }
  }

  /** The end of the chain, with a note behind it where it was not in order. */
  #soundTail(): Tail {
    const last = this.#disk.files().at(-1);
    const known = this.#tail;
    if (known?.file !== undefined && last?.name === known.file.name && last.size === known.file.size) return known;
    let tail = this.#readTail();
    for (const { note, detail } of tail.notes)
      tail = { ...this.#write({ type: 'note', note, detail }, tail), notes: [] };
    return tail;
  }

  #readTail(): Tail & { readonly notes: readonly { readonly note: AuditNote; readonly detail: string }[] } {
    const disk = this.#disk;
    const files = disk.files();
    const head = disk.heads.load();
    const notes: { note: AuditNote; detail: string }[] = [];
    let [seq, hash, day] = [0, NO_HASH, ''];
    for (const { name, size } of files.toReversed()) {
      let found = false;
      for (const line of linesBackward(disk, name, size)) {
        if (!line.whole) {
          disk.setAside(name, line.at);
          const detail = `${line.bytes.length} bytes at the end of ${name}, SHA-256 ${sha256Hex(line.bytes.toString('latin1'))}`;
          notes.push({ note: 'torn-line', detail });
          continue;
        }
        const record = readLine(line.bytes.toString('utf8'));
        if (record === undefined) {
          notes.push({ note: 'not-a-record', detail: `the last line of ${name}` });
          [seq, hash] = [head?.seq ?? 0, sha256Hex(line.bytes.toString('latin1'))];
        } else {
          [seq, hash, day] = [record.seq, record.hash, record.at.slice(0, 10)];
        }
        found = true;
        break;
      }
      if (found) break;
    }
    if (head !== undefined && head.seq > seq) {
      notes.push({ note: 'cut-end', detail: `the record ends at ${seq}, its checkpoint says ${head.seq}` });
      // The numbers in between stay missing, so that it can be seen for ever.
      ({ seq } = head);
    } else if (head === undefined && seq > 1) {
      notes.push({ note: 'no-checkpoint', detail: `the record ends at ${seq}` });
    }
    return { file: disk.files().at(-1), seq, hash, day, notes };
  }

  #write(body: AuditBody, tail: Tail): Tail {
    const at = new Date(this.#clock.now()).toISOString();
    const day = at.slice(0, 10);
    const place = { seq: tail.seq + 1, at, face: this.#face, prevHash: tail.hash };
    const { hash, line } = sealedLine(body, place);
    const text = `${line}\n`;
    const file = this.#fileFor(tail, day);
    this.#disk.append(file.name, text);
    this.#disk.heads.save({ seq: place.seq, hash });
    this.#tail = {
      file: { name: file.name, size: file.size + Buffer.byteLength(text) },
      seq: place.seq,
      hash,
      day,
    };
    return this.#tail;
  }

  /** The last file, or a new one for another day and behind a large one. */
  #fileFor({ file, day: lastDay }: Tail, day: string): { readonly name: string; readonly size: number } {
    if (file === undefined) return { name: auditFileName(1), size: 0 };
    if (file.size < this.#largestFile && (lastDay === day || file.size === 0)) return file;
    return { name: auditFileName((auditFileNumber(file.name) ?? 0) + 1), size: 0 };
  }

  #enter(state: AuditState): void {
    this.#state = state;
    this.changed.emit();
  }
}

/** For the user: what is in the way, what that holds up, and the next step. */
function problemOf(error: unknown): Told {
  const { code, message: why, parts } = toldOf(error, 'record-not-written');
  const so = 'so tools that may change something do not run';
  return code === 'record-locked'
    ? {
        code,
        message: `The record of calls can't be written, ${so}: ${why}`,
        ...(parts === undefined ? {} : { parts }),
      }
    : {
        code: 'record-not-written',
        message: `The record of calls can't be written (${why}), ${so}. Make room on the disk, or let Gatehouse write to its folder, and try again.`,
        parts: { why },
      };
}
