import type { Brand } from './brand.js';
import type { RejectedTool, ToolView } from './tool.js';

/** Never changes, also when the server is renamed; policy is keyed by it. */
export type ServerId = Brand<'ServerId'>;

/** How a local server is started. `args` reach the child as they are: no shell is involved. */
export interface StdioLaunch {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Other transports join this union as they are built. */
export type ServerLaunch = StdioLaunch;

/** One configured server, as it is stored. */
export interface ServerConfig {
  readonly id: ServerId;
  readonly name: string;
  readonly launch: ServerLaunch;
  /** Believe `readOnlyHint` of this server. Off unless the user switches it on. */
  readonly trustReadOnlyHint: boolean;
  readonly autoConnect: boolean;
  /** Ships with Gatehouse. */
  readonly bundled: boolean;
  /** SHA-256 (hex) of the launch that the user has confirmed; another launch asks again before it starts. */
  readonly confirmedLaunch?: string;
}

export type StartingPhase = 'spawning' | 'handshake' | 'listing';

/** The life of one connection. Fields exist only where they mean something. Times are ms since the epoch. */
export type ServerStatus =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting'; readonly since: number; readonly phase: StartingPhase }
  | { readonly kind: 'running'; readonly since: number; readonly revision: string }
  | { readonly kind: 'failed'; readonly at: number; readonly code: string; readonly message: string };

/** Who said a line of a server's log. `stdout` is what a server printed there beside the protocol. */
export interface ServerLogLine {
  readonly at: number;
  readonly source: 'stderr' | 'stdout' | 'host';
  readonly text: string;
}

/** A launch as the page sees it: the names of environment variables, never their values. */
export interface StdioLaunchView {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly envKeys: readonly string[];
  readonly cwd?: string;
  /** The exact command line that will run, quoted for reading, with variables replaced. */
  readonly commandLine: string;
}

/** A server as the page shows it. */
export interface ServerView {
  readonly id: ServerId;
  readonly name: string;
  readonly launch: StdioLaunchView;
  readonly trustReadOnlyHint: boolean;
  readonly autoConnect: boolean;
  readonly bundled: boolean;
  readonly status: ServerStatus;
  /** Tools the model is offered; empty while not running. */
  readonly tools: readonly ToolView[];
  /** Tools that are not offered, with the reason. */
  readonly hidden: readonly RejectedTool[];
  /** The last lines, oldest first; 200 at most. */
  readonly log: readonly ServerLogLine[];
}
