import type { HookEvent } from '../../shared/hook.js';
import type { ConfirmWords } from './confirm-words.js';

/** What a sandboxed server may touch; `read` is ready to be shown, empty where nothing of the home folder is listed. */
export interface SandboxFacts {
  readonly network: boolean;
  readonly read: string;
}

/** The words of questions about programs that may run, or do more. */
export interface WallWords {
  /** `sandbox` is what stays; undefined: nothing. */
  readonly loosenSandbox: (server: string, sandbox: SandboxFacts | undefined) => ConfirmWords;
  readonly loosenBash: (to: 'off' | 'with-network') => ConfirmWords;
  /** Empty `server` and `tool`: every one; empty `before`: a new hook. */
  readonly saveHook: (about: {
    readonly event: HookEvent;
    readonly command: string;
    readonly before: string;
    readonly server: string;
    readonly tool: string;
  }) => ConfirmWords;
  readonly removeHook: (event: HookEvent, command: string) => ConfirmWords;
}
