import type { AllowScope, ApprovalId, ApprovalOutcome, ApprovalView } from '../../shared/approval.js';
import { branded } from '../../shared/brand.js';
import type { Decision } from '../../shared/policy.js';
import { ApprovalBroker } from '../approval/approval-broker.js';
import type { ApprovalPresenter } from '../approval/approval-presenter.js';
import type { Clock } from '../clock.js';
import { errorMessage } from '../errors.js';
import type { ToolUse } from '../hooks/hooks.js';
import type { Unsubscribe } from '../observable.js';
import type { QuestionDesk } from './desk-commands.js';
import type { NoticeBoard } from './notice-board.js';
import type { PolicyDesk } from './policy-desk.js';
import type { SettingsBook } from './settings-book.js';

export interface ApprovalParts {
  readonly presenter: ApprovalPresenter;
  readonly settings: SettingsBook;
  readonly policy: PolicyDesk;
  readonly notices: NoticeBoard;
  readonly clock: Clock;
}

/** Puts questions to the user and keeps what an answer allows beyond the one call. */
export class ApprovalDesk implements QuestionDesk {
  readonly #broker: ApprovalBroker;
  readonly #policy: PolicyDesk;
  readonly #notices: NoticeBoard;

  constructor({ presenter, settings, policy, notices, clock }: ApprovalParts) {
    this.#policy = policy;
    this.#notices = notices;
    this.#broker = new ApprovalBroker({
      presenter,
      clock,
      timeoutMs: () => settings.current.approvalTimeoutSeconds * 1000,
    });
  }

  /** Asks whether this call may run. */
  async approve(
    use: ToolUse,
    decision: Decision,
    onAsking: (id: ApprovalId) => void,
    signal: AbortSignal,
  ): Promise<ApprovalOutcome> {
    const { conversationId, callId, tool } = use;
    const definitionDiff = this.#policy.definitionDiff(use);
    const { request, outcome } = this.#broker.ask(
      {
        conversationId,
        callId,
        serverId: tool.serverId,
        serverName: tool.serverName,
        tool: tool.name,
        description: tool.description,
        annotations: tool.annotations,
        arguments: use.arguments,
        fingerprint: tool.fingerprint,
        connectionId: tool.connectionId,
        decision,
        ...(definitionDiff === undefined ? {} : { definitionDiff }),
        scopes: this.#policy.scopes(use, decision),
      },
      signal,
    );
    onAsking(request.id);
    const answer = await outcome;
    if (answer.kind === 'allowed') this.#keep(use, answer.scope);
    return answer;
  }

  views(): readonly ApprovalView[] {
    return this.#broker.pending();
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#broker.onChange(listener);
  }

  show(id: string): boolean {
    return this.#broker.focus(branded<ApprovalId>(id));
  }

  deny(id: string): boolean {
    return this.#broker.deny(branded<ApprovalId>(id));
  }

  close(): void {
    this.#broker.close();
  }

  #keep(use: ToolUse, scope: AllowScope): void {
    try {
      this.#policy.keep(use, scope);
    } catch (error) {
      // This call was allowed all the same; that it will ask again must not come as a surprise.
      const why = errorMessage(error);
      this.#notices.add(
        'policy-not-stored',
        `${use.tool.serverName} ${use.tool.name} will ask again: the allow was not stored. ${why}`,
      );
    }
  }
}
