import type { JsonObject } from '../../src/shared/json.js';

/** A server to be met: a command to start, or an address. */
export type Target =
  | {
      readonly transport: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly transport: 'http'; readonly url: URL };

/** A connection of one of the clients that are compared. */
export interface Subject {
  /** The result of `tools/call` as that client gives it. */
  call(name: string, args: JsonObject, onProgress?: () => void): Promise<{ readonly content: readonly unknown[] }>;
  /** All tools of all pages. */
  listTools(): Promise<readonly object[]>;
  /** Ends the connection in that client's own gentle way. */
  close(): Promise<void>;
}

/** Opens a connection; `onNotification` hears each `notifications/message`. */
export type Open = (target: Target, onNotification: () => void) => Promise<Subject>;
