import type { ConversationState, ModelRetry, TurnOutcome } from '../../../shared/conversation.js';

/** What stands below the last message. */
export type TurnFootView =
  | { readonly kind: 'nothing' }
  /** Nothing to see yet: the model has been asked and says nothing. */
  | { readonly kind: 'waiting-for-model' }
  /** The model request failed and is sent again. */
  | { readonly kind: 'retrying'; readonly retry: ModelRetry }
  | { readonly kind: 'ended'; readonly outcome: TurnOutcome };

/** A running turn that shows nothing of its own waits for the model; one that ended otherwise than well says so. */
export function turnFoot(state: ConversationState): TurnFootView {
  const { turn } = state;
  if (turn.kind === 'ended' && turn.outcome.kind !== 'completed') return { kind: 'ended', outcome: turn.outcome };
  if (turn.kind !== 'running') return { kind: 'nothing' };
  // The note of the summary says what is waited for.
  if (state.summaryWork?.kind === 'running') return { kind: 'nothing' };
  if (turn.retry !== undefined) return { kind: 'retrying', retry: turn.retry };
  const busy = Object.values(state.calls).some((call) => call.stage !== 'finished');
  const last = state.messages.at(-1);
  const speaking = last?.role === 'assistant' && !last.complete && last.blocks.length > 0;
  return { kind: busy || speaking ? 'nothing' : 'waiting-for-model' };
}
