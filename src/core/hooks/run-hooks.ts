import type { ConversationId } from '../../shared/conversation.js';
import type { ToolResult } from '../../shared/tool.js';
import { errorMessage } from '../errors.js';
import type { PostToolUseHook, PreToolUseHook, PreToolUseVerdict, StopHook, ToolUse } from './hooks.js';

/** Runs the hooks in order; the first that denies ends it. A hook that throws denies: it could not say "proceed". */
export async function runPreToolUse(
  hooks: readonly PreToolUseHook[],
  use: ToolUse,
  signal: AbortSignal,
): Promise<PreToolUseVerdict> {
  for (const hook of hooks) {
    const verdict = await verdictOf(hook, use, signal);
    if (verdict.kind !== 'proceed') return verdict;
  }
  return { kind: 'proceed' };
}

async function verdictOf(hook: PreToolUseHook, use: ToolUse, signal: AbortSignal): Promise<PreToolUseVerdict> {
  try {
    return await hook(use, signal);
  } catch (error) {
    return {
      kind: 'deny',
      message: `A PreToolUse hook of Gatehouse failed, so the call was denied: ${errorMessage(error)}`,
    };
  }
}

/** Hands the result from hook to hook. One that throws leaves it as it was; `onFailure` hears why. */
export async function runPostToolUse(
  hooks: readonly PostToolUseHook[],
  use: ToolUse,
  result: ToolResult,
  onFailure: (error: unknown) => void,
): Promise<ToolResult> {
  let current = result;
  for (const hook of hooks) {
    try {
      current = await hook(use, current);
    } catch (error) {
      onFailure(error);
    }
  }
  return current;
}

/**
 * Asks each hook whether the turn may end; the first sentence asks for one more round. One that throws asks for none;
 * `onFailure` hears why.
 */
export async function runStop(
  hooks: readonly StopHook[],
  conversationId: ConversationId,
  onFailure: (error: unknown) => void,
): Promise<string | undefined> {
  for (const hook of hooks) {
    try {
      const sentence = await hook(conversationId);
      if (sentence !== undefined) return sentence;
    } catch (error) {
      onFailure(error);
    }
  }
  return undefined;
}
