/** The bounds of one turn. */
export interface AgentLimits {
  /** Model requests in one turn before the user is asked to continue. */
  readonly maxRounds: number;
  /** Tokens that one answer of the model may have. */
  readonly maxTokens: number;
  /** Rounds that Stop hooks may add to one turn. */
  readonly maxStopHookRounds: number;
}

export const DEFAULT_LIMITS: AgentLimits = { maxRounds: 20, maxTokens: 8000, maxStopHookRounds: 3 };
