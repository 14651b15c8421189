import type { ChatMessage } from '../../../shared/conversation.js';

/** Messages of a block: two blocks are rendered before a chat that is opened shows, so few; each is watched, so not too few. */
const SIZE = 8;

/** The messages in pieces, counted from the first, so that a message which comes changes only the last piece. */
export function messageBlocks(messages: readonly ChatMessage[]): readonly (readonly ChatMessage[])[] {
  return Array.from({ length: Math.ceil(messages.length / SIZE) }, (_, at) =>
    messages.slice(at * SIZE, (at + 1) * SIZE),
  );
}
