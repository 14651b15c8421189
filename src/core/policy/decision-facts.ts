import type { ArgumentRule } from '../../shared/argument-rule.js';
import type { PolicyEntry } from '../../shared/policy.js';
import type { RawToolName, ToolAnnotations } from '../../shared/tool.js';
import type { ArgumentFacts } from './argument-match.js';
import type { Guard } from './guard.js';

/** Text from outside that has come into a turn. */
export interface Taint {
  /** What was read, for people: `server ▸ tool`, a file, an address. */
  readonly source: string;
}

/** All that `decide` looks at. Gathered by the caller, so that deciding stays pure. */
export interface DecisionFacts {
  readonly builtin: boolean;
  readonly tool: RawToolName;
  readonly annotations: ToolAnnotations;
  readonly trustReadOnlyHint: boolean;
  /** SHA-256 (hex) of the tool's definition now. */
  readonly fingerprint: string;
  /** ms since the epoch: an allow ends. */
  readonly now: number;
  /** The words that make a name look dangerous. */
  readonly guard: Guard;
  /** What is set for exactly this server id and raw tool name, if anything. */
  readonly entry?: PolicyEntry;
  /** The user's rules for exactly this tool that look at arguments, in any order. */
  readonly argumentRules?: readonly ArgumentRule[];
  /** What those rules look at. Absent where there is no call: what a rule would say of one is then not known. */
  readonly call?: ArgumentFacts;
  /** The fingerprint that the user allowed for this chat, if any. */
  readonly chatGrant?: string;
  /** The fingerprint that the user allowed for this chat with exactly these arguments, if any. */
  readonly exactGrant?: string;
  /** Set where text from outside has come into the turn. */
  readonly taint?: Taint;
  /** The sentence of a hard limit that forbids the call, if any. */
  readonly invariant?: string;
}
