/** The bounds of one turn. */
export interface AgentLimits {
  /** Model requests in one turn before the user is asked to continue. */
  readonly maxRounds: number;
  /** Tokens that one answer of the model may have. */
  readonly maxTokens: number;
  /** Rounds that Stop hooks may add to one turn. */
  readonly maxStopHookRounds: number;
  /** Requests for one answer where they fail in passing, the first one with them. Absent: one. */
  readonly maxAttempts?: number;
  /** Tokens that the model may read and write in one turn. Absent: no limit. */
  readonly maxTurnTokens?: number;
  /** US cents that one turn may cost, where prices are known. Absent: no limit. */
  readonly maxTurnCents?: number;
  /** ms that one turn may take; what the user is waited for does not count. Absent: no limit. */
  readonly maxTurnMs?: number;
  /** How often the same call may give the same result in one turn. Absent: no limit. */
  readonly maxRepeats?: number;
}

export const DEFAULT_LIMITS: AgentLimits = {
  maxRounds: 20,
  maxTokens: 8000,
  maxStopHookRounds: 3,
  maxAttempts: 5,
  maxRepeats: 5,
};
