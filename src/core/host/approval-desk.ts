import type { AllowScope, ApprovalId, ApprovalOutcome, ApprovalView } from '../../shared/approval.js';
import { branded } from '../../shared/brand.js';
import type { JsonObject } from '../../shared/json.js';
import type { AskedCall } from '../agent/call-desk.js';
import { ApprovalBroker, type ApprovalQuestion } from '../approval/approval-broker.js';
import type { ApprovalPresenter } from '../approval/approval-presenter.js';
import type { Clock } from '../clock.js';
import { errorMessage } from '../errors.js';
import type { ToolUse } from '../hooks/hooks.js';
import type { Unsubscribe } from '../observable.js';
import { BoundedMap } from '../schema/bounded-map.js';
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

const MOST_REMEMBERED = 200;

/** Puts questions to the user and keeps what an answer allows beyond the one call. */
export class ApprovalDesk implements QuestionDesk {
  readonly #broker: ApprovalBroker;
  readonly #policy: PolicyDesk;
  readonly #notices: NoticeBoard;
  /** The arguments with which a tool was asked about in vain, by chat and tool: the next question shows what differs. */
  readonly #notAllowed = new BoundedMap<JsonObject>(MOST_REMEMBERED);

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
  async approve(asked: AskedCall, signal: AbortSignal): Promise<ApprovalOutcome> {
    const { use, onAsking, settled, revise } = asked;
    const key = JSON.stringify([use.conversationId, use.tool.serverId, use.tool.name]);
    const askedBefore = this.#notAllowed.get(key);
    const { preview } = use.tool;
    const { request, outcome } = this.#broker.ask(this.#question(asked, askedBefore), signal, {
      settled,
      ...(preview === undefined ? {} : { preview: (args) => preview(args) }),
      revise: async (args) => {
        const next = await revise(args);
        return typeof next === 'string' ? next : this.#question({ ...asked, ...next }, use.arguments);
      },
    });
    onAsking(request.id);
    const answer = await outcome;
    if (answer.kind === 'allowed') this.#keep({ ...use, arguments: answer.arguments ?? use.arguments }, answer.scope);
    if (answer.kind === 'denied' || answer.kind === 'unanswered') this.#notAllowed.set(key, use.arguments);
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

  deny(id: string, sentence: string): boolean {
    return this.#broker.deny(branded<ApprovalId>(id), sentence);
  }

  close(): void {
    this.#broker.close();
  }

  #question({ use, decision, queue, changed }: AskedCall, askedBefore: JsonObject | undefined): ApprovalQuestion {
    const { conversationId, callId, tool, readBefore } = use;
    const scopes = this.#policy.scopes(use, decision);
    const definitionDiff = this.#policy.definitionDiff(use);
    return {
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
      // Arguments that the user changed may be ones that policy allows: they are asked about all the same.
      scopes: scopes.length === 0 ? ['once'] : scopes,
      ...(queue === undefined ? {} : { queue }),
      ...(changed === undefined ? {} : { changed }),
      ...(definitionDiff === undefined ? {} : { definitionDiff }),
      ...(readBefore === undefined ? {} : { readBefore }),
      ...(askedBefore === undefined ? {} : { askedBefore }),
    };
  }

  #keep(use: ToolUse, scope: AllowScope): void {
    try {
      this.#policy.keep(use, scope);
    } catch (error) {
      // This call was allowed all the same; that it will ask again must not come as a surprise.
      const why = errorMessage(error);
      const { serverName: server, name } = use.tool;
      const message = `${server} ${name} will ask again: the allow was not stored. ${why}`;
      this.#notices.add('policy-not-stored', message, { server, tool: name, why });
    }
  }
}
