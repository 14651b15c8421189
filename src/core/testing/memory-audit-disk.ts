import type { AuditDisk, AuditFile, AuditHead } from '../audit/audit-disk.js';

/** A record in memory, in which a test can change what it likes. `failure` is what every write ends with. */
export class MemoryAuditDisk implements AuditDisk {
  readonly #pieces = new Map<string, Buffer[]>();
  readonly asideBytes: Buffer[] = [];
  head: AuditHead | undefined;
  /** Such as `ENOSPC`. */
  failure: string | undefined;
  readonly heads = {
    load: (): AuditHead | undefined => this.head,
    save: (head: AuditHead): void => {
      this.#mayWrite();
      this.head = head;
    },
  };

  /** All lines of all files. */
  get text(): string {
    return this.files()
      .map(({ name }) => this.content(name).toString('utf8'))
      .join('');
  }

  content(name: string): Buffer {
    const whole = Buffer.concat(this.#pieces.get(name) ?? []);
    if (this.#pieces.has(name)) this.#pieces.set(name, [whole]);
    return whole;
  }

  /** A hand in the record: another content, or none. */
  change(name: string, content: Buffer | undefined): void {
    if (content === undefined) this.#pieces.delete(name);
    else this.#pieces.set(name, [content]);
  }

  files(): readonly AuditFile[] {
    return [...this.#pieces].map(([name, pieces]) => ({
      name,
      size: pieces.reduce((sum, { length }) => sum + length, 0),
    }));
  }

  read(name: string, from: number, length: number): Buffer {
    return Buffer.from(this.content(name).subarray(from, from + length));
  }

  append(name: string, text: string): void {
    this.#mayWrite();
    const pieces = this.#pieces.get(name) ?? [];
    pieces.push(Buffer.from(text, 'utf8'));
    this.#pieces.set(name, pieces);
    // Now and then they become one, so that looking at them stays cheap.
    if (pieces.length > 500) this.content(name);
  }

  setAside(name: string, from: number): void {
    this.#mayWrite();
    const bytes = this.content(name);
    this.asideBytes.push(bytes.subarray(from));
    this.change(name, bytes.subarray(0, from));
  }

  exclusively<T>(work: () => T): T {
    return work();
  }

  #mayWrite(): void {
    if (this.failure === undefined) return;
    throw Object.assign(new Error(`${this.failure}: no more writing`), { code: this.failure });
  }
}
