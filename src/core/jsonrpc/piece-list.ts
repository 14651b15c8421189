/** A piece smaller than this, bytes, is copied into a shared block: many tiny buffers would cost far more than they hold. */
const SMALL = 4_096;
const BLOCK = 65_536;

/** Bytes of one message as they arrive; joined once, at the end. */
export class PieceList {
  #pieces: Buffer[] = [];
  #block: Buffer | undefined;
  #used = 0;
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
    if (this.#block !== undefined && this.#used + piece.length > BLOCK) this.#seal();
    this.#block ??= Buffer.allocUnsafe(BLOCK);
    this.#used += piece.copy(this.#block, this.#used);
  }

  /** All bytes in order. The list is empty afterwards. */
  take(): Buffer {
    this.#seal();
    const [first] = this.#pieces;
    const whole = first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces, this.#size);
    this.#pieces = [];
    this.#size = 0;
    return whole;
  }

  #seal(): void {
    if (this.#block !== undefined) this.#pieces.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
    this.#used = 0;
  }
}
