import type { ConversationId, MessageId } from './conversation.js';

/** A message that was found by its words, and what stands around the first of them. */
export interface SearchHit {
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly role: 'user' | 'assistant';
  /** ms since the epoch. */
  readonly at: number;
  /** On one line; an ellipsis stands where something was cut. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}
