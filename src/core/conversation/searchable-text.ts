import type { AgentEvent } from '../../shared/agent-event.js';
import type { MessageId } from '../../shared/conversation.js';

/** What of a message can be searched for. */
export interface SearchableText {
  readonly messageId: MessageId;
  readonly role: 'user' | 'assistant';
  /** ms since the epoch. */
  readonly at: number;
  readonly text: string;
}

/** The words of a message and the names of its files, once it is whole; undefined for every other event and for a message without words. */
export function searchableText(event: AgentEvent): SearchableText | undefined {
  if (event.type !== 'user-message' && event.type !== 'assistant-finished') return undefined;
  const { id, role, at, blocks } = event.message;
  const text = blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : block.type === 'file' ? [block.file.name] : []))
    .join('\n')
    .trim();
  return text === '' ? undefined : { messageId: id, role, at, text };
}
