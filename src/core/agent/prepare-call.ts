import type { ContentOrigin } from '../../shared/content-origin.js';
import type { JsonObject } from '../../shared/json.js';
import type { Decision } from '../../shared/policy.js';
import { deepFreeze } from '../canonical-json.js';
import { errorMessage } from '../errors.js';
import type { PreToolUseHook, ToolUse } from '../hooks/hooks.js';
import { runPreToolUse } from '../hooks/run-hooks.js';
import { deniedByPolicy } from '../policy/denial.js';
import { toolBadges } from '../tools/tool-badges.js';
import type { Tool } from '../tools/tool.js';
import { validateArguments } from '../tools/validate-arguments.js';
import { type CallDesk, type DecidedUse, type Done, done, refused, type RequestedCall } from './call-desk.js';
import { CANCELLED_BEFORE, errorResult } from './error-results.js';

/** A call that may go on: policy allows it, or the user is to be asked. */
export interface Decided extends DecidedUse {
  readonly at: 'decided';
}

/**
 * The first stages of a call: resolve, validate, PreToolUse (the permission check is the first hook). Nothing runs and
 * nobody is asked.
 */
export async function prepareCall(
  call: RequestedCall,
  desk: CallDesk,
  readBefore: readonly ContentOrigin[],
): Promise<Decided | Done> {
  if (desk.signal.aborted) return refused(call.id, 'cancelled', CANCELLED_BEFORE, desk);
  const tool = desk.pool.resolve(call.name);
  if (tool === undefined) return done(errorResult(desk.pool.notFound(call.name)));
  emitResolved(call, tool, desk);
  if (call.invalidJson !== undefined) {
    const began = JSON.stringify(call.invalidJson.slice(0, 200));
    return done(errorResult(`The arguments are not valid JSON, so the tool was not called. They began: ${began}`));
  }
  // Frozen before anything looks at it: what is checked, shown and hashed is what is sent.
  const args: JsonObject = deepFreeze(structuredClone(call.input));
  const use: ToolUse = {
    conversationId: desk.conversationId,
    callId: call.id,
    tool,
    arguments: args,
    ...(readBefore.length === 0 ? {} : { readBefore }),
  };
  return decideCall(use, desk);
}

/** Validate and PreToolUse, for a call that is known. */
export async function decideCall(use: ToolUse, desk: CallDesk): Promise<Decided | Done> {
  const problem = await validateArguments(use.tool, use.arguments, desk.validators);
  if (problem !== undefined) return done(errorResult(problem));
  const checked = await checkUse(use, desk);
  if (checked.decision !== undefined) {
    desk.emit({ type: 'tool-decided', callId: use.callId, decision: checked.decision });
  }
  if ('refusal' in checked) return refused(use.callId, checked.by, checked.refusal, desk);
  return { at: 'decided', use, decision: checked.decision };
}

/** The call with other arguments, decided anew; a string says why it may not be. Tells nobody of it. */
export async function reviseUse(use: ToolUse, args: JsonObject, desk: CallDesk): Promise<DecidedUse | string> {
  const revised: ToolUse = { ...use, arguments: deepFreeze(structuredClone(args)) };
  const problem = await validateArguments(revised.tool, revised.arguments, desk.validators);
  if (problem !== undefined) return problem;
  const checked = await checkUse(revised, desk);
  return 'refusal' in checked ? checked.refusal : { use: revised, decision: checked.decision };
}

/** Policy as it is now. Where it can't be asked, it denies. */
export async function decideAgain(use: ToolUse, desk: CallDesk): Promise<Decision> {
  try {
    return await desk.decide(use);
  } catch (error) {
    return { verdict: 'deny', rule: 'invariant', why: `Policy could not be asked: ${errorMessage(error)}` };
  }
}

type Checked =
  | { readonly decision: Decision }
  | { readonly decision: Decision | undefined; readonly by: 'policy' | 'hook'; readonly refusal: string };

async function checkUse(use: ToolUse, desk: CallDesk): Promise<Checked> {
  const made: Decision[] = [];
  const permissionCheck: PreToolUseHook = async (asked) => {
    const decision = await desk.decide(asked);
    made.push(decision);
    return decision.verdict === 'deny' ? { kind: 'deny', message: decision.why } : { kind: 'proceed' };
  };
  const verdict = await runPreToolUse([permissionCheck, ...desk.hooks.preToolUse], use, desk.signal);
  const [decision] = made;
  if (decision?.verdict === 'deny') return { decision, by: 'policy', refusal: deniedByPolicy(decision) };
  if (verdict.kind === 'deny') {
    const by = decision === undefined ? 'policy' : 'hook';
    const who = by === 'policy' ? 'policy' : 'a hook';
    return { decision, by, refusal: `Permission denied by ${who}: ${verdict.message}` };
  }
  // Without a decision there is no way on: the check did not run.
  if (decision === undefined) {
    return { decision, by: 'policy', refusal: 'It was not settled whether this call may run.' };
  }
  return { decision };
}

function emitResolved(call: RequestedCall, tool: Tool, desk: CallDesk): void {
  desk.emit({
    type: 'tool-resolved',
    callId: call.id,
    serverId: tool.serverId,
    serverName: tool.serverName,
    tool: tool.name,
    badges: toolBadges(tool.annotations, desk.looksDangerous(tool)),
  });
}
