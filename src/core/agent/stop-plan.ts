import type { AssistantBlock, AssistantMessage, TurnOutcome } from '../../shared/conversation.js';
import type { ToldParts } from '../../shared/told.js';

type ToolUse = Extract<AssistantBlock, { type: 'tool_use' }>;

/** What follows a message of the model. */
export interface StopPlan {
  /** Its calls that may run, in its order. */
  readonly run: readonly ToolUse[];
  /** Its calls that must not run, and the sentence that is their result. */
  readonly skipped: readonly ToolUse[];
  readonly why: string;
  /** Undefined: the model is asked again. */
  readonly outcome: TurnOutcome | undefined;
  /** The answer ended at its limit of tokens in the middle of a call. */
  readonly cutCall: boolean;
}

/**
 * What a stop reason of the Messages API means for the turn. Calls run only where the model said that it wants them
 * (`tool_use`) in a message that came whole. A reason that is not known ends the turn, with nothing run.
 */
export function stopPlan(message: AssistantMessage, maxTokens: number): StopPlan {
  const calls = message.blocks.filter((block) => block.type === 'tool_use');
  const skip = (why: string, outcome?: TurnOutcome): StopPlan => ({
    run: [],
    skipped: calls,
    why: `This call was not run: ${why}.`,
    outcome,
    cutCall: false,
  });
  if (!message.complete) return skip('the answer broke off before its end', failed('stream-cut', BROKE_OFF));
  const reason = message.stopReason ?? 'end_turn';
  switch (reason) {
    case 'tool_use':
      return calls.length === 0
        ? skip('', { kind: 'completed' })
        : { run: calls, skipped: [], why: '', outcome: undefined, cutCall: false };
    case 'end_turn':
    case 'stop_sequence':
      return calls.length === 0 ? skip('', { kind: 'completed' }) : skip(`the answer ended (${reason}) without it`);
    case 'pause_turn':
      return skip('the model paused before it asked for it');
    case 'max_tokens':
      return calls.length === 0
        ? skip('', failed('max-tokens', cutAt(maxTokens), { most: String(maxTokens) }))
        : { ...skip('the answer was cut at its limit of tokens before the call was whole'), cutCall: true };
    case 'model_context_window_exceeded':
      return skip('the chat is longer than the model can read', failed('context-full', CONTEXT_FULL, {}));
    case 'refusal':
      return skip('the model refused to go on', failed('refusal', REFUSED));
    default:
      return skip(`the model stopped for an unknown reason (${reason})`, unknownStop(reason));
  }
}

/** The end of a turn whose answer was cut in the middle of a call, again. */
export function callTooLong(maxTokens: number): TurnOutcome {
  return failed(
    'call-too-long',
    `The answer was cut at ${maxTokens} tokens in the middle of a call, again, so the call was not run. Ask for it in smaller steps.`,
    { most: String(maxTokens) },
  );
}

const BROKE_OFF = 'The answer of the model broke off before its end, so nothing of it was run. Retry asks again.';
const CONTEXT_FULL = 'This chat is longer than the model can read. Begin a new one.';
const REFUSED = 'The model refused to answer this. Say it in another way, or choose another model.';

function cutAt(maxTokens: number): string {
  return `The answer was cut at ${maxTokens} tokens. Write “go on” to hear the rest.`;
}

function unknownStop(reason: string): TurnOutcome {
  const shown = JSON.stringify(reason.slice(0, 60));
  const message = `The model server ended the answer for a reason that Gatehouse does not know (${shown}). What was said is kept and nothing was run. Write “go on”, or choose another model.`;
  return failed('unknown-stop', message, { reason: shown });
}

function failed(code: string, message: string, parts?: ToldParts): TurnOutcome {
  return { kind: 'failed', code, message, ...(parts === undefined ? {} : { parts }) };
}
