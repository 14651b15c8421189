import type { ContentOrigin } from '../../shared/content-origin.js';
import type { ConversationState, UserBlock } from '../../shared/conversation.js';

/**
 * Where what the user attached to their last message comes from. A file that somebody sent them and a text that a server
 * gave are read by the model like the result of a tool, so the turn counts them as read.
 */
export function partOrigins({ messages }: ConversationState): readonly ContentOrigin[] {
  const last = messages.findLast((message) => message.role === 'user');
  return last?.role === 'user' ? blockOrigins(last.blocks) : [];
}

/** The same of any message of the user. */
export function blockOrigins(blocks: readonly UserBlock[]): readonly ContentOrigin[] {
  return blocks.flatMap((block): ContentOrigin[] => {
    if (block.source !== undefined) return [{ kind: 'server', name: block.source.serverName }];
    return block.type === 'file' ? [{ kind: 'file', path: block.file.name }] : [];
  });
}
