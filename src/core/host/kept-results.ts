import { callOf } from '../../shared/apply-event.js';
import type { ContentOrigin } from '../../shared/content-origin.js';
import type { ToolCallRecord } from '../../shared/conversation.js';
import { resultText } from '../conversation/tool-result-blocks.js';
import type { ReadKeptResult } from '../tools/builtin/read-result.js';
import { BUILTIN_SERVER_ID } from '../tools/tool.js';
import type { ConversationBook } from './conversation-book.js';

/** The results of a conversation as the store keeps them. Throws `unknown-conversation` for what is no chat. */
export function keptResults(book: ConversationBook): ReadKeptResult {
  return (conversationId, id) => {
    const call = callOf(book.state(book.get(conversationId).id), id);
    if (call === undefined) return undefined;
    const { wireName, result } = call;
    return { of: wireName, text: result && resultText(result), origin: originOf(call) };
  };
}

/** What a server said is foreign also where that was not written down with it, as in a chat from a file. */
function originOf({ result, serverId, serverName }: ToolCallRecord): ContentOrigin | undefined {
  const elsewhere = serverId !== BUILTIN_SERVER_ID && serverName !== undefined;
  return result?.origin ?? (elsewhere ? { kind: 'server', name: serverName } : undefined);
}
