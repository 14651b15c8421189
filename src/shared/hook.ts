import type { Told } from './told.js';

/** When a hook runs: before and after a tool, when the model stops, before a message of the user is sent. */
export type HookEvent = 'PreToolUse' | 'PostToolUse' | 'Stop' | 'UserPromptSubmit';

export const HOOK_EVENTS = ['PreToolUse', 'PostToolUse', 'Stop', 'UserPromptSubmit'] as const;

/** A program of the user's that is asked at an event. It can block; it can allow nothing. */
export interface HookConfig {
  readonly id: string;
  readonly event: HookEvent;
  /** A program, without a shell; `args` reach it as they are. */
  readonly command: string;
  readonly args: readonly string[];
  /** Names as the user gave them, `|` between several, `*` for any text. Empty: every server. Only for events of tools. */
  readonly server: string;
  /** The same for tools. */
  readonly tool: string;
  readonly timeoutSeconds: number;
}

/** One run of a hook, as the page shows it. */
export interface HookRun {
  readonly id: string;
  readonly hookId: string;
  readonly event: HookEvent;
  /** ms since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  /** What it was asked about: server and tool; empty for events without one. */
  readonly about: string;
  /** `failed`: it crashed, took too long, or answered nothing that could be read. Before a tool that denies too. */
  readonly verdict: 'proceeded' | 'blocked' | 'failed';
  /** Absent where it did not exit by itself. */
  readonly exitCode?: number;
  /** Its reason, as it gave it, or what went wrong; absent where it went on. */
  readonly told?: Told;
}
