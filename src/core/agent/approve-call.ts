import type { ApprovalId, ApprovalOutcome, ChangedFact, QueuePlace } from '../../shared/approval.js';
import { assertNever } from '../../shared/assert-never.js';
import { errorMessage } from '../errors.js';
import { deniedByPolicy, notAllowed } from '../policy/denial.js';
import { type AskedCall, type CallDesk, type DecidedUse, type Done, refused } from './call-desk.js';
import { CallPass } from './call-pass.js';
import { CANCELLED_BEFORE } from './error-results.js';
import { decideAgain, reviseUse } from './prepare-call.js';
import type { RecordedDesk } from './recorded-desk.js';

/** A call that may be written. */
export interface Passed {
  readonly at: 'call';
  readonly pass: CallPass;
  /** True where the user changed the arguments. */
  readonly edited: boolean;
}

export interface AskWith {
  readonly queue?: QueuePlace;
  readonly changed?: readonly ChangedFact[];
}

/** Asks the user about a call, in the queue of questions. Everything but an allow ends it. */
export async function approveCall(
  decided: DecidedUse,
  desk: RecordedDesk,
  signal: AbortSignal,
  about: AskWith = {},
): Promise<Passed | Done> {
  const { callId, tool } = decided.use;
  const standing = desk.memory.refusal(tool);
  if (standing !== undefined) return refused(callId, 'user', standing, desk);
  const revised: { last?: DecidedUse } = {};
  let answer: ApprovalOutcome;
  try {
    answer = await desk.approve(askedCall(decided, desk, about, revised), signal);
  } catch (error) {
    const why = `The user could not be asked: ${errorMessage(error)}. The call was not run.`;
    return refused(callId, 'unanswered', why, desk);
  }
  if (signal.aborted) return refused(callId, 'cancelled', CANCELLED_BEFORE, desk);
  switch (answer.kind) {
    case 'denied':
      desk.memory.noteDenial(tool, answer.rest === true);
      return refused(callId, 'user', notAllowed(answer) ?? CANCELLED_BEFORE, desk);
    case 'unanswered':
    case 'cancelled':
      return refused(callId, answer.kind, notAllowed(answer) ?? CANCELLED_BEFORE, desk);
    case 'overtaken':
      return overtaken(decided, desk, signal, about);
    case 'allowed': {
      const last = answer.arguments === undefined ? decided : revised.last;
      if (last === undefined) return refused(callId, 'unanswered', 'The changed arguments were lost.', desk);
      return allowed(last, answer, desk);
    }
    default:
      return assertNever(answer);
  }
}

function askedCall(decided: DecidedUse, desk: CallDesk, about: AskWith, revised: { last?: DecidedUse }): AskedCall {
  const { use, decision } = decided;
  return {
    use,
    decision,
    ...about,
    onAsking: (approvalId: ApprovalId) =>
      desk.emit({ type: 'tool-asking', callId: use.callId, approvalId, at: desk.clock.now() }),
    settled: async () => {
      if (desk.memory.refusal(use.tool) !== undefined) return { kind: 'overtaken' };
      // An answer to the question before may have allowed this one too.
      return (await decideAgain(use, desk)).verdict === 'confirm' ? undefined : { kind: 'overtaken' };
    },
    revise: async (args) => {
      const next = await reviseUse(use, args, desk);
      if (typeof next !== 'string') revised.last = next;
      return next;
    },
  };
}

/** Something that happened while the question waited decides now. */
async function overtaken(
  decided: DecidedUse,
  desk: RecordedDesk,
  signal: AbortSignal,
  about: AskWith,
): Promise<Passed | Done> {
  const { use } = decided;
  const standing = desk.memory.refusal(use.tool);
  if (standing !== undefined) return refused(use.callId, 'user', standing, desk);
  const decision = await decideAgain(use, desk);
  desk.emit({ type: 'tool-decided', callId: use.callId, decision, at: desk.clock.now() });
  switch (decision.verdict) {
    case 'allow':
      return pass(CallPass.automatic(use, { ...decision, verdict: decision.verdict }, desk.clock));
    case 'deny':
      return refused(use.callId, 'policy', deniedByPolicy(decision), desk);
    case 'confirm':
      return approveCall({ use, decision }, desk, signal, about);
    default:
      return assertNever(decision.verdict);
  }
}

/** The question may have stood for minutes: a deny that was set meanwhile holds. */
async function allowed(
  { use, decision }: DecidedUse,
  answer: Extract<ApprovalOutcome, { kind: 'allowed' }>,
  desk: RecordedDesk,
): Promise<Passed | Done> {
  const edited = answer.arguments !== undefined;
  if (edited) {
    desk.record.revised(use);
    desk.emit({ type: 'tool-edited', callId: use.callId, arguments: use.arguments });
  }
  const now = await decideAgain(use, desk);
  // It is asked about no longer, though it may have to wait for the calls before it.
  const shown = now.verdict === 'deny' ? now : decision;
  desk.emit({ type: 'tool-decided', callId: use.callId, decision: shown, at: desk.clock.now() });
  if (now.verdict === 'deny') return refused(use.callId, 'policy', deniedByPolicy(now), desk);
  return pass(CallPass.approved(use, answer, desk.clock), edited);
}

export function pass(made: CallPass, edited = false): Passed {
  return { at: 'call', pass: made, edited };
}
