import type { PolicyChange, Verdict } from '../../shared/policy.js';
import type { HookEvent } from '../../shared/hook.js';
import type { ServerConfig, ServerSandbox } from '../../shared/server.js';
import type { Notice, Settings } from '../../shared/settings.js';
import type { AuditFace } from '../../shared/audit.js';
import type { AuditDisk } from '../audit/audit-disk.js';
import type { ApprovalPresenter } from '../approval/approval-presenter.js';
import type { ConversationStore } from '../conversation/conversation-store.js';
import type { PolicyStore } from '../policy/policy-store.js';
import type { StartQuestion } from '../servers/start-question.js';
import type { DraftStore } from './draft-book.js';
import type { ElicitationPresenter } from './elicitation-presenter.js';

export interface SettingsStore {
  load(): Settings;
  save(settings: Settings): void;
}

export interface ServerStore {
  load(): readonly ServerConfig[];
  save(servers: readonly ServerConfig[]): void;
}

/** Small secrets by name. What can't be kept safely is kept in memory only, unless the user agreed to plain text. */
export interface SecretStore {
  /** How a secret would be kept now. */
  protection(): Promise<'encrypted' | 'none'>;
  read(
    name: string,
  ): Promise<{ readonly value: string; readonly kept: 'encrypted' | 'plaintext' | 'memory' } | undefined>;
  write(name: string, value: string, keep: 'encrypted' | 'plaintext' | 'memory'): Promise<void>;
  remove(name: string): Promise<void>;
}

/** A yes-or-no question of the host's own, drawn natively. `kind` and the values choose the words in each language. */
export type ConfirmQuestion =
  /** Before a launch is used for the first time: a program that is started, or an address that calls are sent to. */
  | StartQuestion
  | { readonly kind: 'trust-read-only-hint'; readonly serverName: string }
  | { readonly kind: 'let-ask-model'; readonly serverName: string }
  /** One request of a server to the user's model; the texts are the server's. */
  | {
      readonly kind: 'answer-sampling';
      readonly serverName: string;
      readonly model: string;
      /** Empty: none. */
      readonly system: string;
      readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
      readonly maxTokens: number;
    }
  | { readonly kind: 'allow-tool'; readonly serverName: string; readonly tool: string }
  /** An allow is to hold for its whole time again; `when` where it is for some arguments only. */
  | { readonly kind: 'renew-allow'; readonly serverName: string; readonly tool: string; readonly when?: string }
  /** Calls whose arguments pass the tests in `when` are to run without asking. */
  | { readonly kind: 'allow-arguments'; readonly serverName: string; readonly tool: string; readonly when: string }
  | {
      readonly kind: 'remove-argument-rule';
      readonly serverName: string;
      readonly tool: string;
      readonly when: string;
      readonly rule: Verdict;
    }
  /** Tools with this word in their name no longer always ask. */
  | { readonly kind: 'remove-guard-word'; readonly word: string }
  /** Each thing that an imported file would loosen. */
  | { readonly kind: 'import-policies'; readonly changes: readonly PolicyChange[] }
  | {
      readonly kind: 'revoke-rule';
      readonly serverName: string;
      readonly tool: string;
      /** What the user has set. */
      readonly rule: Verdict;
      /** What happens without that rule; `unknown` where the tool can't be looked at now. */
      readonly without: 'allow' | 'confirm' | 'unknown';
    }
  | { readonly kind: 'store-key-in-plain-text' }
  /** Variables or headers of a server, by name. */
  | { readonly kind: 'store-secrets-in-plain-text'; readonly serverName: string; readonly names: readonly string[] }
  /** The address that chats, and the API key with them, will be sent to. */
  | { readonly kind: 'change-base-url'; readonly url: string }
  /** What writes or sends would run by itself again after text from outside was read in a turn. */
  | { readonly kind: 'stop-asking-after-reading' }
  | {
      readonly kind: 'open-link';
      readonly url: string;
      /** The server that wants the user to sign in on that page. */
      readonly signInTo?: string;
    }
  /** A server that runs in a sandbox may do more from now on; `sandbox` is what stays of it, absent where nothing does. */
  | { readonly kind: 'loosen-sandbox'; readonly serverName: string; readonly sandbox?: ServerSandbox }
  /** The same for the commands of the built-in `bash`. */
  | { readonly kind: 'loosen-bash'; readonly to: 'off' | 'with-network' }
  /** A program that Gatehouse will start at an event. `server` and `tool`: the matchers; empty: every one. */
  | {
      readonly kind: 'save-hook';
      readonly event: HookEvent;
      /** The exact command, quoted for reading. */
      readonly commandLine: string;
      readonly server: string;
      readonly tool: string;
      /** The command that it replaces; absent for a new hook. */
      readonly before?: string;
    }
  | { readonly kind: 'remove-hook'; readonly event: HookEvent; readonly commandLine: string }
  | { readonly kind: 'remove-server'; readonly serverName: string };

/** What only a face can do: the app with native dialogs, the terminal with prompts. */
export interface Desk {
  confirm(question: ConfirmQuestion, signal: AbortSignal): Promise<boolean>;
  /** False where nobody can answer, so that nothing is begun that would need it. Absent: somebody can. */
  canAsk?(): boolean;
  /** Absolute path, or undefined when the user changed their mind. */
  pickFolder(): Promise<string | undefined>;
  /** Where a file is to be written, under that name unless the user chooses another; undefined as above. */
  pickSaveFile(suggestedName: string): Promise<string | undefined>;
  /** A file of JSON to be read; undefined as above. */
  pickOpenFile(): Promise<string | undefined>;
  openLink(url: string): Promise<void>;
}

/** The things outside that a host needs. `createHost` is the one place where they meet the rest. */
export interface HostPorts {
  readonly settings: SettingsStore;
  readonly servers: ServerStore;
  readonly policies: PolicyStore;
  readonly conversations: ConversationStore;
  /** Without one, messages that were not sent are gone when the host closes. */
  readonly drafts?: DraftStore;
  readonly secrets: SecretStore;
  readonly approvals: ApprovalPresenter;
  /** Without one, what servers ask of the user is declined, with a line in their log. */
  readonly elicitations?: ElicitationPresenter;
  readonly desk: Desk;
  /** Where calls are recorded, and from which face. */
  readonly audit: { readonly disk: AuditDisk; readonly face: AuditFace };
  readonly environment: HostEnvironment;
}

/** Plain facts of where the host runs. */
export interface HostEnvironment {
  /** The environment of the process: `PATH` and the like for children, `ANTHROPIC_API_KEY` for the model. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  /** Replaced in a launch as `${name}`: `node`, `servers`, `data`, `home`. */
  readonly launchVariables: Readonly<Record<string, string>>;
  readonly systemLanguage: string;
  readonly platform: string;
  readonly version: string;
  /** Gives the text of the built `validation-worker.ts`. Without it, a schema of a server that takes long checks nothing. */
  readonly validationScript?: () => string;
  /** Gives the text of the built `image-worker.ts`. Without it, images in results are not decoded before the model is sent them. */
  readonly imageScript?: () => string;
  /** What went wrong before the host stood: a broken file set aside, a stale lock cleared. */
  readonly notices: readonly Notice[];
}
