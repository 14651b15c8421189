import type { Brand } from './brand.js';
import type { Told } from './told.js';
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
  /** The walls it runs in. Absent: it can do what the user can do. */
  readonly sandbox?: ServerSandbox;
}

/**
 * A sandboxed server reads the system but nothing of the home folder save what is listed, and writes in the workspace and
 * its own data folder alone.
 */
export interface ServerSandbox {
  readonly network: boolean;
  /** Absolute files and folders, or texts that begin with a variable. */
  readonly read: readonly string[];
}

/** What signing in to a server needs to be told, where it does not find out by itself. */
export interface SignInSettings {
  /** Gatehouse is registered under it at the sign-in server. */
  readonly clientId?: string;
  /** True where a secret belongs to the client ID. The secret itself is kept with the tokens, encrypted. */
  readonly hasClientSecret?: boolean;
  /** What the sign-in server calls itself, where that is not what the server calls it. */
  readonly issuerAlias?: string;
  /** The sign-in server may be in a private network although the server is not. */
  readonly trustPrivateNetwork?: boolean;
}

/** How a server behind an http address is reached. In the texts `${env:NAME}` and the like may stand for values. */
export interface HttpLaunch extends SignInSettings {
  readonly kind: 'http';
  readonly url: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** `auto`: Streamable HTTP, and HTTP+SSE where the server knows only that. */
  readonly transport: HttpTransportChoice;
  /** A PEM file with authorities that are trusted besides the usual ones. */
  readonly caFile?: string;
  /** A proxy for this server, or `direct` for none; without it the environment decides. */
  readonly proxy?: string;
}

export type HttpTransportChoice = 'auto' | 'streamable-http' | 'sse';

/** How a server behind a WebSocket is reached: the fields mean what they mean over http. */
export interface WebSocketLaunch extends SignInSettings {
  readonly kind: 'websocket';
  readonly url: string;
  /** Sent with the handshake. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caFile?: string;
  readonly proxy?: string;
}

/** A server that is somewhere else: nothing of it is started here. */
export type RemoteLaunch = HttpLaunch | WebSocketLaunch;

export type ServerLaunch = StdioLaunch | RemoteLaunch;

/**
 * The two ways of MCP: up to 2025-11-25 a handshake opens a session; from 2026-07-28 every request says for itself what
 * it is (basic/versioning, 2026-07-28).
 */
export type Era = 'legacy' | 'modern';

/** What a user may set for one server; `auto` finds out. */
export type EraSetting = 'auto' | Era;

/** What carries the messages of a connection. */
export type TransportName = 'stdio' | 'streamable-http' | 'sse' | 'websocket';

/** One configured server, as it is stored. */
export interface ServerConfig {
  readonly id: ServerId;
  readonly name: string;
  readonly launch: ServerLaunch;
  /** Believe `readOnlyHint` of this server. Off unless the user switches it on. */
  readonly trustReadOnlyHint: boolean;
  /** May ask the user's model (sampling), each time with a question to the user. Absent: it may not. */
  readonly mayAskModel?: boolean;
  readonly autoConnect: boolean;
  /** Ships with Gatehouse. */
  readonly bundled: boolean;
  /** SHA-256 (hex) of the launch that the user has confirmed; another launch asks again before it starts. */
  readonly confirmedLaunch?: string;
  /** Mark of the program file that was confirmed with it (`program-mark.ts`); empty where there was none to be found. */
  readonly confirmedProgram?: string;
  /** Absent: `auto`. */
  readonly era?: EraSetting;
  /** What the last connection found out; tried first the next time, and forgotten when that fails. */
  readonly knownEra?: Era;
}

export type StartingPhase = 'spawning' | 'handshake' | 'signing-in' | 'listing';

/**
 * The life of one connection. Fields exist only where they mean something. Times are ms since the epoch. `spawning` is the
 * phase before anything can be sent: a program is started, or a remote server is reached. `signing-in`: the user is at it in
 * their browser.
 */
export type ServerStatus =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting'; readonly since: number; readonly phase: StartingPhase }
  | {
      readonly kind: 'running';
      readonly since: number;
      readonly revision: string;
      readonly transport: TransportName;
    }
  | ({
      readonly kind: 'failed';
      readonly at: number;
      /** When Gatehouse tries again by itself; absent where it does not. */
      readonly retryAt?: number;
    } & Told)
  /** The server lets nobody in without a sign-in. */
  | ({ readonly kind: 'sign-in-required'; readonly at: number } & Told);

/** Who said a line of a server's log. `stdout` is what a server printed there beside the protocol. */
export interface ServerLogLine {
  readonly at: number;
  readonly source: 'stderr' | 'stdout' | 'host';
  readonly text: string;
}

/** How a secret is kept; `missing`: it is not, and has to be entered before the server can start. */
export type SecretKept = 'encrypted' | 'plaintext' | 'memory' | 'missing';

/** A launch as the page sees it: the names of environment variables, never their values. */
export interface StdioLaunchView {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly envKeys: readonly string[];
  readonly cwd?: string;
  /** The exact command line that will run, quoted for reading, with variables replaced. */
  readonly commandLine: string;
  readonly sandbox?: ServerSandbox & {
    /** `read` with variables of the house replaced. */
    readonly shown: readonly string[];
    /** Its own data folder. */
    readonly own?: string;
  };
}

/** A remote server as the page sees it: the names of headers, never their values. */
export type RemoteLaunchView = SignInSettings &
  ({ readonly kind: 'http'; readonly transport: HttpTransportChoice } | { readonly kind: 'websocket' }) & {
    readonly url: string;
    readonly headerKeys: readonly string[];
    readonly caFile?: string;
    readonly proxy?: string;
    /** The address with variables of the house replaced; those of the environment stay names. */
    readonly address: string;
  };

export type ServerLaunchView = (StdioLaunchView | RemoteLaunchView) & {
  /** Of the variables or headers that are secrets; absent: none is. */
  readonly secrets?: Readonly<Record<string, SecretKept>>;
};

/** A server as the page shows it. */
export interface ServerView {
  readonly id: ServerId;
  readonly name: string;
  readonly launch: ServerLaunchView;
  readonly era: EraSetting;
  readonly trustReadOnlyHint: boolean;
  readonly mayAskModel: boolean;
  readonly autoConnect: boolean;
  readonly bundled: boolean;
  readonly status: ServerStatus;
  /** The sign-in server whose tokens are kept for this server; absent where the user is not signed in. */
  readonly signedInTo?: string;
  /** Tools the model is offered; empty while not running. */
  readonly tools: readonly ToolView[];
  /** Tools that it offered when it last ran; empty while running. */
  readonly unavailable: readonly string[];
  /** Tools that are not offered, with the reason. */
  readonly hidden: readonly RejectedTool[];
  /** The last lines, oldest first; 200 at most. */
  readonly log: readonly ServerLogLine[];
}
