import type { CallAudit } from '../agent/call-record.js';
import { runAgentLoop } from '../agent/agent-loop.js';
import { DEFAULT_LIMITS } from '../agent/limits.js';
import { systemPrompt } from '../agent/system-prompt.js';
import type { Clock } from '../clock.js';
import { toModelMessages } from '../conversation/to-model-messages.js';
import { errorMessage, GatehouseError } from '../errors.js';
import type { HookBook } from '../hooks/hook-book.js';
import type { ValidatorCache } from '../schema/validator.js';
import type { ServerBook } from '../servers/server-book.js';
import type { ApprovalDesk } from './approval-desk.js';
import type { ConversationBook } from './conversation-book.js';
import type { RunTurn } from './conversation-runner.js';
import type { ChosenModel, ModelAccess } from './model-access.js';
import type { PolicyDesk } from './policy-desk.js';
import type { SettingsBook } from './settings-book.js';
import type { ToolBench } from './tool-bench.js';

export interface TurnParts {
  readonly conversations: ConversationBook;
  readonly bench: ToolBench;
  readonly validators: ValidatorCache;
  readonly models: ModelAccess;
  readonly settings: SettingsBook;
  readonly servers: ServerBook;
  readonly policy: PolicyDesk;
  readonly approvals: ApprovalDesk;
  readonly audit: CallAudit;
  readonly hooks: Pick<HookBook, 'hooks'>;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Gives the agent loop what it needs of the house for one turn. */
export function turnRunner(parts: TurnParts): RunTurn {
  const { conversations, bench, validators, models, settings, servers, policy, approvals, audit, hooks, clock, newId } =
    parts;
  return async (conversationId, emit, signal) => {
    let model: ChosenModel;
    try {
      model = await models.choose(signal);
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      const code = error instanceof GatehouseError ? error.code : 'no-model';
      return { kind: 'failed', code, message: errorMessage(error) };
    }
    return runAgentLoop({
      conversationId,
      history: () => toModelMessages(conversations.state(conversationId)),
      buildPool: () => bench.pool(),
      validators,
      system: (tools) =>
        systemPrompt({
          workspace: settings.current.workspace,
          serverNames: servers.list().map((server) => server.name),
          tools,
          now: clock.now(),
        }),
      model,
      hooks: hooks.hooks,
      decide: (use) => policy.decideUse(use),
      looksDangerous: (tool) => policy.looksDangerous(tool),
      asksAfterReading: () => settings.current.askAfterReading,
      approve: (asked, until) => approvals.approve(asked, until),
      current: (tool) => bench.current(tool),
      limits: { ...DEFAULT_LIMITS, maxRounds: settings.current.maxRounds },
      emit,
      audit,
      clock,
      newId,
      signal,
    });
  };
}
