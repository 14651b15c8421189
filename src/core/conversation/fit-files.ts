import type { ModelBlock, ModelMessage } from './model-message.js';

/** Base64 of one request, characters: of the 32 MB that the API takes there is room left for text. */
const MOST_BASE64 = 24_000_000;
/** Images of one request to a model with 200,000 tokens. */
const MOST_IMAGES = 100;

/**
 * The history with as many images and documents as one request may have, the newest first; in the place of each other one
 * stands a note. What a message itself may have fits always.
 */
export function fitFiles(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  let room = MOST_BASE64;
  let images = MOST_IMAGES;
  const fitted = (block: ModelBlock): ModelBlock => {
    if (block.type === 'tool_result') return withContent(block, block.content.toReversed().map(fitted).toReversed());
    const size = sizeOf(block);
    if (size === 0) return block;
    const isImage = block.type === 'image';
    if (size > room || (isImage && images === 0)) return { type: 'text', text: leftOut(block) };
    room -= size;
    if (isImage) images -= 1;
    return block;
  };
  return messages
    .toReversed()
    .map((message) => withContent(message, message.content.toReversed().map(fitted).toReversed()))
    .toReversed();
}

/** What was not changed keeps its identity. */
function withContent<T extends { readonly content: readonly ModelBlock[] }>(of: T, content: readonly ModelBlock[]): T {
  return content.every((block, index) => block === of.content[index]) ? of : { ...of, content };
}

function sizeOf(block: ModelBlock): number {
  if (block.type !== 'image' && block.type !== 'document') return 0;
  return block.source.type === 'base64' ? block.source.data.length : 0;
}

function leftOut(block: ModelBlock): string {
  const what = block.type === 'document' ? `The document ${JSON.stringify(block.title ?? '')}` : 'An image';
  return `[${what} of earlier in this conversation was left out: the request would be too large.]`;
}
