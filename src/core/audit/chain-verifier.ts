import type { AuditProblem, AuditRecord, AuditReport } from '../../shared/audit.js';
import type { AuditHead } from './audit-disk.js';
import { checkLine, NO_HASH } from './audit-line.js';
import type { DiskLine } from './audit-lines.js';

/** So many problems are told one by one. */
const MOST_TOLD = 100;

/**
 * Follows the chain line by line and finds whatever is not as it was written. A piece of a line at the very end is what
 * a killed process leaves, and no problem; a record that the checkpoint knows of and that is not there is one.
 */
export class ChainVerifier {
  readonly #head: AuditHead | undefined;
  readonly #check: typeof checkLine;
  readonly #told: AuditProblem[] = [];
  readonly #open = new Set<number>();
  #problemCount = 0;
  #records = 0;
  #files = 0;
  #interrupted = 0;
  #from: string | undefined;
  #to: string | undefined;
  #file = '';
  #line = 0;
  #seq = 0;
  /** Undefined behind a line whose own hash can't be believed. */
  #hash: string | undefined = NO_HASH;
  #torn: DiskLine | undefined;
  #headMet = false;

  /** `check` says whether one line is as it was written. */
  constructor(head: AuditHead | undefined, check: typeof checkLine = checkLine) {
    this.#head = head;
    this.#check = check;
  }

  /** Lines come in the order of the files and in them. */
  add(line: DiskLine): void {
    if (line.file !== this.#file) {
      this.#file = line.file;
      this.#files += 1;
      this.#line = 0;
    }
    this.#line += 1;
    if (this.#torn !== undefined) this.#tell('not-a-record');
    this.#torn = line.whole ? undefined : line;
    if (!line.whole) return;
    const checked = this.#check(line.bytes);
    if (checked.kind === 'not-a-record') {
      this.#tell('not-a-record');
      this.#hash = undefined;
      this.#seq += 1;
      return;
    }
    this.#follow(checked.record);
    if (checked.kind === 'changed') {
      this.#tell('changed', checked.record.seq);
      this.#hash = undefined;
    }
  }

  /** What was found, when all lines were added. */
  report(): AuditReport {
    if (this.#torn !== undefined) this.#interrupted += 1;
    this.#file = '';
    this.#line = 0;
    const head = this.#head;
    if (head === undefined) {
      // The checkpoint follows the record: the first one may have been written alone.
      if (this.#records > 1) this.#tell('no-checkpoint');
    } else if (head.seq > this.#seq) {
      this.#tell('cut-end', head.seq);
    } else if (!this.#headMet && this.#problemCount === 0) {
      this.#tell('changed', head.seq);
    }
    return {
      sound: this.#problemCount === 0,
      records: this.#records,
      files: this.#files,
      ...(this.#from === undefined ? {} : { from: this.#from }),
      ...(this.#to === undefined ? {} : { to: this.#to }),
      problems: this.#told,
      problemCount: this.#problemCount,
      interrupted: this.#interrupted,
      open: this.#open.size,
    };
  }

  #follow(record: AuditRecord): void {
    const { seq, at, hash, prevHash } = record;
    if (this.#hash !== undefined && prevHash !== this.#hash) {
      this.#tell(this.#records === 0 ? 'cut-start' : 'missing', seq);
    } else if (seq !== this.#seq + 1) {
      this.#tell('missing', seq);
    }
    if (this.#head?.seq === seq && this.#head.hash === hash) this.#headMet = true;
    this.#hash = hash;
    this.#seq = seq;
    this.#records += 1;
    this.#from ??= at;
    this.#to = at;
    this.#note(record);
  }

  #note(record: AuditRecord): void {
    if (record.type === 'intent') this.#open.add(record.seq);
    if (record.type === 'outcome') this.#open.delete(record.intent);
    if (record.type !== 'note') return;
    if (record.note === 'torn-line') this.#interrupted += 1;
    // The other notes tell of something that is found by itself, but for a checkpoint that has been written since.
    if (record.note === 'no-checkpoint') this.#tell('no-checkpoint', record.seq);
  }

  #tell(kind: AuditProblem['kind'], seq?: number): void {
    this.#problemCount += 1;
    if (this.#told.length >= MOST_TOLD) return;
    this.#told.push({ kind, file: this.#file, line: this.#line, ...(seq === undefined ? {} : { seq }) });
  }
}
