/** Output of a program of which the beginning and the end are kept; what lies between is counted. */
export class CappedOutput {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #total = 0;

  /** `bytes`: kept at most. */
  constructor(bytes: number) {
    this.#half = Math.floor(bytes / 2);
  }

  add(chunk: Buffer): void {
    this.#total += chunk.length;
    const toHead = chunk.subarray(0, this.#half - this.#headBytes);
    if (toHead.length > 0) this.#head.push(Buffer.from(toHead));
    this.#headBytes += toHead.length;
    const rest = chunk.subarray(toHead.length);
    if (rest.length === 0) return;
    this.#tail.push(Buffer.from(rest.subarray(-this.#half)));
    this.#tailBytes += Math.min(rest.length, this.#half);
    // Joined now and then, so that a flood of small pieces stays small too.
    if (this.#tailBytes > this.#half * 2 || this.#tail.length > 256) this.#trim();
  }

  /** What was kept, as UTF-8, with a line where something was left out. */
  text(): string {
    this.#trim();
    const left = this.#total - this.#headBytes - this.#tailBytes;
    const [head, tail] = [Buffer.concat(this.#head), Buffer.concat(this.#tail)];
    if (left === 0) return Buffer.concat([head, tail]).toString('utf8');
    return `${head.toString('utf8')}\n[${left} bytes were left out]\n${tail.toString('utf8')}`;
  }

  #trim(): void {
    const kept = Buffer.concat(this.#tail).subarray(-this.#half);
    this.#tail = kept.length === 0 ? [] : [Buffer.from(kept)];
    this.#tailBytes = kept.length;
  }
}
