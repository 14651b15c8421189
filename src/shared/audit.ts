import type { AllowScope } from './approval.js';
import type { AskedMethod } from './asked-method.js';
import type { ConversationId, ToolCallId } from './conversation.js';
import type { JsonValue } from './json.js';
import type { DecisionRule } from './policy.js';
import type { ServerId } from './server.js';
import type { Told } from './told.js';

/** Which face of Gatehouse a call was made in. */
export type AuditFace = 'app' | 'terminal';

/** Who let a call run: a rule, or the user, whom a rule made Gatehouse ask. */
export type AuditAllow =
  | { readonly kind: 'rule'; readonly rule: DecisionRule }
  | { readonly kind: 'user'; readonly scope: AllowScope; readonly rule: DecisionRule };

/** Who kept a call from running. `record`: what can't be recorded does not run; `invalid`: no such tool or arguments. */
export type AuditRefuser = 'policy' | 'user' | 'unanswered' | 'cancelled' | 'hook' | 'record' | 'invalid';

interface AuditCall {
  readonly conversationId: ConversationId;
  readonly callId: ToolCallId;
  /** Empty where the model named a tool that there is not. */
  readonly serverId: ServerId | '';
  readonly serverName: string;
  readonly tool: string;
}

interface AuditArguments {
  /** One life of the connection. */
  readonly connectionId: string;
  /** SHA-256 (hex) of the tool's definition. */
  readonly fingerprint: string;
  /** Secrets are replaced and long texts are cut. */
  readonly arguments: JsonValue;
  /** SHA-256 (hex) of the canonical JSON of the arguments as they are sent. */
  readonly argumentsHash: string;
}

/** What a record says. */
export type AuditBody =
  /** Durable before the call is written. */
  | ({ readonly type: 'intent'; readonly allowedBy: AuditAllow } & AuditCall & AuditArguments)
  /** Of the intent with that `seq`. The hash is SHA-256 (hex) of the canonical JSON of the result; bytes are of that. */
  | ({
      readonly type: 'outcome';
      readonly intent: number;
      readonly outcome: 'done' | 'tool-error' | 'cancelled';
      readonly resultHash: string;
      readonly resultBytes: number;
      readonly durationMs: number;
      /** What its server asked of the user and had no answer to when the call was given up: it was withdrawn. */
      readonly withdrew?: readonly AskedMethod[];
    } & AuditCall)
  /** Nothing was sent. */
  | ({
      readonly type: 'refusal';
      readonly by: AuditRefuser;
      readonly rule?: DecisionRule;
      readonly why: string;
    } & AuditCall &
      AuditArguments)
  /** What was found out of order in the record itself when it was opened. */
  | { readonly type: 'note'; readonly note: AuditNote; readonly detail: string };

/**
 * `torn-line`: the app ended in the middle of a write; the piece was set aside. The others are marks of a hand: records
 * gone from the end, a last line that is no record, no checkpoint.
 */
export type AuditNote = 'torn-line' | 'cut-end' | 'not-a-record' | 'no-checkpoint';

/** One line of the record. */
export type AuditRecord = AuditBody & {
  readonly v: 1;
  /** Rises by one with each record, over all files. The first is 1. */
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly face: AuditFace;
  /** `hash` of the record before; zeros before the first. */
  readonly prevHash: string;
  /** SHA-256 (hex) of the canonical JSON of all the rest. */
  readonly hash: string;
};

export type AuditOutcome = Extract<AuditRecord, { readonly type: 'outcome' }>;

/** A line of the page: how a call began, or why it did not, and how it ended where that is known. */
export interface AuditEntry {
  readonly record: Exclude<AuditRecord, AuditOutcome>;
  readonly outcome?: AuditOutcome;
}

/** What became of a call, in one word; `open`: it was sent, and no end of it is recorded. */
export type AuditResult = AuditOutcome['outcome'] | AuditRefuser | 'open' | 'note';

export function auditResult({ record, outcome }: AuditEntry): AuditResult {
  if (record.type === 'note') return 'note';
  if (record.type === 'refusal') return record.by;
  return outcome?.outcome ?? 'open';
}

/** The entries that are wanted; what is absent is not looked at. */
export interface AuditFilter {
  readonly serverId?: string;
  readonly tool?: string;
  readonly result?: string;
  /** Anywhere in names, arguments and reasons; case does not matter. */
  readonly text?: string;
}

/** Newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins; absent where there is none. Its form is main's affair. */
  readonly next?: string;
}

export interface AuditProblem {
  /**
   * `changed`: a record is not what was written. `missing`: records before it are gone, moved or put in between.
   * `cut-start` and `cut-end`: gone from an end. `no-checkpoint`: nothing tells whether records are gone from the end.
   */
  readonly kind: 'changed' | 'not-a-record' | 'missing' | 'cut-start' | 'cut-end' | 'no-checkpoint';
  readonly file: string;
  /** From 1; 0 where it is about the whole. */
  readonly line: number;
  readonly seq?: number;
}

/** What checking the whole record found. */
export interface AuditReport {
  readonly sound: boolean;
  readonly records: number;
  readonly files: number;
  /** ISO 8601 of the first and the last record. */
  readonly from?: string;
  readonly to?: string;
  /** The first hundred. */
  readonly problems: readonly AuditProblem[];
  readonly problemCount: number;
  /** How often the app ended in the middle of a write. No sign of a hand. */
  readonly interrupted: number;
  /** Calls that were sent and have no recorded end. */
  readonly open: number;
}

/** What the page knows of the record without reading it. */
export interface AuditState {
  /** 0 where nothing was written in this run. */
  readonly lastSeq: number;
  /** Why the record can't be written now, and what does not run because of it. */
  readonly problem?: Told;
}
