/** The most that one message may hold, bytes. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** The kinds of frames (RFC 6455, 5.2). */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** A whole message or a control frame, or why the connection has to be closed, with the code for it (RFC 6455, 7.4.1). */
export type Received =
  | { readonly kind: 'message' | 'ping' | 'pong' | 'close'; readonly payload: Buffer }
  | { readonly kind: 'broken'; readonly code: number; readonly why: string };

interface Frame {
  readonly final: boolean;
  readonly opcode: number;
  readonly payload: Buffer;
}

/** One frame of a server, which is never masked (RFC 6455, 5.1). */
export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const size = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const head = Buffer.alloc(size);
  head[0] = 0x80 | opcode;
  if (size === 2) head[1] = length;
  if (size === 4) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  }
  if (size === 10) {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

/** The bytes of a client to text messages and control frames (RFC 6455, 5). */
export class FrameReader {
  #bytes = Buffer.alloc(0);
  #waiting: Buffer[] = [];
  /** Bytes in `#waiting`. */
  #held = 0;
  /** Bytes that have to be there before it is worth to look again. */
  #needed = 2;
  #parts: Buffer[] = [];
  #partsSize = 0;
  #broken = false;

  push(chunk: Buffer): readonly Received[] {
    const received: Received[] = [];
    if (this.#broken) return received;
    this.#waiting.push(chunk);
    this.#held += chunk.length;
    if (this.#bytes.length + this.#held < this.#needed) return received;
    this.#bytes = Buffer.concat([this.#bytes, ...this.#waiting]);
    this.#waiting = [];
    this.#held = 0;
    for (;;) {
      const found = this.#next();
      if (found === undefined) return received;
      const said = 'kind' in found ? found : this.#take(found);
      if (said !== undefined) received.push(said);
      if (said?.kind === 'broken') {
        this.#broken = true;
        return received;
      }
    }
  }

  /** The next frame; `undefined` while it is not there whole. */
  #next(): Frame | Received | undefined {
    const bytes = this.#bytes;
    const [first, second] = bytes;
    if (first === undefined || second === undefined) return this.#need(2);
    if ((first & 0x70) !== 0) return broken(1002, 'A reserved bit is set.');
    if ((second & 0x80) === 0) return broken(1002, 'A client must mask its frames.');
    const short = second & 0x7f;
    const start = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (bytes.length < start + 4) return this.#need(start + 4);
    const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (length + this.#partsSize > MAX_MESSAGE_BYTES) return broken(1009, 'The message is too large.');
    const end = start + 4 + length;
    if (bytes.length < end) return this.#need(end);
    const mask = bytes.subarray(start, start + 4);
    const payload = Buffer.from(bytes.subarray(start + 4, end));
    for (let at = 0; at < payload.length; at += 1) payload[at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0);
    this.#bytes = bytes.subarray(end);
    this.#needed = 2;
    return { final: (first & 0x80) !== 0, opcode: first & 0x0f, payload };
  }

  #need(bytes: number): undefined {
    this.#needed = bytes;
    return undefined;
  }

  #take({ final, opcode, payload }: Frame): Received | undefined {
    if (opcode >= OPCODE.close) {
      if (!final || payload.length > 125) return broken(1002, 'A control frame must be short and whole.');
      if (opcode === OPCODE.close) return { kind: 'close', payload };
      if (opcode === OPCODE.ping) return { kind: 'ping', payload };
      return opcode === OPCODE.pong ? { kind: 'pong', payload } : broken(1002, 'The frame is of no known kind.');
    }
    if (opcode === OPCODE.binary) return broken(1003, 'A message is a text.');
    const continues = opcode === OPCODE.continuation;
    if (opcode > OPCODE.binary || continues !== this.#parts.length > 0) {
      return broken(1002, 'The frames of a message are out of order.');
    }
    this.#parts.push(payload);
    this.#partsSize += payload.length;
    if (!final) return undefined;
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#partsSize = 0;
    return { kind: 'message', payload: whole };
  }
}

function broken(code: number, why: string): Received {
  return { kind: 'broken', code, why };
}
