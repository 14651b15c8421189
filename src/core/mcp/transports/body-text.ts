import { PieceList } from '../../jsonrpc/piece-list.js';

/** A body as it arrives, up to a limit. The usual body is one chunk, which is not copied. */
export class BodyText {
  readonly #limit: number;
  #only: Buffer | undefined;
  #pieces: PieceList | undefined;
  /** Bytes that arrived, also those over the limit. */
  bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get tooLarge(): boolean {
    return this.bytes > this.#limit;
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.tooLarge) return;
    if (this.#pieces === undefined && this.#only === undefined) {
      this.#only = chunk;
      return;
    }
    if (this.#pieces === undefined) {
      this.#pieces = new PieceList();
      if (this.#only !== undefined) this.#pieces.add(this.#only);
    }
    this.#pieces.add(chunk);
  }

  /** What was taken, as text. Call it once. */
  text(): string {
    return (this.#pieces?.take() ?? this.#only)?.toString('utf8') ?? '';
  }
}
