import type { AgentEvent } from './agent-event.js';
import type { ApprovalView } from './approval.js';
import type { AuditState } from './audit.js';
import type { ArgumentRule } from './argument-rule.js';
import type { ConversationId, ConversationSummary } from './conversation.js';
import type { HookRun } from './hook.js';
import type { GuardView, PolicyEntry } from './policy.js';
import type { ServerView } from './server.js';
import type { ApiKeyState, ModelsView, Notice, Settings } from './settings.js';

/** A permission the user gave for one chat; gone when the app ends. */
export interface ChatGrantView {
  readonly conversationId: ConversationId;
  readonly serverId: string;
  readonly serverName: string;
  readonly tool: string;
  /** Set where it is for calls with the very same arguments; SHA-256 (hex) of their canonical JSON. */
  readonly argumentsHash?: string;
  /** ms since the epoch. */
  readonly since: number;
}

/** A rule of the user's about arguments, with the server as the user named it. */
export interface ArgumentRuleView extends ArgumentRule {
  readonly serverName: string;
}

/** Everything the page shows outside one conversation. Each part is replaced whole by a `state` event. */
export interface AppState {
  readonly settings: Settings;
  readonly apiKey: ApiKeyState;
  readonly models: ModelsView;
  readonly servers: readonly ServerView[];
  readonly conversations: readonly ConversationSummary[];
  readonly approvals: readonly ApprovalView[];
  /** Without the definitions that are kept beside them. */
  readonly policies: readonly PolicyEntry[];
  readonly argumentRules: readonly ArgumentRuleView[];
  readonly guard: GuardView;
  readonly chatGrants: readonly ChatGrantView[];
  /** The last runs of hooks, newest first. */
  readonly hookRuns: readonly HookRun[];
  readonly notices: readonly Notice[];
  readonly audit: AuditState;
}

/** `seq` rises by one with every event, so a page that took a snapshot at `seq` knows which events it has seen. */
export type HostEvent = { readonly seq: number } & (
  | { readonly type: 'state'; readonly patch: Partial<AppState> }
  /** Events of one conversation, batched. */
  | { readonly type: 'agent'; readonly conversationId: ConversationId; readonly events: readonly AgentEvent[] }
);

/** What a page asks for when it (re)loads. */
export interface AppSnapshot {
  readonly seq: number;
  readonly state: AppState;
  /** What the system says, for `language: 'system'`; BCP 47. */
  readonly systemLanguage: string;
  readonly platform: string;
  readonly version: string;
}
