/** A piece smaller than this, bytes, is copied into a shared block: many tiny buffers would cost far more than they hold. */
const SMALL = 4_096;
/** The first shared block, bytes; each further one is twice as large, up to the largest. */
const FIRST_BLOCK = 8_192;
const LARGEST_BLOCK = 65_536;

/** Bytes of one message as they arrive; joined once, at the end. */
export class PieceList {
  #pieces: Buffer[] = [];
  #block: Buffer | undefined;
  #used = 0;
  #nextBlock = FIRST_BLOCK;
  #size = 0;

  /** Bytes held. */
  get size(): number {
    return this.#size;
  }

  add(piece: Buffer): void {
    this.#size += piece.length;
    if (piece.length >= SMALL) {
      this.#seal();
      this.#pieces.push(piece);
      return;
    }
    if (this.#block !== undefined && this.#used + piece.length > this.#block.length) this.#seal();
    this.#block ??= this.#newBlock();
    this.#used += piece.copy(this.#block, this.#used);
  }

  /** All bytes in order. The list is empty afterwards. */
  take(): Buffer {
    this.#seal();
    const [first] = this.#pieces;
    const whole = first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces, this.#size);
    this.#pieces = [];
    this.#nextBlock = FIRST_BLOCK;
    this.#size = 0;
    return whole;
  }

  /** The usual message has one small rest, for which 64 KB would be too much: 100 servers may talk at once. */
  #newBlock(): Buffer {
    const block = Buffer.allocUnsafe(this.#nextBlock);
    this.#nextBlock = Math.min(this.#nextBlock * 2, LARGEST_BLOCK);
    return block;
  }

  #seal(): void {
    if (this.#block !== undefined) this.#pieces.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
    this.#used = 0;
  }
}
