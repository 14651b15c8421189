/** A file of the record. */
export interface AuditFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Where the record was when its checkpoint was written. */
export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

/** Where the record is kept. All of it may throw; what throws was not done, or not whole. */
export interface AuditDisk {
  /** In the order in which they were written. */
  files(): readonly AuditFile[];
  read(name: string, from: number, length: number): Buffer;
  /** Puts text at the end of a file, which it makes where there is none. Durable when it returns. */
  append(name: string, text: string): void;
  /** Moves the bytes from there on out of the file, under another name. */
  setAside(name: string, from: number): void;
  /** The checkpoint, in another place than the files. */
  readonly heads: AuditHeads;
  /** Does the work while no other process writes to the record. */
  exclusively<T>(work: () => T): T;
}

export interface AuditHeads {
  /** Undefined where there is none, or none that can be read. */
  load(): AuditHead | undefined;
  /** Durable when it returns. */
  save(head: AuditHead): void;
}

/** The name of the n-th file; names sort in the order of writing. */
export function auditFileName(number: number): string {
  return `record-${String(number).padStart(6, '0')}.jsonl`;
}

/** Undefined for a file that is none of the record's. */
export function auditFileNumber(name: string): number | undefined {
  const [, digits] = /^record-(\d{6,})\.jsonl$/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
