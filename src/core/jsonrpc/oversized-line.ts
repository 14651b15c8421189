import type { JsonRpcId } from '../../shared/json-rpc.js';

/** How much of each end of a line that is too long is kept, bytes. */
const KEPT = 4_096;

/** A line that is too long to hold: its two ends are kept, because they may tell which request it answers. */
export class OversizedLine {
  #bytes = 0;
  readonly #head: string;
  #tail = Buffer.alloc(0);

  /** `held` is what of the line had been kept before it grew too long. */
  constructor(held: Buffer) {
    this.#head = held.toString('utf8', 0, KEPT);
    this.add(held);
  }

  /** Bytes of the line so far. */
  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    const end = piece.subarray(-KEPT);
    this.#tail = end.length === KEPT ? Buffer.from(end) : Buffer.concat([this.#tail, end]).subarray(-KEPT);
  }

  /** The id of the request that the line answers, where an end of it says so; a request or notification answers none. */
  answeredId(): JsonRpcId | undefined {
    const members = scanHead(this.#head);
    if (members.has('method')) return undefined;
    return readId(members.get('id')) ?? readId(LAST_MEMBER_ID.exec(this.#tail.toString('utf8'))?.[1]);
  }
}

/**
 * An id as the last member of the outermost object, or last before `jsonrpc`. Text inside a string can't look like it:
 * its quotes would be escaped. Nor can an inner object: two closing braces would follow.
 */
const LAST_MEMBER_ID = /,\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

/** A string, a punctuation mark, or a run of anything else; a string that is cut off at the end matches nothing. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/gy;
const WHITE = /\s*/gy;

/** The members of the outermost object that begin in the head of a line: name → its value's first token. */
function scanHead(head: string): Map<string, string> {
  const members = new Map<string, string>();
  const tokens = tokenize(head);
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && tokens[at + 1] === ':' && token.startsWith('"')) {
      const value = tokens[at + 2];
      // What stands last in the head may be cut off: the mark after a value proves that it is whole.
      if (value !== undefined && tokens[at + 3] !== undefined) members.set(token.slice(1, -1), value);
    }
  }
  return members;
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  let at = 0;
  for (;;) {
    WHITE.lastIndex = at;
    WHITE.exec(text);
    TOKEN.lastIndex = WHITE.lastIndex;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return tokens;
    tokens.push(token);
    at = TOKEN.lastIndex;
  }
}

function readId(token: string | undefined): JsonRpcId | undefined {
  if (token === undefined || !/^(?:"|-?\d+$)/.test(token)) return undefined;
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' || typeof value === 'number' ? value : undefined;
  } catch {
    // A string with an escape that JSON does not know: no id that we ever sent.
    return undefined;
  }
}
