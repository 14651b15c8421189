import type { Era, EraSetting, ServerId, ServerLaunch, ServerLogLine, StartingPhase } from '../../shared/server.js';
import type { TransportName } from '../../shared/server.js';
import type { McpSession, ToolSession } from '../mcp/session.js';
import type { Attendance } from './attendance.js';

/** A server that has been met. */
export interface OpenedServer {
  readonly session: ToolSession & Pick<McpSession, 'resources' | 'prompts' | 'complete'>;
  readonly transport: TransportName;
  /** What the next connection to the same server should be told. */
  readonly knownEra: Era;
  /** The folders that the server may work in are others now. */
  rootsChanged(): Promise<void>;
  /** The computer woke up: resolves when the server is still there, rejects when it does not answer. */
  wake(): Promise<void>;
}

/** What a connection hears while it is opened, and after. */
export interface StartOptions {
  /** Aborting is the only limit of a start: it may download for minutes. */
  readonly signal: AbortSignal;
  readonly onPhase: (phase: StartingPhase) => void;
  readonly onLog: (source: ServerLogLine['source'], line: string) => void;
  /** Whether the user may be asked to sign in, now and later. */
  readonly attendance: Pick<Attendance, 'mayAsk'>;
}

export interface OpenOptions extends StartOptions {
  readonly server: { readonly id: ServerId; readonly name: string };
  readonly era: EraSetting;
  readonly knownEra?: Era;
}

/** Starts or reaches the server and agrees on a revision. When it rejects, nothing of the server may be left. */
export type OpenServer = (launch: ServerLaunch, options: OpenOptions) => Promise<OpenedServer>;
