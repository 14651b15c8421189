import type { ChatFile, PartSource } from '../../shared/chat-file.js';
import type { UserBlock } from '../../shared/conversation.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { McpContentBlock } from '../../shared/tool.js';
import { errorMessage } from '../errors.js';
import { wellFormedText } from './well-formed.js';

/** Text of one prompt or resource past this many UTF-16 units is left out. */
const MOST_TEXT = 100_000;
/** Blocks of one prompt or resource past so many are left out: each is a part that is kept, and drawn. */
const MOST_BLOCKS = 200;
/** What is told of a block that can't be sent. */
const MOST_DESCRIPTION = 500;

interface GivenOptions {
  readonly source: PartSource;
  /** Keeps a file; throws where it is none that can be sent. */
  readonly addFile: (name: string, bytes: Uint8Array) => ChatFile;
  /** Takes known secrets out. */
  readonly redact: (text: string) => string;
}

/**
 * What a server gave for a prompt or a resource, as parts of a message of the user. Images, PDF and texts are kept; what
 * no model can be sent is named instead, so that nothing is lost in silence.
 */
export function givenParts(blocks: readonly McpContentBlock[], options: GivenOptions): readonly UserBlock[] {
  let room = MOST_TEXT;
  const parts = blocks.slice(0, MOST_BLOCKS).flatMap((block): UserBlock[] => {
    const part = partOf(block, options);
    if (typeof part !== 'string') return [{ type: 'file', file: part, source: options.source }];
    const whole = wellFormedText(options.redact(part));
    if (whole.trim() === '') return [];
    const kept = wellFormedText(whole.slice(0, room));
    room -= kept.length;
    const left = whole.length - kept.length;
    const note = left === 0 ? '' : `\n[${left} characters were left out here: it is too long for the model.]`;
    return [{ type: 'text', text: kept + note, source: options.source }];
  });
  const left = blocks.length - MOST_BLOCKS;
  if (left <= 0) return parts;
  const note = `[${left} more parts were left out here: there are too many for the model.]`;
  return [...parts, { type: 'text', text: note, source: options.source }];
}

function partOf(block: McpContentBlock, options: GivenOptions): ChatFile | string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return fileOf(block.data, { type: 'image', mimeType: block.mimeType }, options);
    case 'audio':
      return described({ type: 'audio', mimeType: block.mimeType });
    case 'resource':
      return resourceOf(block.resource, options);
    case 'resource_link':
      return described({ type: 'resource_link', uri: block.uri, name: block.name });
    default:
      return described(block.block);
  }
}

function resourceOf(resource: JsonObject, options: GivenOptions): ChatFile | string {
  const { text, blob, uri, mimeType } = resource;
  if (typeof text === 'string') return text;
  if (typeof blob !== 'string') return described(resource);
  return fileOf(blob, { type: 'resource', uri, mimeType }, options);
}

function fileOf(base64: string, facts: JsonObject, { source: { given }, addFile }: GivenOptions): ChatFile | string {
  try {
    const bytes = Buffer.from(base64.replace(/^data:[^,]*,/u, ''), 'base64');
    return addFile(given.name.slice(0, 255), bytes);
  } catch (error) {
    return described({ ...facts, note: errorMessage(error) });
  }
}

function described(value: JsonValue): string {
  const json = JSON.stringify(value);
  return `[${json.length > MOST_DESCRIPTION ? `${json.slice(0, MOST_DESCRIPTION)}…` : json}]`;
}
