import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ConversationId } from '../../shared/conversation.js';
import type { ServerId } from '../../shared/server.js';
import { formatRoute, parseRoute, type Route } from './route.js';

describe('route', () => {
  const routes: readonly Route[] = [
    { page: 'chat' },
    { page: 'chat', conversationId: branded<ConversationId>('c/1 ü') },
    { page: 'servers' },
    { page: 'servers', serverId: branded<ServerId>('s1') },
    { page: 'trust' },
    { page: 'record' },
    { page: 'usage' },
    { page: 'settings' },
  ];

  it.each(routes)('reads back what it wrote: %j', (route) => {
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  it.each(['', '#', '#/nowhere', '#/chat/', '#/chat/%E0%A4%A'])('opens a new chat for %j', (hash) => {
    expect(parseRoute(hash)).toEqual({ page: 'chat' });
  });
});
