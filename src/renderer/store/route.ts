import { assertNever } from '../../shared/assert-never.js';
import { branded } from '../../shared/brand.js';
import { chatAddress } from '../../shared/chat-address.js';
import type { ConversationId } from '../../shared/conversation.js';
import type { ServerId } from '../../shared/server.js';

/** Which page is open. A chat without an id is one that the first message will create. */
export type Route =
  | { readonly page: 'chat'; readonly conversationId?: ConversationId }
  | { readonly page: 'servers'; readonly serverId?: ServerId }
  | { readonly page: 'trust' }
  | { readonly page: 'record' }
  | { readonly page: 'usage' }
  | { readonly page: 'settings' };

/** Where the route survives a reload of the page. */
export interface RouteMemory {
  readonly read: () => string;
  readonly write: (hash: string) => void;
  /** Calls back when something else than `write` has changed it. */
  readonly onMoved: (changed: () => void) => void;
}

/** `#/chat/c1`, `#/servers/s1`, `#/trust`, `#/record`, `#/usage`, `#/settings`. */
export function formatRoute(route: Route): string {
  switch (route.page) {
    case 'chat':
      return route.conversationId === undefined ? '#/chat' : chatAddress(route.conversationId);
    case 'servers':
      return route.serverId === undefined ? '#/servers' : `#/servers/${encodeURIComponent(route.serverId)}`;
    case 'trust':
    case 'record':
    case 'usage':
    case 'settings':
      return `#/${route.page}`;
    default:
      return assertNever(route);
  }
}

/** The route of a hash; whatever is not one opens a new chat. */
export function parseRoute(hash: string): Route {
  const [, page, part] = hash.split('/');
  const id = part === undefined || part === '' ? undefined : decoded(part);
  if (page === 'trust' || page === 'record' || page === 'usage' || page === 'settings') return { page };
  if (page === 'servers') return id === undefined ? { page } : { page, serverId: branded<ServerId>(id) };
  return id === undefined ? { page: 'chat' } : { page: 'chat', conversationId: branded<ConversationId>(id) };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // a hash that someone typed
  }
}
