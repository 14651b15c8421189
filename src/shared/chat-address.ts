import type { ConversationId } from './conversation.js';

/** Where a chat is within the page: the part of its address from `#` on. */
export function chatAddress(id: ConversationId): string {
  return `#/chat/${encodeURIComponent(id)}`;
}
