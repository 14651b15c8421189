import type { ApprovalId, ApprovalOutcome, ApprovalView } from '../../shared/approval.js';
import { branded } from '../../shared/brand.js';
import type { Decision } from '../../shared/policy.js';
import { ApprovalBroker } from '../approval/approval-broker.js';
import type { ApprovalPresenter } from '../approval/approval-presenter.js';
import type { Clock } from '../clock.js';
import { errorMessage } from '../errors.js';
import type { ToolUse } from '../hooks/hooks.js';
import type { Unsubscribe } from '../observable.js';
import type { ChatGrants } from '../policy/chat-grants.js';
import type { PolicyBook } from '../policy/policy-book.js';
import type { QuestionDesk } from './desk-commands.js';
import type { NoticeBoard } from './notice-board.js';
import type { PolicyDesk } from './policy-desk.js';
import type { SettingsBook } from './settings-book.js';

export interface ApprovalParts {
  readonly presenter: ApprovalPresenter;
  readonly settings: SettingsBook;
  readonly policies: PolicyBook;
  readonly grants: ChatGrants;
  readonly policy: PolicyDesk;
  readonly notices: NoticeBoard;
  readonly clock: Clock;
}

/** Puts questions to the user and keeps what an answer allows beyond the one call. */
export class ApprovalDesk implements QuestionDesk {
  readonly #broker: ApprovalBroker;
  readonly #policies: PolicyBook;
  readonly #grants: ChatGrants;
  readonly #policy: PolicyDesk;
  readonly #notices: NoticeBoard;

  constructor({ presenter, settings, policies, grants, policy, notices, clock }: ApprovalParts) {
    this.#policies = policies;
    this.#grants = grants;
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
        scopes: this.#policy.scopes(use),
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

  #keep({ conversationId, tool }: ToolUse, scope: 'once' | 'chat' | 'always'): void {
    const { serverId, name, fingerprint } = tool;
    if (scope === 'chat') this.#grants.grant({ conversationId, serverId, tool: name, fingerprint });
    if (scope !== 'always') return;
    try {
      this.#policies.set({ serverId, tool: name, verdict: 'allow', fingerprint });
    } catch (error) {
      // This call was allowed all the same; that it will ask again must not come as a surprise.
      const why = errorMessage(error);
      this.#notices.add(
        'policy-not-stored',
        `${tool.serverName} ${name} will ask again: the allow was not stored. ${why}`,
      );
    }
  }
}
