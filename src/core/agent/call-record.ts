import type { AgentEvent } from '../../shared/agent-event.js';
import type { AskedMethod } from '../../shared/asked-method.js';
import type { AuditAllow, AuditBody, AuditRefuser } from '../../shared/audit.js';
import type { CallPermission } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { Decision } from '../../shared/policy.js';
import type { ToolResult } from '../../shared/tool.js';
import { auditArguments } from '../audit/audit-arguments.js';
import type { AuditWriter } from '../audit/audit-log.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';
import type { Clock } from '../clock.js';
import { errorMessage } from '../errors.js';
import type { ToolUse } from '../hooks/hooks.js';
import type { Redactor } from '../secrets/redactor.js';
import type { Tool } from '../tools/tool.js';
import { onlyReads } from './only-reads.js';

/** Where calls are recorded, and what must not be. */
export interface CallAudit {
  readonly log: AuditWriter;
  readonly redactor: Redactor;
}

/** The call, as the model asked for it or as it stands since. */
export interface CallSubject {
  readonly conversationId: ToolUse['conversationId'];
  readonly callId: ToolUse['callId'];
  readonly wireName: string;
  readonly input: JsonObject;
  /** Undefined where there is no such tool. */
  readonly tool: Tool | undefined;
}

/** Writes one call into the record: an intent before it is sent and an outcome after it, or why it was not sent. */
export class CallRecord {
  readonly #audit: CallAudit;
  #subject: CallSubject;
  readonly #clock: Clock;
  readonly #withdrew: AskedMethod[] = [];
  #decision: Decision | undefined;
  #refusedBy: AuditRefuser | undefined;
  #sent: { readonly intent: number | undefined; readonly since: number } | undefined;

  constructor(audit: CallAudit, subject: CallSubject, clock: Clock) {
    this.#audit = audit;
    this.#subject = subject;
    this.#clock = clock;
  }

  /** The call is another one since the user changed its arguments, or its server the tool. */
  revised({ tool, arguments: input }: ToolUse): void {
    this.#subject = { ...this.#subject, tool, input };
  }

  /** Every event of the call, in order. The last one is recorded; a failure to do so is told by the log's own state. */
  hear(event: AgentEvent, cancelled: boolean): void {
    if (event.type === 'tool-decided') this.#decision = event.decision;
    if (event.type === 'tool-permission' && event.permission.kind === 'refused') this.#refusedBy = event.permission.by;
    if (event.type === 'tool-finished') this.#finish(event.result, cancelled);
  }

  /**
   * Right before the call is written. Gives a sentence where it must not be: what can't be recorded does not run, unless it
   * certainly changes nothing.
   */
  intend(use: ToolUse, permission: CallPermission): string | undefined {
    const since = this.#clock.now();
    const allowedBy = allowOf(permission, this.#decision);
    try {
      const body: AuditBody = {
        type: 'intent',
        ...this.#names(),
        ...this.#arguments(use.tool, use.arguments),
        allowedBy,
      };
      this.#sent = { intent: this.#audit.log.append(body), since };
      return undefined;
    } catch (error) {
      if (permission.kind === 'automatic' && onlyReads(allowedBy.rule)) {
        this.#sent = { intent: undefined, since };
        return undefined;
      }
      return `The call was not sent. ${errorMessage(error)} What may change something does not run without a record.`;
    }
  }

  /** A question of the server that went with the call before it was answered. */
  withdrew(method: AskedMethod): void {
    this.#withdrew.push(method);
  }

  #finish(result: ToolResult, cancelled: boolean): void {
    try {
      if (this.#sent === undefined) this.#audit.log.append(this.#refusal(result));
      else if (this.#sent.intent !== undefined)
        this.#audit.log.append(this.#outcome(result, cancelled, this.#sent.intent));
    } catch (error) {
      // Nothing can be kept from happening any more. The page shows that the record can't be written.
      console.error('the end of a call was not recorded', errorMessage(error));
    }
  }

  #outcome(result: ToolResult, cancelled: boolean, intent: number): AuditBody {
    const text = resultText(result);
    return {
      type: 'outcome',
      ...this.#names(),
      intent,
      outcome: cancelled ? 'cancelled' : result.isError ? 'tool-error' : 'done',
      resultHash: sha256Hex(text),
      resultBytes: Buffer.byteLength(text),
      durationMs: Math.max(0, Math.round(this.#clock.now() - (this.#sent?.since ?? 0))),
      ...(this.#withdrew.length === 0 ? {} : { withdrew: [...this.#withdrew] }),
    };
  }

  #refusal(result: ToolResult): AuditBody {
    const { tool, input } = this.#subject;
    const [first] = result.content;
    const why = first?.type === 'text' ? first.text : '';
    return {
      type: 'refusal',
      ...this.#names(),
      ...this.#arguments(tool, input),
      by: this.#refusedBy ?? 'invalid',
      ...(this.#decision === undefined ? {} : { rule: this.#decision.rule }),
      why: this.#audit.redactor.text(why).slice(0, 1_000),
    };
  }

  #names() {
    const { conversationId, callId, wireName, tool } = this.#subject;
    if (tool === undefined) {
      return { conversationId, callId, serverId: '', serverName: '', tool: wireName.slice(0, 200) } as const;
    }
    const { serverId, serverName, name } = tool;
    return { conversationId, callId, serverId, serverName, tool: name } as const;
  }

  #arguments(tool: Tool | undefined, args: JsonObject) {
    return {
      connectionId: tool?.connectionId ?? '',
      fingerprint: tool?.fingerprint ?? '',
      arguments: auditArguments(args, this.#audit.redactor),
      argumentsHash: sha256Hex(canonicalJson(args)),
    };
  }
}

function allowOf(permission: CallPermission, decision: Decision | undefined): AuditAllow {
  const rule = decision?.rule ?? 'default';
  return permission.kind === 'user' ? { kind: 'user', scope: permission.scope, rule } : { kind: 'rule', rule };
}

function resultText(result: ToolResult): string {
  try {
    return canonicalJson(result);
  } catch {
    return JSON.stringify(result); // nested too deep for the one form; the hash is still of what came
  }
}
