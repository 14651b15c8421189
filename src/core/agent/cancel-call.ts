import type { ToolResult } from '../../shared/tool.js';
import type { ToolUse } from '../hooks/hooks.js';
import type { CallDesk } from './call-desk.js';
import { cancelledResult, thrownResult } from './error-results.js';

/** How long a call that the user cancelled may take to end by itself, before the turn goes on without it, ms. */
const GRACE_MS = 2_000;

/**
 * Runs a call that the user can cancel by itself. Never rejects: what it throws is a result for the model. A call that
 * does not end when it is told to is left to itself; what still comes of it is nobody's.
 */
export async function runCancellable(
  { callId, tool }: ToolUse,
  { signal, cancelCall, clock }: Pick<CallDesk, 'cancelCall' | 'clock' | 'signal'>,
  run: (signal: AbortSignal) => Promise<ToolResult>,
): Promise<ToolResult> {
  const own = new AbortController();
  let stopWaiting: (() => void) | undefined;
  const left = new Promise<ToolResult>((resolve) => {
    own.signal.addEventListener('abort', () => {
      stopWaiting = clock.after(GRACE_MS, () => resolve(cancelledResult(false)));
    });
  });
  const unsubscribe = cancelCall?.subscribe((id) => {
    if (id === callId) own.abort();
  });
  try {
    const ran = settled(tool, () => run(AbortSignal.any([signal, own.signal])), { turn: signal, call: own.signal });
    return await Promise.race([ran, left]);
  } finally {
    unsubscribe?.();
    stopWaiting?.();
  }
}

async function settled(
  tool: ToolUse['tool'],
  run: () => Promise<ToolResult>,
  cancelled: { readonly turn: AbortSignal; readonly call: AbortSignal },
): Promise<ToolResult> {
  try {
    const result = await run();
    if (!cancelled.call.aborted || result.stopped === undefined) return result;
    // What it had said by then is kept, below why it says no more.
    return { ...result, content: [...cancelledResult(result.stopped === 'ended').content, ...result.content] };
  } catch (error) {
    if (cancelled.call.aborted && !cancelled.turn.aborted) return cancelledResult(tool.builtin);
    return thrownResult(tool, error, cancelled.turn.aborted);
  }
}
