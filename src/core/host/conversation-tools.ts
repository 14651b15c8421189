import { callOf } from '../../shared/apply-event.js';
import type { ContentOrigin } from '../../shared/content-origin.js';
import type { ToolCallRecord } from '../../shared/conversation.js';
import { isSetAside } from '../agent/refused-tools.js';
import { resultText } from '../conversation/tool-result-blocks.js';
import type { FindableTools } from '../tools/builtin/find-tools.js';
import type { ReadKeptResult } from '../tools/builtin/read-result.js';
import { BUILTIN_SERVER_ID } from '../tools/tool.js';
import type { ToolPool } from '../tools/tool-pool.js';
import type { ConversationBook } from './conversation-book.js';

/** What a built-in tool is given of the conversation that calls it, and of no other. */
export interface ConversationTools {
  readonly readResult: ReadKeptResult;
  readonly findable: FindableTools;
}

/** Both throw `unknown-conversation` for a call that is made outside a chat. */
export function conversationTools(book: ConversationBook, pool: () => ToolPool): ConversationTools {
  return {
    readResult: (conversationId, id) => {
      const call = callOf(book.state(book.get(conversationId).id), id);
      if (call === undefined) return undefined;
      const { wireName, result } = call;
      return { of: wireName, text: result && resultText(result), origin: originOf(call) };
    },
    // Without those that the model server refused in this conversation.
    findable: (conversationId) => {
      const state = book.state(book.get(conversationId).id);
      return pool().tools.filter((tool) => !isSetAside(state, tool));
    },
  };
}

/** What a server said is foreign also where that was not written down with it, as in a chat from a file. */
function originOf({ result, serverId, serverName }: ToolCallRecord): ContentOrigin | undefined {
  const elsewhere = serverId !== BUILTIN_SERVER_ID && serverName !== undefined;
  return result?.origin ?? (elsewhere ? { kind: 'server', name: serverName } : undefined);
}
