import { assertNever } from '../../shared/assert-never.js';
import type { ToolCallId } from '../../shared/conversation.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.js';
import type { McpContentBlock, ToolResult } from '../../shared/tool.js';
import { canonicalJson } from '../canonical-json.js';
import { cleanCut } from '../clean-cut.js';
import { imageKind, MAX_IMAGE_BYTES } from '../image-kind.js';
import type { ModelBlock } from './model-message.js';
import type { ModelImage } from './result-images.js';
import { readOn } from './read-on.js';
import { textTokens } from './token-estimate.js';
import { wellFormedText } from './well-formed.js';

/** An image of a result as it was looked at before; undefined for one that was not. */
export type ImageOf = (block: McpContentBlock) => ModelImage | undefined;

/** A block of a `tool_result`. */
export type ResultBlock = Extract<ModelBlock, { type: 'text' | 'image' }>;

/**
 * Text of one result past this many UTF-16 units, about 25,000 tokens, is left out in its middle, and the model is told
 * so: more would fill the context, and with it end the chat.
 */
export const MAX_RESULT_TEXT = 100_000;
/** The same in tokens, as they are estimated: of a script that has a token for each character less text fits. */
const MAX_RESULT_TOKENS = 28_600;
/** Of that, the part that its end gets: a log says there what went wrong. */
const TAIL = 0.2;
/** An image where its result is read as text. */
const IMAGE_WORD = '(an image)';
const MAX_DESCRIPTION = 2000;

/**
 * What the model is given of a result. Texts that follow each other are joined by a new line; images it takes stay
 * images, known by their bytes; whatever else there is becomes a short JSON text. `structuredContent` is added as JSON
 * unless a text says the same already, so it is neither lost nor doubled. An empty result says so. An error has text
 * only, because the API takes no image beside `is_error`. `call`: where the middle is left out, how it can be read.
 * `imageOf`: an image as it was scaled before, or the words in its place.
 */
export function toolResultBlocks(result: ToolResult, call?: ToolCallId, imageOf?: ImageOf): readonly ResultBlock[] {
  return withoutMiddle(wholeBlocks(result, imageOf), call);
}

/** The whole of a result as one text, in which places are counted (UTF-16 units); an image is a word in it. */
export function resultText(result: ToolResult): string {
  return textOfBlocks(wholeBlocks(result));
}

export function textOfBlocks(blocks: readonly ModelBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : IMAGE_WORD)).join('\n');
}

function wholeBlocks(result: ToolResult, imageOf?: ImageOf): readonly ResultBlock[] {
  const blocks = result.content.map((block) => {
    const ready = result.isError ? undefined : imageOf?.(block);
    return ready === undefined ? toResultBlock(block, !result.isError) : readyBlock(ready);
  });
  const { structuredContent } = result;
  if (structuredContent !== undefined && !alreadySaid(structuredContent, result.content)) {
    blocks.push(text(JSON.stringify(structuredContent)));
  }
  const joined = joinTexts(blocks);
  return joined.length === 0 ? [text('(no output)')] : joined;
}

/** An image that was looked at. */
function readyBlock(ready: ModelImage): ResultBlock {
  if (ready.kind === 'note') return described({ type: 'image', note: ready.note });
  return { type: 'image', source: { type: 'base64', media_type: ready.mediaType, data: ready.data } };
}

function toResultBlock(block: McpContentBlock, images: boolean): ResultBlock {
  switch (block.type) {
    case 'text':
      return text(block.text);
    case 'image':
      return image(block.data, block.mimeType, images);
    case 'audio':
      return described({ type: 'audio', mimeType: block.mimeType, bytes: base64Bytes(block.data) });
    case 'resource_link':
      return described({ ...block });
    case 'resource':
      return resource(block.resource, images);
    case 'unknown':
      return described(block.block);
    default:
      return assertNever(block);
  }
}

function image(data: string, mimeType: string, images: boolean): ResultBlock {
  const plain = data.replace(/^data:[^,]*,/u, '').replace(/\s+/gu, '');
  const bytes = base64Bytes(plain);
  const kind = imageKind(Buffer.from(plain.slice(0, 32), 'base64'));
  if (kind === undefined) return described({ type: 'image', mimeType, bytes, note: 'not a kind the model can see' });
  if (bytes > MAX_IMAGE_BYTES)
    return described({ type: 'image', mimeType: kind, bytes, note: 'too large for the model' });
  if (!images) return described({ type: 'image', mimeType: kind, bytes, note: 'part of an error' });
  // Base64 of another alphabet, or with something in it that is none, would make the API refuse the whole request.
  const clean = Buffer.from(plain, 'base64').toString('base64');
  return { type: 'image', source: { type: 'base64', media_type: kind, data: clean } };
}

/** An embedded resource: its text where it has one, else what it is. */
function resource(value: JsonObject, images: boolean): ResultBlock {
  const { text: content, blob, uri, mimeType } = value;
  if (typeof content === 'string') return text(`${describe({ type: 'resource', uri, mimeType })}\n${content}`);
  if (typeof blob !== 'string') return described({ type: 'resource', ...value });
  if (typeof mimeType === 'string' && mimeType.startsWith('image/')) return image(blob, mimeType, images);
  return described({ type: 'resource', uri, mimeType, bytes: base64Bytes(blob) });
}

function alreadySaid(structured: JsonValue, content: readonly McpContentBlock[]): boolean {
  const wanted = canonical(structured);
  return content.some((block) => block.type === 'text' && canonicalOf(block.text) === wanted);
}

function canonicalOf(json: string): string | undefined {
  const start = json.trimStart().charAt(0);
  if (start !== '{' && start !== '[' && start !== '"') return undefined;
  try {
    return canonical(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Undefined for what is too deep to compare: then it is said once more. */
function canonical(value: unknown): string | undefined {
  try {
    return canonicalJson(value);
  } catch {
    return undefined;
  }
}

/** The API takes no empty text, and no half of a character. */
function joinTexts(blocks: readonly ResultBlock[]): readonly ResultBlock[] {
  const joined: ResultBlock[] = [];
  for (const block of blocks) {
    if (block.type === 'image') {
      joined.push(block);
      continue;
    }
    const kept = wellFormedText(block.text);
    if (kept.trim() === '') continue;
    const last = joined.at(-1);
    if (last?.type === 'text') joined[joined.length - 1] = text(`${last.text}\n${kept}`);
    else joined.push(text(kept));
  }
  return joined;
}

/** The texts as they are where they fit together; else their beginning and their end. Images stay where they stood. */
function withoutMiddle(blocks: readonly ResultBlock[], call: ToolCallId | undefined): readonly ResultBlock[] {
  const whole = textOfBlocks(blocks);
  const room = roomFor(whole);
  if (whole.length <= room) return blocks;
  const from = Math.floor(room * (1 - TAIL));
  const to = whole.length - Math.floor(room * TAIL);
  let at = 0;
  let told = false;
  return blocks.flatMap((block) => {
    const start = at;
    at += (block.type === 'text' ? block.text.length : IMAGE_WORD.length) + 1;
    if (block.type === 'image' || at - 1 <= from) return [block];
    const end = cleanCut(block.text, Math.max(0, from - start));
    const rest = cleanCut(block.text, Math.max(end, Math.min(block.text.length, to - start)));
    const parts = [block.text.slice(0, end), ...(told ? [] : [leftOut(to - from, start + end, call)])];
    told = true;
    const said = [...parts, block.text.slice(rest)].filter((part) => part !== '');
    return said.length === 0 ? [] : [text(said.join('\n'))];
  });
}

/** How much of a text the model is given, UTF-16 units. Its beginning says what it is written in. */
function roomFor(whole: string): number {
  if (whole.length <= MAX_RESULT_TOKENS) return whole.length;
  const beginning = whole.slice(0, MAX_RESULT_TEXT);
  return Math.min(MAX_RESULT_TEXT, Math.floor((MAX_RESULT_TOKENS / textTokens(beginning)) * beginning.length));
}

function leftOut(characters: number, offset: number, call: ToolCallId | undefined): string {
  const next = call === undefined ? '' : ` ${readOn(call, offset)}`;
  return `[${characters} characters were left out here: the result is too long for the model.${next}]`;
}

function described(value: JsonValue): ResultBlock {
  return text(describe(value));
}

function describe(value: JsonValue): string {
  const json = JSON.stringify(shortened(value));
  return json.length > MAX_DESCRIPTION ? `${json.slice(0, MAX_DESCRIPTION)}…` : json;
}

/** Long strings, such as base64 of a kind that is not known, say their length instead. */
function shortened(value: JsonValue): JsonValue {
  if (typeof value === 'string')
    return value.length > 500 ? `${value.slice(0, 100)}… (${value.length} characters)` : value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, member === undefined ? member : shortened(member)]),
  );
}

function base64Bytes(data: string): number {
  return Buffer.byteLength(data, 'base64');
}

function text(content: string): ResultBlock {
  return { type: 'text', text: content };
}
