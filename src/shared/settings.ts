import type { HookConfig } from './hook.js';
import type { Told } from './told.js';

export type Language = 'system' | 'en' | 'zh-CN';
export type Theme = 'system' | 'light' | 'dark';
/** How much room stands around things. */
export type Density = 'comfortable' | 'compact';
/** Sizes of the page's text, px. All other sizes of the page follow from it. */
export const TEXT_SIZES = [12, 13, 14, 15, 16, 18, 20] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** The id of the practice model in the model picker. */
export const PRACTICE_MODEL_ID = 'gatehouse-practice';

/** Whether the commands of the built-in `bash` run in a sandbox, and whether that one has a network. */
export type BashSandbox = 'off' | 'with-network' | 'without-network';

/** What the user has chosen; stored whole. The API key is not here: it lives in the secrets port. */
export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
  readonly textSize: TextSize;
  readonly density: Density;
  /** The side column shows icons only. */
  readonly sideFolded: boolean;
  /** A note of the system when a long turn ends while nobody looks. */
  readonly noteTurnEnds: boolean;
  /** A model id, or `PRACTICE_MODEL_ID`. Empty = the best that is there: a real model with a key, else practice. */
  readonly model: string;
  /** Empty = `ANTHROPIC_BASE_URL`, else the API's own address. */
  readonly baseUrl: string;
  /** Absolute path; empty = none picked, and the built-in file tools say so. */
  readonly workspace: string;
  /** Model rounds in one turn before the user is asked to continue. */
  readonly maxRounds: number;
  /** Tokens that the model may read and write in one turn before the user is asked to continue. */
  readonly maxTurnTokens: number;
  /** US cents that one turn may cost, where prices are known, before the user is asked to continue. */
  readonly maxTurnCents: number;
  /** Minutes that one turn may take, without the user's own, before the user is asked to continue. */
  readonly maxTurnMinutes: number;
  /** Seconds until an unanswered question is told to the model as unanswered. */
  readonly approvalTimeoutSeconds: number;
  /** After text from outside was read in a turn, tools that write or send ask for the rest of it. */
  readonly askAfterReading: boolean;
  readonly bashSandbox: BashSandbox;
  readonly hooks: readonly HookConfig[];
}

export const DEFAULT_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  textSize: 14,
  density: 'comfortable',
  sideFolded: false,
  noteTurnEnds: true,
  model: '',
  baseUrl: '',
  workspace: '',
  maxRounds: 20,
  maxTurnTokens: 2_000_000,
  maxTurnCents: 1_000,
  maxTurnMinutes: 60,
  approvalTimeoutSeconds: 600,
  askAfterReading: true,
  bashSandbox: 'off',
  hooks: [],
};

/** Where the API key comes from. The key itself never reaches the page. */
export type ApiKeyState =
  | { readonly kind: 'none' }
  | { readonly kind: 'environment' }
  | { readonly kind: 'stored'; readonly protection: 'encrypted' | 'plaintext' }
  /** Kept in memory until the app ends: the system offers no safe place and the user did not agree to plain text. */
  | { readonly kind: 'session' };

export interface ModelInfo {
  readonly id: string;
  readonly name: string;
  readonly practice: boolean;
  /** Tokens that it can read in one request. Absent where its server does not say. */
  readonly window?: number;
}

/** What the model picker shows. */
export interface ModelsView {
  readonly models: readonly ModelInfo[];
  /** The id a new turn would use. */
  readonly current: string;
  /** Why the list could not be read, where that is so. */
  readonly problem?: Told;
}

/** Something the user should know that belongs to no one place: a broken file set aside, an old lock cleared. */
export interface Notice extends Told {
  readonly id: string;
}
