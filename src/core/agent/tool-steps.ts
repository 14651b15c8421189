import { callOf } from '../../shared/apply-event.js';
import type { AssistantBlock, ConversationState } from '../../shared/conversation.js';
import { FIND_TOOLS, foundNames } from '../tools/builtin/find-tools.js';
import { BUILTIN_SERVER_ID } from '../tools/tool.js';

/** By what tools became known in a conversation: one search found them, or the model called one. */
export type ToolStep =
  | { readonly kind: 'found'; readonly names: readonly string[] }
  | { readonly kind: 'called'; readonly name: string };

/** The steps of a conversation in their order. Nothing else is kept of what was found, so it is the same after a restart. */
export function toolSteps(state: ConversationState): readonly ToolStep[] {
  return state.messages.flatMap((message) =>
    message.role === 'assistant' && message.complete ? message.blocks.flatMap((block) => stepOf(block, state)) : [],
  );
}

function stepOf(block: AssistantBlock, state: ConversationState): readonly ToolStep[] {
  if (block.type !== 'tool_use') return [];
  if (block.name !== FIND_TOOLS) return [{ kind: 'called', name: block.name }];
  const call = callOf(state, block.id);
  if (call?.serverId !== BUILTIN_SERVER_ID || call.result === undefined) return [];
  return [{ kind: 'found', names: foundNames(call.result) }];
}
