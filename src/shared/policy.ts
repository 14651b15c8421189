import type { RawToolName } from './tool.js';
import type { ServerId } from './server.js';

export type Verdict = 'allow' | 'confirm' | 'deny';

/**
 * The rule that decided, most severe first; nothing lowers an earlier one.
 * Sentences for people are made from it in each language (`decision-words.ts`).
 */
export type DecisionRule =
  | 'invariant' // a hard limit of the house refuses the call
  | 'user-deny'
  | 'dangerous-name'
  | 'destructive-hint'
  | 'definition-changed'
  | 'user-confirm'
  | 'chat-grant' // allowed by the user for this chat
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

/** A verdict that the user has set for one tool of one server. */
export interface PolicyEntry {
  readonly serverId: ServerId;
  readonly tool: RawToolName;
  readonly verdict: Verdict;
  /** SHA-256 (hex) of the tool's definition when it was allowed. Only an allow has one. */
  readonly fingerprint?: string;
  /** `host` ships with Gatehouse for its own sample servers; `user` was set here. */
  readonly origin: 'host' | 'user';
  /** ISO 8601. */
  readonly since: string;
}
