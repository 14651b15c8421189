import { callOf } from '../../shared/apply-event.js';
import type { ContentOrigin } from '../../shared/content-origin.js';
import type { ConversationId, ConversationState } from '../../shared/conversation.js';
import { activeSummary } from '../../shared/history-summary.js';
import { PRACTICE_MODEL_ID, type Settings } from '../../shared/settings.js';
import type { CallAudit } from '../agent/call-record.js';
import { runAgentLoop } from '../agent/agent-loop.js';
import { type AgentLimits, DEFAULT_LIMITS } from '../agent/limits.js';
import { OfferedTools } from '../agent/offered-tools.js';
import { sumOf } from '../agent/context-use.js';
import type { SummaryPort } from '../agent/request-fitter.js';
import { isSameTool } from '../agent/refused-tools.js';
import { systemPrompt } from '../agent/system-prompt.js';
import { toolSteps } from '../agent/tool-steps.js';
import type { Clock } from '../clock.js';
import { fitHistory } from '../conversation/fit-history.js';
import { summaryPlan } from '../conversation/summary-plan.js';
import { partOrigins } from '../conversation/part-origins.js';
import type { ResultImages } from '../conversation/result-images.js';
import { type ModelReads, toModelMessages } from '../conversation/to-model-messages.js';
import { toldOf } from '../errors.js';
import type { HookBook } from '../hooks/hook-book.js';
import type { ValidatorCache } from '../schema/validator.js';
import type { ServerBook } from '../servers/server-book.js';
import type { ServerManager } from '../servers/server-manager.js';
import type { ApprovalDesk } from './approval-desk.js';
import { withServerLog } from './call-log.js';
import type { ConversationBook } from './conversation-book.js';
import type { FileShelf } from './file-shelf.js';
import type { ChosenModel, ModelAccess } from './model-access.js';
import type { PolicyDesk } from './policy-desk.js';
import type { RunTurn } from './running-turn.js';
import type { SettingsBook } from './settings-book.js';
import type { ToolBench } from './tool-bench.js';

/** What a model can read where its server does not say, tokens. */
const USUAL_WINDOW = 200_000;

export interface TurnParts {
  readonly conversations: ConversationBook;
  readonly shelf: Pick<FileShelf, 'find'>;
  readonly resultImages: ResultImages;
  readonly bench: ToolBench;
  readonly validators: ValidatorCache;
  readonly models: ModelAccess;
  readonly settings: SettingsBook;
  readonly servers: ServerBook;
  readonly policy: PolicyDesk;
  readonly approvals: ApprovalDesk;
  readonly audit: CallAudit;
  readonly manager: Pick<ServerManager, 'log'>;
  readonly hooks: Pick<HookBook, 'hooks'>;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Gives the agent loop what it needs of the house for one turn. */
export function turnRunner(parts: TurnParts): RunTurn {
  const { conversations, bench, validators, models, settings, servers, policy, approvals, audit, hooks, clock, newId } =
    parts;
  const offered = new OfferedTools();
  return async (conversationId, emit, { signal, hurry, cancelCall }) => {
    let model: ChosenModel;
    try {
      model = await models.choose(signal);
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      return { kind: 'failed', ...toldOf(error, 'no-model') };
    }
    const window = model.window ?? USUAL_WINDOW;
    return runAgentLoop({
      conversationId,
      history: (fixed, scale) =>
        fitHistory(toModelMessages(conversations.state(conversationId), readsOf(parts)), { window, fixed, scale }),
      scale: scaleOf(conversations.state(conversationId)),
      // The practice model would write no summary that says anything.
      ...(model.id === PRACTICE_MODEL_ID ? {} : { summaries: summariesOf(conversationId, conversations) }),
      readBefore: readBefore(conversations.state(conversationId)),
      serverOf: (callId) => callOf(conversations.state(conversationId), callId)?.serverName,
      prepare: () => parts.resultImages.prepare(conversations.state(conversationId)),
      buildPool: () => bench.pool(),
      isSetAside: (tool) => conversations.state(conversationId).setAside?.some((one) => isSameTool(one, tool)) === true,
      validators,
      offer: (pool) => offered.of(pool, window, () => toolSteps(conversations.state(conversationId))),
      system: (pool) =>
        systemPrompt({
          workspace: settings.current.workspace,
          serverNames: servers.list().map((server) => server.name),
          pool,
          now: clock.now(),
        }),
      model,
      hooks: hooks.hooks,
      decide: (use) => policy.decideUse(use),
      looksDangerous: (tool) => policy.looksDangerous(tool),
      asksAfterReading: () => settings.current.askAfterReading,
      approve: (asked, until) => approvals.approve(asked, until),
      current: (tool) => bench.current(tool),
      limits: limitsOf(settings.current),
      hurry,
      cancelCall,
      window,
      emit: (event) => emit(withServerLog(event, conversations.state(conversationId), parts)),
      audit,
      clock,
      newId,
      signal,
    });
  };
}

function summariesOf(id: ConversationId, conversations: ConversationBook): SummaryPort {
  return {
    plan: (sizes) => summaryPlan(conversations.state(id), sizes),
    unwanted: () => conversations.state(id).keptWhole !== undefined,
  };
}

/** What the last count said of the estimate; 1 where nothing was counted. */
function scaleOf({ context }: ConversationState): number {
  return context?.counted === undefined ? 1 : context.counted / Math.max(1, sumOf(context));
}

/** What a turn has read before its first request: a summary, and what the user attached. */
function readBefore(state: ConversationState): readonly ContentOrigin[] {
  return [...(activeSummary(state)?.origins ?? []), ...partOrigins(state)];
}

function readsOf({ shelf, resultImages }: Pick<TurnParts, 'shelf' | 'resultImages'>): ModelReads {
  return { readFile: (hash) => shelf.find(hash), imageOf: (block) => resultImages.of(block) };
}

function limitsOf({ maxRounds, maxTurnTokens, maxTurnCents, maxTurnMinutes }: Settings): AgentLimits {
  return { ...DEFAULT_LIMITS, maxRounds, maxTurnTokens, maxTurnCents, maxTurnMs: maxTurnMinutes * 60_000 };
}
