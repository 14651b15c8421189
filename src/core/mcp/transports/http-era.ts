import type { JsonRpcMessage } from '../../../shared/json-rpc.js';

/** What Streamable HTTP does differently in the two eras of MCP. */
export interface HttpEra {
  /**
   * True: a request is cancelled by `notifications/cancelled` (basic/utilities/cancellation, 2025-11-25). False: closing
   * its response stream cancels it, and the notification is not sent (basic/transports/streamable-http, 2026-07-28).
   */
  readonly sendsCancelNotification: boolean;
  /** True: sessions, a standing GET stream, resumption by Last-Event-ID and DELETE exist (up to 2025-11-25). */
  readonly hasSessions: boolean;
  /** Headers that mirror a message, names in small letters; undefined for one that has none of its own. */
  requestHeaders(message: JsonRpcMessage): Readonly<Record<string, string>> | undefined;
}

/** The revisions up to 2025-11-25. */
export const LEGACY_HTTP_ERA: HttpEra = {
  sendsCancelNotification: true,
  hasSessions: true,
  requestHeaders: () => undefined,
};
