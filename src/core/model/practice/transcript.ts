import type { JsonObject } from '../../../shared/json.js';
import { isJsonObject } from '../../../shared/json.js';
import { GIVEN } from '../../conversation/file-blocks.js';
import { CONTINUE } from '../../conversation/repair-history.js';
import { isLookupId } from './tool-lookup.js';

/** A call that was made since the user last spoke, with what came of it. */
export interface DoneCall {
  readonly wireName: string;
  readonly text: string;
  readonly failed: boolean;
}

/** Where a conversation stands, read from its messages alone. */
export interface Transcript {
  /** What the user said last. */
  readonly request: string;
  /** Names of the files that came with it; of an image, which has none, its type. */
  readonly attached: readonly string[];
  readonly done: readonly DoneCall[];
  /** Whether tools were looked for since. */
  readonly lookedUp: boolean;
  /** All calls of the conversation, for an id that is new. */
  readonly callCount: number;
}

/** Reads the `messages` of a request body. */
export function readTranscript(messages: unknown): Transcript {
  const blocks = (Array.isArray(messages) ? messages : []).filter(isJsonObject).flatMap(blocksOf);
  const asked = blocks.findLastIndex(({ role, block }) => role === 'user' && isRequest(block));
  const attached = lastAttached(blocks);
  const since = blocks.slice(asked + 1).map(({ block }) => block);
  const results = new Map(since.filter((block) => block['type'] === 'tool_result').map((b) => [b['tool_use_id'], b]));
  const uses = since.filter((block) => block['type'] === 'tool_use');
  return {
    request: ownWords(textOf(blocks[asked]?.block ?? {})),
    attached: attached.map(attachedName),
    done: uses.filter((use) => !isLookupId(use['id'])).map((use) => readDone(use, results.get(use['id']))),
    lookedUp: uses.some((use) => isLookupId(use['id'])),
    callCount: blocks.filter(({ block }) => block['type'] === 'tool_use').length,
  };
}

function readDone(use: JsonObject, result: JsonObject | undefined): DoneCall {
  return {
    wireName: typeof use['name'] === 'string' ? use['name'] : '',
    text: result === undefined ? '' : resultText(result['content']),
    failed: result?.['is_error'] === true,
  };
}

interface SaidBlock {
  readonly role: unknown;
  readonly block: JsonObject;
}

function blocksOf(message: JsonObject): readonly SaidBlock[] {
  const { role, content } = message;
  if (typeof content === 'string') return [{ role, block: { type: 'text', text: content } }];
  return Array.isArray(content) ? content.filter(isJsonObject).map((block) => ({ role, block })) : [];
}

/** The files right before the words of the user, or what they sent without words. */
function lastAttached(blocks: readonly SaidBlock[]): readonly JsonObject[] {
  const said = blocks.findLastIndex(({ role, block }) => role === 'user' && block['type'] !== 'tool_result');
  const before = blocks.slice(0, said + 1);
  const start = before.findLastIndex(({ role, block }) => role !== 'user' || block['type'] === 'tool_result');
  return before.slice(start + 1).flatMap(({ block }) => (isFile(block) ? [block] : []));
}

function isFile(block: JsonObject): boolean {
  return block['type'] === 'image' || block['type'] === 'document';
}

function attachedName({ title, source }: JsonObject): string {
  if (typeof title === 'string') return title;
  const type = isJsonObject(source) ? source['media_type'] : undefined;
  return typeof type === 'string' ? type : 'file';
}

/** A note that Gatehouse itself adds to a history is no wish of the user. */
function isRequest(block: JsonObject): boolean {
  return isFile(block) || (block['type'] === 'text' && textOf(block) !== CONTINUE);
}

/** Of a server's prompt only the first paragraph is a wish; what follows is mostly a text to work on. */
function ownWords(text: string): string {
  if (!text.startsWith(GIVEN)) return text;
  const [first = ''] = text.slice(text.indexOf('\n') + 1).split(/\n\s*\n/u);
  return first;
}

function textOf(block: JsonObject): string {
  return typeof block['text'] === 'string' ? block['text'] : '';
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return blocks.map((block) => (block['type'] === 'text' ? textOf(block) : '[image]')).join('\n');
}
