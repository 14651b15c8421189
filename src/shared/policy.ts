import type { ArgumentRule } from './argument-rule.js';
import type { JsonObject } from './json.js';
import type { ServerId } from './server.js';
import type { RawToolName } from './tool.js';

export type Verdict = 'allow' | 'confirm' | 'deny';

export const SEVERITY: Readonly<Record<Verdict, number>> = { allow: 0, confirm: 1, deny: 2 };

/**
 * The rule that decided, most severe first; nothing lowers an earlier one.
 * Sentences for people are made from it in each language (`decision-words.ts`).
 */
export type DecisionRule =
  | 'invariant' // a hard limit of the house refuses the call
  | 'user-deny'
  | 'argument-deny' // a rule of the user's about the arguments
  | 'dangerous-name'
  | 'destructive-hint'
  | 'definition-changed'
  | 'grant-expired'
  | 'user-confirm'
  | 'argument-confirm'
  | 'tainted-turn' // would run by itself, but text from outside has come into the turn
  | 'chat-grant' // allowed by the user for this chat
  | 'argument-allow'
  | 'user-allow' // allowed by the user until revoked
  | 'host-policy' // allowed by the policy that ships with the bundled servers
  | 'builtin-read'
  | 'trusted-read-only-hint'
  | 'default';

/** What policy says of one call: the verdict, the rule that decided, and a sentence saying why (English). */
export interface Decision {
  readonly verdict: Verdict;
  readonly rule: DecisionRule;
  readonly why: string;
}

/** How a rule of the user's came about: by a question about a call, on the page, or from an imported file. */
export type GrantOrigin = 'question' | 'page' | 'import';

/** A verdict that the user has set for one tool of one server. */
export interface PolicyEntry {
  readonly serverId: ServerId;
  readonly tool: RawToolName;
  readonly verdict: Verdict;
  /** SHA-256 (hex) of the tool's definition when it was allowed. Only an allow has one. */
  readonly fingerprint?: string;
  /** What was allowed, where it is small enough to be kept: a later definition is compared with it. */
  readonly definition?: JsonObject;
  /** `host` ships with Gatehouse for its own sample servers; `user` was set here. */
  readonly origin: 'host' | 'user';
  /** Absent for what an early release stored. */
  readonly via?: GrantOrigin;
  /** ISO 8601. */
  readonly since: string;
  /** ISO 8601; when the user last renewed an allow. */
  readonly renewed?: string;
}

/** Everything that the user has set, as it is stored. */
export interface StoredPolicies {
  readonly tools: readonly PolicyEntry[];
  readonly argumentRules: readonly ArgumentRule[];
  readonly guard: GuardEdits;
}

/** What the user changed in the list of words that make a tool's name look dangerous. */
export interface GuardEdits {
  readonly added: readonly string[];
  /** Words of the shipped list that do not count any more. */
  readonly removed: readonly string[];
}

/** The list of words as the page shows it. */
export interface GuardView extends GuardEdits {
  readonly shipped: readonly string[];
}

/** One thing that an import changes, or can't take over. */
export interface PolicyChange {
  /** `loosens` needs a yes in a native dialog. */
  readonly effect: 'tightens' | 'loosens' | 'skipped';
  readonly subject: 'tool' | 'argument-rule' | 'guard-word';
  /** Whose: `server ▸ tool`, or the word. */
  readonly name: string;
  /** What holds now; absent where nothing is set. */
  readonly from?: Verdict;
  /** What is to hold; absent where it is taken away, and for words. */
  readonly to?: Verdict;
  /** Tests of a rule; English. */
  readonly detail?: string;
  readonly skipped?: SkippedBecause;
}

/** Why a rule is not taken over: its server is not here, it allows a tool of the house, it is bound to no definition. */
export type SkippedBecause = 'no-server' | 'built-in' | 'no-definition';

export const NO_GUARD_EDITS: GuardEdits = { added: [], removed: [] };
export const NO_POLICIES: StoredPolicies = { tools: [], argumentRules: [], guard: NO_GUARD_EDITS };

/** Days after which an allow asks again, unless it is renewed. */
const GRANT_DAYS = 90;
const DAY_MS = 86_400_000;

/** When an allow ends, ms since the epoch. NaN where its dates can't be read: it has no time in which it holds. */
export function grantEnd({ since, renewed = since }: Pick<PolicyEntry, 'since' | 'renewed'>): number {
  return Date.parse(renewed) + GRANT_DAYS * DAY_MS;
}

/** False for an allow that is too old, has no date, or has one that is more than a day ahead: nobody gave it then. */
export function grantHolds(grant: Pick<PolicyEntry, 'since' | 'renewed'>, now: number): boolean {
  const left = grantEnd(grant) - now;
  return left > 0 && left <= (GRANT_DAYS + 1) * DAY_MS;
}
