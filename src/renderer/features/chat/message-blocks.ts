import type { ChatMessage } from '../../../shared/conversation.js';

/** Messages of a block: the last one is rendered before a chat that is opened shows, so few; each is watched, so not too few. */
const SIZE = 8;
/** With fewer messages than these the last block alone might leave a window half empty. */
const FILLS = 4;

/** The messages in pieces, counted from the first, so that a message which comes changes only the last piece. */
export function messageBlocks(messages: readonly ChatMessage[]): readonly (readonly ChatMessage[])[] {
  return Array.from({ length: Math.ceil(messages.length / SIZE) }, (_, at) =>
    messages.slice(at * SIZE, (at + 1) * SIZE),
  );
}

/** The place of the first block that is rendered when a chat is opened at its end: what is seen then is in it or after it. */
export function firstSeenBlock(blocks: readonly (readonly ChatMessage[])[]): number {
  const last = blocks.length - 1;
  return Math.max(0, (blocks[last]?.length ?? 0) < FILLS ? last - 1 : last);
}
