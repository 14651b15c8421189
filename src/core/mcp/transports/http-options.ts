import type { Authorizer } from './authorizer.js';

/** How a server is reached over HTTP or WebSocket. */
export interface RemoteOptions {
  readonly url: URL;
  /** The user's own, sent with every request; what the protocol needs comes on top. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A proxy for this server, or `direct` for none; without it the environment decides. */
  readonly proxy?: string | undefined;
  /** A PEM file with authorities that are trusted besides the usual ones. */
  readonly caFile?: string | undefined;
  /** Where HTTP_PROXY and its kin are looked for. Default: the environment of the host. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The largest message that is taken from the server, bytes. Default 64 MB. */
  readonly maxMessageBytes?: number;
}

export interface HttpTransportOptions extends RemoteOptions {
  readonly authorizer?: Authorizer;
  /** A standing stream that is silent for so long is opened anew, ms. Default 5 minutes. */
  readonly streamIdleMs?: number;
}

export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
