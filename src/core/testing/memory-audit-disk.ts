import type { AuditDisk, AuditFile, AuditHead } from '../audit/audit-disk.js';

/** A record in memory, in which a test can change what it likes. `failure` is what every write ends with. */
export class MemoryAuditDisk implements AuditDisk {
  readonly contents = new Map<string, Buffer>();
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
    return [...this.contents.values()].map((bytes) => bytes.toString('utf8')).join('');
  }

  files(): readonly AuditFile[] {
    return [...this.contents].map(([name, bytes]) => ({ name, size: bytes.length }));
  }

  read(name: string, from: number, length: number): Buffer {
    return Buffer.from(this.contents.get(name)?.subarray(from, from + length) ?? []);
  }

  append(name: string, text: string): void {
    this.#mayWrite();
    this.contents.set(name, Buffer.concat([this.contents.get(name) ?? Buffer.alloc(0), Buffer.from(text, 'utf8')]));
  }

  setAside(name: string, from: number): void {
    this.#mayWrite();
    const bytes = this.contents.get(name) ?? Buffer.alloc(0);
    this.asideBytes.push(bytes.subarray(from));
    this.contents.set(name, bytes.subarray(0, from));
  }

  exclusively<T>(work: () => T): T {
    return work();
  }

  #mayWrite(): void {
    if (this.failure === undefined) return;
    throw Object.assign(new Error(`${this.failure}: no more writing`), { code: this.failure });
  }
}
