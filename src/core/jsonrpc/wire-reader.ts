import type { JsonRpcId, JsonRpcMessage } from '../../shared/json-rpc.js';
import type { JsonObject } from '../../shared/json.js';
import { parseMessages } from './json-rpc-message.js';

/** A page is looked for among the known ones where that is quicker than to parse it, and never where it is huge. UTF-16 units. */
const SHORTEST = 32_768;
const LONGEST = 1_048_576;
/** Pages that are known at most. */
const MOST_PAGES = 1_024;

/** `{"jsonrpc":"2.0","id":7,"result":…}`, and the other way round, as the official SDK for TypeScript writes it. */
const ID_FIRST = /^\{"jsonrpc":"2\.0","id":(\d{1,15}),"result":/;
const ID_LAST = /,"jsonrpc":"2\.0","id":(\d{1,15})\}\s*$/;
const RESULT_FIRST = '{"result":';
/** Longer than what `ID_LAST` takes. */
const END = 64;

/**
 * Reads the messages of one connection. A server that is asked for its tools again nearly always sends the pages that it
 * sent before: one that differs in its id alone is not parsed again, its result is the same object as long as somebody
 * holds it.
 */
export class WireReader {
  readonly #pages = new Map<string, WeakRef<JsonObject>>();
  readonly #onCut: () => void;

  /** `onCut` is called where a message was nested too deep and lost a part. */
  constructor(onCut: () => void = () => {}) {
    this.#onCut = onCut;
  }

  /** As `parseMessages`. */
  read(line: string): readonly JsonRpcMessage[] | undefined {
    const answer = line.length < SHORTEST || line.length > LONGEST ? undefined : splitAnswer(line);
    if (answer === undefined) return parseMessages(line, this.#onCut);
    const hash = hashOf(answer.rest);
    const known = this.#pages.get(hash)?.deref();
    if (known !== undefined) return [{ jsonrpc: '2.0', id: answer.id, result: known }];
    const messages = parseMessages(line, this.#onCut);
    const message = messages?.[0];
    if (message !== undefined && 'result' in message && isPage(message.result)) this.#remember(hash, message.result);
    return messages;
  }

  #remember(hash: string, page: JsonObject): void {
    this.#pages.set(hash, new WeakRef(page));
    if (this.#pages.size <= MOST_PAGES) return;
    for (const oldest of this.#pages.keys()) {
      this.#pages.delete(oldest);
      return;
    }
  }
}

/** The id of an answer, and everything else that stands in it. */
function splitAnswer(line: string): { readonly id: JsonRpcId; readonly rest: string } | undefined {
  const head = ID_FIRST.exec(line);
  if (head !== null) return { id: Number(head[1]), rest: line.slice(head[0].length) };
  if (!line.startsWith(RESULT_FIRST)) return undefined;
  const tail = ID_LAST.exec(line.slice(-END));
  return tail === null ? undefined : { id: Number(tail[1]), rest: line.slice(0, -tail[0].length) };
}

function isPage(result: JsonObject): boolean {
  return Array.isArray(result['tools']);
}

function hashOf(text: string): string {
  // Had when there is something to hash: a connection to a small server starts sooner without.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('base64');
}
