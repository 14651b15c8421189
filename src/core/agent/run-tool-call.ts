import type { AgentEvent } from '../../shared/agent-event.js';
import type { ApprovalId, ApprovalOutcome } from '../../shared/approval.js';
import { assertNever } from '../../shared/assert-never.js';
import type { AssistantBlock, CallPermission, ConversationId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { Decision } from '../../shared/policy.js';
import type { ToolResult } from '../../shared/tool.js';
import { deepFreeze } from '../canonical-json.js';
import type { Clock } from '../clock.js';
import { errorMessage } from '../errors.js';
import type { Hooks, PreToolUseHook, ToolUse } from '../hooks/hooks.js';
import { runPostToolUse, runPreToolUse } from '../hooks/run-hooks.js';
import { deniedByPolicy, notAllowed } from '../policy/denial.js';
import { dangerousWord } from '../policy/guard.js';
import type { ValidatorCache } from '../schema/validator.js';
import { toolBadges } from '../tools/tool-badges.js';
import type { ToolPool } from '../tools/tool-pool.js';
import type { Tool } from '../tools/tool.js';
import { validateArguments } from '../tools/validate-arguments.js';
import { CallPass } from './call-pass.js';
import { type CallAudit, CallRecord } from './call-record.js';
import { CANCELLED_BEFORE, errorResult, thrownResult } from './error-results.js';
import { withoutSecrets } from './result-secrets.js';

export type RequestedCall = Extract<AssistantBlock, { type: 'tool_use' }>;

/** What a call needs of the turn it belongs to. */
export interface CallDesk {
  readonly conversationId: ConversationId;
  /** What the model was offered in the request that it answered. */
  readonly pool: ToolPool;
  readonly validators: ValidatorCache;
  readonly hooks: Hooks;
  /** Asks policy. Must not throw for a call that it can refuse. */
  readonly decide: (use: ToolUse) => Promise<Decision>;
  /** Asks the user. `onAsking` is called when the question stands in the queue. */
  readonly approve: (
    use: ToolUse,
    decision: Decision,
    onAsking: (id: ApprovalId) => void,
    signal: AbortSignal,
  ) => Promise<ApprovalOutcome>;
  /** The tool as its server offers it now; undefined where it is gone. */
  readonly current: (tool: Tool) => Tool | undefined;
  /** Durable events are stored when it returns; it throws where they can't be. */
  readonly emit: (event: AgentEvent) => void;
  readonly audit: CallAudit;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A desk at which one call lies, with its record. */
interface RecordedDesk extends CallDesk {
  readonly record: CallRecord;
}

/** The stages of a call. Each knows only what the stages before it have made sure of. */
type Stage =
  | { readonly at: 'resolve' }
  | { readonly at: 'validate'; readonly tool: Tool }
  | { readonly at: 'pre-tool-use'; readonly use: ToolUse }
  | { readonly at: 'decided'; readonly use: ToolUse; readonly decision: Decision }
  | { readonly at: 'approve'; readonly use: ToolUse; readonly decision: Decision }
  | { readonly at: 'call'; readonly pass: CallPass }
  | { readonly at: 'post-tool-use'; readonly use: ToolUse; readonly result: ToolResult }
  | { readonly at: 'done'; readonly result: ToolResult };

/**
 * Takes one call through its stages: resolve, validate, PreToolUse (the permission check is the first hook), decide,
 * approve, call, PostToolUse. Exactly one `tool-finished` is emitted. Every failure at the tool's border becomes a
 * result for the model; this rejects only where an event can not be stored.
 */
export async function runToolCall(call: RequestedCall, plain: CallDesk): Promise<void> {
  const desk = recordedDesk(call, plain);
  let stage: Stage = { at: 'resolve' };
  while (stage.at !== 'done') {
    // oxlint-disable-next-line no-await-in-loop -- a stage begins when the one before it has ended
    stage = await nextStage(stage, call, desk);
  }
  desk.emit({ type: 'tool-finished', callId: call.id, result: stage.result, at: desk.clock.now() });
}

/** Whatever is told of the call is heard by its record too. */
function recordedDesk(call: RequestedCall, desk: CallDesk): RecordedDesk {
  const { conversationId, audit, clock, signal, pool } = desk;
  const tool = pool.resolve(call.name);
  const { id: callId, name: wireName, input } = call;
  const record = new CallRecord(audit, { conversationId, callId, wireName, input, tool }, clock);
  const emit = (event: AgentEvent): void => {
    record.hear(event, signal.aborted);
    desk.emit(event);
  };
  return { ...desk, emit, record };
}

function nextStage(
  stage: Exclude<Stage, { at: 'done' }>,
  call: RequestedCall,
  desk: RecordedDesk,
): Stage | Promise<Stage> {
  switch (stage.at) {
    case 'resolve':
      return resolve(call, desk);
    case 'validate':
      return validate(stage.tool, call, desk);
    case 'pre-tool-use':
      return preToolUse(stage.use, desk);
    case 'decided':
      return afterDecision(stage.use, stage.decision, desk);
    case 'approve':
      return approve(stage.use, stage.decision, desk);
    case 'call':
      return runPass(stage.pass, desk);
    case 'post-tool-use':
      return postToolUse(stage.use, stage.result, desk);
    default:
      return assertNever(stage);
  }
}

function resolve(call: RequestedCall, desk: CallDesk): Stage {
  if (desk.signal.aborted) return refused(call, 'cancelled', CANCELLED_BEFORE, desk);
  const tool = desk.pool.resolve(call.name);
  if (tool === undefined) return done(errorResult(desk.pool.notFound(call.name)));
  desk.emit({
    type: 'tool-resolved',
    callId: call.id,
    serverId: tool.serverId,
    serverName: tool.serverName,
    tool: tool.name,
    badges: toolBadges(tool.annotations, dangerousWord(tool.name) !== undefined),
  });
  return { at: 'validate', tool };
}

async function validate(tool: Tool, call: RequestedCall, desk: CallDesk): Promise<Stage> {
  if (call.invalidJson !== undefined) {
    const began = JSON.stringify(call.invalidJson.slice(0, 200));
    return done(errorResult(`The arguments are not valid JSON, so the tool was not called. They began: ${began}`));
  }
  // Frozen before anything looks at it: what is checked, shown and hashed is what is sent.
  const args: JsonObject = deepFreeze(structuredClone(call.input));
  const problem = await validateArguments(tool, args, desk.validators);
  if (problem !== undefined) return done(errorResult(problem));
  return { at: 'pre-tool-use', use: { conversationId: desk.conversationId, callId: call.id, tool, arguments: args } };
}

async function preToolUse(use: ToolUse, desk: CallDesk): Promise<Stage> {
  const made: Decision[] = [];
  const permissionCheck: PreToolUseHook = async (asked) => {
    const decision = await desk.decide(asked);
    made.push(decision);
    desk.emit({ type: 'tool-decided', callId: asked.callId, decision });
    return decision.verdict === 'deny' ? { kind: 'deny', message: decision.why } : { kind: 'proceed' };
  };
  const verdict = await runPreToolUse([permissionCheck, ...desk.hooks.preToolUse], use, desk.signal);
  const [decision] = made;
  if (decision?.verdict === 'deny') return refused(use, 'policy', deniedByPolicy(decision), desk);
  if (verdict.kind === 'deny') {
    const by = decision === undefined ? 'policy' : 'hook';
    return refused(use, by, `Permission denied by ${by === 'policy' ? 'policy' : 'a hook'}: ${verdict.message}`, desk);
  }
  // Without a decision there is no way on: the check did not run.
  if (decision === undefined) return refused(use, 'policy', 'It was not settled whether this call may run.', desk);
  return { at: 'decided', use, decision };
}

function afterDecision(use: ToolUse, decision: Decision, desk: CallDesk): Stage {
  if (desk.signal.aborted) return refused(use, 'cancelled', CANCELLED_BEFORE, desk);
  switch (decision.verdict) {
    case 'allow':
      return { at: 'call', pass: CallPass.automatic(use, { ...decision, verdict: decision.verdict }, desk.clock) };
    case 'confirm':
      return { at: 'approve', use, decision };
    case 'deny':
      return refused(use, 'policy', deniedByPolicy(decision), desk);
    default:
      return assertNever(decision.verdict);
  }
}

async function approve(use: ToolUse, decision: Decision, desk: CallDesk): Promise<Stage> {
  const onAsking = (approvalId: ApprovalId) =>
    desk.emit({ type: 'tool-asking', callId: use.callId, approvalId, at: desk.clock.now() });
  let answer: ApprovalOutcome;
  try {
    answer = await desk.approve(use, decision, onAsking, desk.signal);
  } catch (error) {
    return refused(
      use,
      'unanswered',
      `The user could not be asked: ${errorMessage(error)}. The call was not run.`,
      desk,
    );
  }
  if (desk.signal.aborted) return refused(use, 'cancelled', CANCELLED_BEFORE, desk);
  switch (answer.kind) {
    case 'denied':
      return refused(use, 'user', notAllowed(answer) ?? CANCELLED_BEFORE, desk);
    case 'unanswered':
      return refused(use, 'unanswered', notAllowed(answer) ?? CANCELLED_BEFORE, desk);
    case 'cancelled':
      return refused(use, 'cancelled', notAllowed(answer) ?? CANCELLED_BEFORE, desk);
    case 'allowed': {
      // The question may have stood for minutes: a deny that was set meanwhile holds.
      const now = await decideAgain(use, desk);
      if (now.verdict === 'deny') return refused(use, 'policy', deniedByPolicy(now), desk);
      return { at: 'call', pass: CallPass.approved(use, answer, desk.clock) };
    }
    default:
      return assertNever(answer);
  }
}

async function decideAgain(use: ToolUse, desk: CallDesk): Promise<Decision> {
  try {
    return await desk.decide(use);
  } catch (error) {
    return { verdict: 'deny', rule: 'invariant', why: `Policy could not be asked: ${errorMessage(error)}` };
  }
}

async function runPass(pass: CallPass, desk: RecordedDesk): Promise<Stage> {
  const { use } = pass;
  if (desk.signal.aborted) return refused(use, 'cancelled', CANCELLED_BEFORE, desk);
  const redeemed = pass.redeem(desk.current(use.tool));
  if (typeof redeemed === 'string') return refused(use, 'policy', redeemed, desk);
  const unrecorded = desk.record.intend(use, pass.permission);
  if (unrecorded !== undefined) return refused(use, 'record', unrecorded, desk);
  desk.emit({ type: 'tool-permission', callId: use.callId, permission: pass.permission });
  desk.emit({ type: 'tool-running', callId: use.callId, at: desk.clock.now() });
  let running = true;
  try {
    const result = await redeemed.run({
      signal: desk.signal,
      onProgress: (progress) => {
        // A server may report after its answer; a finished call does not move.
        if (running) desk.emit({ type: 'tool-progress', callId: use.callId, ...progress });
      },
    });
    return { at: 'post-tool-use', use, result };
  } catch (error) {
    return { at: 'post-tool-use', use, result: thrownResult(use.tool, error, desk.signal.aborted) };
  } finally {
    running = false;
  }
}

async function postToolUse(use: ToolUse, result: ToolResult, desk: CallDesk): Promise<Stage> {
  const shown = use.tool.builtin ? result : withoutSecrets(result, desk.audit.redactor);
  return done(await runPostToolUse(desk.hooks.postToolUse, use, shown, hookFailed));
}

/** The result stands as it was; who runs the app can read why. */
function hookFailed(error: unknown): void {
  console.error('a PostToolUse hook failed', error);
}

function done(result: ToolResult): Stage {
  return { at: 'done', result };
}

function refused(
  call: { readonly callId: RequestedCall['id'] } | RequestedCall,
  by: Extract<CallPermission, { kind: 'refused' }>['by'],
  text: string,
  desk: CallDesk,
): Stage {
  const callId = 'callId' in call ? call.callId : call.id;
  desk.emit({ type: 'tool-permission', callId, permission: { kind: 'refused', by } });
  return done(errorResult(text));
}
