import type { ConversationState } from './conversation.js';

/** Adds to the arguments of a call as they stream. The text is never parsed: what runs is a finished message alone. */
export function withUnfinished(state: ConversationState, callId: string, partialJson: string): ConversationState {
  const before = unfinishedOf(state, callId) ?? '';
  // A key of a literal is own, whatever its name.
  return { ...state, unfinished: { ...state.unfinished, [callId]: before + partialJson } };
}

/** What has streamed of a call's arguments; undefined where none stream. */
export function unfinishedOf({ unfinished }: ConversationState, callId: string): string | undefined {
  return unfinished !== undefined && Object.hasOwn(unfinished, callId) ? unfinished[callId] : undefined;
}

/** Nothing streams any more, or it begins anew. */
export function withoutUnfinished(state: ConversationState): ConversationState {
  if (state.unfinished === undefined) return state;
  const { unfinished: _unfinished, ...rest } = state;
  return rest;
}
