import type { PolicyEntry } from '../../shared/policy.js';
import type { RawToolName, ToolAnnotations } from '../../shared/tool.js';

/** All that `decide` looks at. Gathered by the caller, so that deciding stays pure. */
export interface DecisionFacts {
  readonly builtin: boolean;
  readonly tool: RawToolName;
  readonly annotations: ToolAnnotations;
  readonly trustReadOnlyHint: boolean;
  /** SHA-256 (hex) of the tool's definition now. */
  readonly fingerprint: string;
  /** What is set for exactly this server id and raw tool name, if anything. */
  readonly entry?: PolicyEntry;
  /** The fingerprint that the user allowed for this chat, if any. */
  readonly chatGrant?: string;
  /** The sentence of a hard limit that forbids the call, if any. */
  readonly invariant?: string;
}
