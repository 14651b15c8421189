import type { UserBlock } from '../../shared/conversation.js';
import type { ConversationBook } from './conversation-book.js';

/** What an earlier message is looked up in. */
export type EarlierBook = Pick<ConversationBook, 'get' | 'has' | 'state'>;

/** What a server gave for a message of before; undefined where the message or its chat is gone. */
export function earlierPart(
  book: EarlierBook,
  {
    conversationId,
    messageId,
    index,
  }: { readonly conversationId: string; readonly messageId: string; readonly index: number },
): UserBlock | undefined {
  if (!book.has(conversationId)) return undefined;
  const { messages } = book.state(book.get(conversationId).id);
  const message = messages.find(({ id }) => id === messageId);
  const block = message?.role === 'user' ? message.blocks[index] : undefined;
  return block?.source === undefined ? undefined : block;
}
