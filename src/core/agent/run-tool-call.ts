import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { ContentOrigin } from '../../shared/content-origin.js';
import type { ToolResult } from '../../shared/tool.js';
import type { ToolUse } from '../hooks/hooks.js';
import { runPostToolUse } from '../hooks/run-hooks.js';
import { deniedByPolicy } from '../policy/denial.js';
import { approveCall, pass, type Passed } from './approve-call.js';
import { type CallDesk, type DecidedUse, type Done, refused, type RequestedCall } from './call-desk.js';
import { CallPass } from './call-pass.js';
import { runCancellable } from './cancel-call.js';
import { CANCELLED_BEFORE } from './error-results.js';
import { onlyReads } from './only-reads.js';
import { decideAgain, decideCall, prepareCall } from './prepare-call.js';
import { type RecordedDesk, recordedDesk } from './recorded-desk.js';
import { withoutSecrets } from './result-secrets.js';

/** Calls that only read run together, so many at most. */
const MOST_AT_ONCE = 8;

/**
 * Takes the calls of one message through their stages: resolve, validate, PreToolUse (the permission check is the first
 * hook), decide, approve, call, PostToolUse. All are decided before the first runs, so that the questions of a message
 * are one queue; they run one after the other, in the order in which the model asked, but those that only read run side
 * by side. Exactly one `tool-finished` is emitted for each. Every failure at a tool's border becomes a result for the model; this rejects only
 * where an event can not be stored.
 */
export async function runToolCalls(calls: readonly RequestedCall[], plain: CallDesk): Promise<void> {
  // What the results of these very calls say can not have led the model to ask for them.
  const readBefore = plain.asksAfterReading() ? plain.memory.read : [];
  const prepared: Prepared[] = [];
  for (const call of calls) {
    const desk = recordedDesk(call, plain);
    // oxlint-disable-next-line no-await-in-loop -- hooks see the calls in their order
    prepared.push({ call, desk, stage: await prepareCall(call, desk, readBefore) });
  }
  const batch = new AbortController();
  const signal = AbortSignal.any([plain.signal, batch.signal]);
  // Every question and every call of the message listens; how many there are is up to the model.
  setMaxListeners(0, signal);
  const ready = startQuestions(prepared, signal);
  try {
    for (const together of sideBySide(ready)) {
      // oxlint-disable-next-line no-await-in-loop -- what may change something runs in the order of the model
      const ended = await Promise.allSettled(together.map(runReady));
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
    }
  } finally {
    batch.abort();
  }
}

interface Ready {
  readonly call: RequestedCall;
  readonly desk: RecordedDesk;
  readonly reads: boolean;
  readonly next: () => Promise<ToolResult>;
}

async function runReady({ call, desk, next }: Ready): Promise<void> {
  const result = await next();
  desk.emit({ type: 'tool-finished', callId: call.id, result, at: desk.clock.now() });
}

/** Calls that follow each other and only read run together, so many at once; each other call runs alone. */
function sideBySide(ready: readonly Ready[]): readonly (readonly Ready[])[] {
  const groups: Ready[][] = [];
  for (const one of ready) {
    const last = groups.at(-1);
    if (one.reads && last?.[0]?.reads === true && last.length < MOST_AT_ONCE) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** A call that was decided, or ended before that, with the desk at which it lies. */
interface Prepared {
  readonly call: RequestedCall;
  readonly desk: RecordedDesk;
  readonly stage: Awaited<ReturnType<typeof prepareCall>>;
}

/** Puts all that is to be asked into the queue, and gives how each call goes on when its turn has come. */
function startQuestions(prepared: readonly Prepared[], signal: AbortSignal): readonly Ready[] {
  const asks = prepared.filter(({ stage }) => stage.at === 'decided' && stage.decision.verdict === 'confirm');
  return prepared.map((one, at) => {
    const { call, desk, stage } = one;
    const go = async (next: Promise<Passed | Done>): Promise<ToolResult> => finish(await next, desk, signal);
    if (stage.at === 'done') return { call, desk, reads: false, next: () => go(Promise.resolve(stage)) };
    if (stage.decision.verdict !== 'confirm') {
      const reads = onlyReads(stage.decision.rule);
      return { call, desk, reads, next: () => go(automatic(stage, desk, signal, at > 0)) };
    }
    const queue = asks.length > 1 ? { at: asks.indexOf(one) + 1, of: asks.length } : undefined;
    const asked = approveCall(stage, desk, signal, queue === undefined ? {} : { queue });
    // It is awaited in its turn; one that fails before that is no failure nobody looks at.
    asked.catch(() => undefined);
    return { call, desk, reads: false, next: () => go(asked) };
  });
}

/** A call that policy allows by itself. `waited`: other calls ran since it was decided, so it is decided again. */
async function automatic(
  { use, decision }: DecidedUse,
  desk: RecordedDesk,
  signal: AbortSignal,
  waited: boolean,
): Promise<Passed | Done> {
  if (desk.signal.aborted) return refused(use.callId, 'cancelled', CANCELLED_BEFORE, desk);
  const now = waited ? await decideAgain(use, desk) : decision;
  if (now.rule !== decision.rule) desk.emit({ type: 'tool-decided', callId: use.callId, decision: now });
  if (now.verdict === 'allow') return pass(CallPass.automatic(use, { ...now, verdict: now.verdict }, desk.clock));
  if (now.verdict === 'deny') return refused(use.callId, 'policy', deniedByPolicy(now), desk);
  return approveCall({ use, decision: now }, desk, signal);
}

async function finish(
  next: Passed | Done,
  desk: RecordedDesk,
  signal: AbortSignal,
  again = false,
): Promise<ToolResult> {
  if (next.at === 'done') return next.result;
  const { use } = next.pass;
  if (desk.signal.aborted) return refused(use.callId, 'cancelled', CANCELLED_BEFORE, desk).result;
  const current = desk.current(use.tool);
  const redeemed = next.pass.redeem(current);
  if ('run' in redeemed) {
    const ran = await run(next.pass, redeemed.run, desk);
    return next.edited && ran.sent ? withEditNote(ran.result, use, desk) : ran.result;
  }
  if (again || current === undefined || redeemed.changed.length === 0) {
    return refused(use.callId, 'policy', redeemed.sentence, desk).result;
  }
  // What was allowed is not what would be written now: it is decided, and asked, once more.
  const changed: ToolUse = { ...use, tool: current };
  desk.record.revised(changed);
  const decided = await decideCall(changed, desk);
  if (decided.at === 'done') return decided.result;
  const anew =
    decided.decision.verdict === 'confirm'
      ? await approveCall(decided, desk, signal, { changed: redeemed.changed })
      : await automatic(decided, desk, signal, false);
  return finish(anew.at === 'call' ? { ...anew, edited: anew.edited || next.edited } : anew, desk, signal, true);
}

/** `sent` is false where the call could not be recorded and so was not written. */
async function run(
  { use, permission }: CallPass,
  write: (context: Parameters<ToolUse['tool']['handler']>[1]) => Promise<ToolResult>,
  desk: RecordedDesk,
): Promise<{ readonly sent: boolean; readonly result: ToolResult }> {
  const unrecorded = desk.record.intend(use, permission);
  if (unrecorded !== undefined) return { sent: false, result: refused(use.callId, 'record', unrecorded, desk).result };
  desk.emit({ type: 'tool-permission', callId: use.callId, permission });
  desk.emit({ type: 'tool-running', callId: use.callId, at: desk.clock.now() });
  let running = true;
  const result = await runCancellable(use, desk, (signal) =>
    write({
      signal,
      turn: { conversationId: use.conversationId, tools: desk.pool.tools },
      onProgress: (progress) => {
        // A server may report after its answer; a finished call does not move.
        if (running) desk.emit({ type: 'tool-progress', callId: use.callId, ...progress });
      },
      onWithdrawn: (method) => desk.record.withdrew(method),
    }),
  );
  running = false;
  // What the server said right before its answer may still lie in its other pipe; it is read before this goes on.
  if (!use.tool.builtin) await setImmediate();
  const kept = use.tool.builtin ? result : withoutSecrets(result, desk.audit.redactor);
  const shown = await runPostToolUse(desk.hooks.postToolUse, use, kept, hookFailed);
  // What a built-in read out of the conversation comes from where that came from, whatever a hook made of it.
  const origin = (use.tool.builtin ? result.origin : undefined) ?? use.tool.origin(use.arguments);
  // A hook that put its own words in place of the result; the turn has read what came from outside all the same.
  const own = shown === kept || shown.origin?.kind !== 'hook' ? {} : { origin: shown.origin };
  const stopped = kept.stopped === undefined ? {} : { stopped: kept.stopped };
  return { sent: true, result: { ...withOrigin(shown, origin, desk), ...own, ...stopped } };
}

/** The result stands as it was; who runs the app can read why. */
function hookFailed(error: unknown): void {
  console.error('a PostToolUse hook failed', error);
}

function withOrigin(result: ToolResult, origin: ContentOrigin | undefined, desk: CallDesk): ToolResult {
  if (origin === undefined) return result;
  desk.memory.noteRead(origin);
  return { ...result, origin };
}

/** The model asked for other arguments than those that ran: it has to know, but for a secret that the user put in. */
function withEditNote(result: ToolResult, { arguments: args }: ToolUse, { audit }: CallDesk): ToolResult {
  const said = JSON.stringify(audit.redactor.knownInJson(args));
  const text = `The user changed the arguments to ${said} and allowed the call.`;
  return { ...result, content: [{ type: 'text', text }, ...result.content] };
}
