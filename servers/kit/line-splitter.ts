const LINE_FEED = 10;

/**
 * Cuts a stream of bytes at each line feed. Bytes wait in a list of chunks and are joined once per line, so that a long
 * line costs no repeated copying and a character split between two chunks stays whole.
 */
export class LineSplitter {
  #chunks: Buffer[] = [];

  /** Takes the next bytes; returns the lines they complete, without their line feeds. */
  push(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#chunks.push(chunk.subarray(start, end));
      lines.push(this.rest());
      start = end + 1;
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start));
    return lines;
  }

  /** Takes out what came after the last line feed. */
  rest(): Buffer {
    const line = Buffer.concat(this.#chunks);
    this.#chunks = [];
    return line;
  }
}

/**
 * The JSON value of one line, or `undefined` for a blank one (a lone CR counts as blank).
 * @throws where the bytes are no UTF-8 or no JSON.
 */
export function parseLine(line: Buffer): { readonly value: unknown } | undefined {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(line).trim();
  if (text === '') return undefined;
  const value: unknown = JSON.parse(text);
  return { value };
}
