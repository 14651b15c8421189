import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ConversationId } from '../../shared/conversation.js';
import type { PolicyEntry, Verdict } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { MemoryPolicyStore } from '../testing/memory-policy-store.js';
import { ChatGrants } from './chat-grants.js';
import { deniedByPolicy, DENIED_BY_USER, notAllowed } from './denial.js';
import { HOST_POLICY } from './host-policy.js';
import { PolicyBook } from './policy-book.js';

const server = branded<ServerId>('s');
const tool = branded<RawToolName>('t');
const chat = branded<ConversationId>('c');

function stored(verdict: Verdict, origin: 'user' | 'host' = 'user'): PolicyEntry {
  return { serverId: server, tool, verdict, origin, since: '' };
}

function bookOn(store: MemoryPolicyStore): PolicyBook {
  return new PolicyBook(store, HOST_POLICY, () => 0);
}

describe('the grants of a chat', () => {
  it('hold for this chat, server and tool only', () => {
    const grants = new ChatGrants();
    grants.grant({ conversationId: chat, serverId: server, tool, fingerprint: 'f' });
    expect(grants.find(chat, server, tool)).toBe('f');
    expect(grants.find(branded<ConversationId>('other'), server, tool)).toBeUndefined();
    expect(grants.find(chat, branded<ServerId>('other'), tool)).toBeUndefined();
    expect(grants.find(chat, server, branded<RawToolName>('T'))).toBeUndefined();
  });

  it('can not be reached by a name that contains a separator', () => {
    const grants = new ChatGrants();
    grants.grant({ conversationId: chat, serverId: server, tool: branded<RawToolName>('a","b'), fingerprint: 'f' });
    expect(grants.find(chat, branded<ServerId>('s","a'), branded<RawToolName>('b'))).toBeUndefined();
  });

  it('are listed, revoked one by one or together, and each change is told', () => {
    const grants = new ChatGrants();
    let told = 0;
    grants.onChange(() => (told += 1));
    grants.grant({ conversationId: chat, serverId: server, tool, fingerprint: 'f' });
    grants.grant({ conversationId: chat, serverId: branded<ServerId>('s2'), tool, fingerprint: 'g' });
    expect(grants.list().map((grant) => grant.fingerprint)).toEqual(['f', 'g']);
    expect(grants.revoke(chat, server, tool)).toBe(true);
    expect(grants.revoke(chat, server, tool)).toBe(false);
    expect(grants.find(chat, server, tool)).toBeUndefined();
    grants.revokeWhere((grant) => grant.conversationId === chat);
    expect(grants.list()).toEqual([]);
    expect(told).toBe(4);
  });
});

describe('the policy book', () => {
  it('has what ships for the samples until the user says otherwise', () => {
    const store = new MemoryPolicyStore();
    const book = bookOn(store);
    const docs = branded<ServerId>('docs');
    const search = branded<RawToolName>('search');
    expect(book.find(docs, search)).toMatchObject({ verdict: 'allow', origin: 'host' });
    expect(book.find(branded<ServerId>('deploy'), branded<RawToolName>('trigger'))?.verdict).toBe('confirm');
    book.set({ serverId: docs, tool: search, verdict: 'deny' });
    expect(book.find(docs, search)).toMatchObject({ verdict: 'deny', origin: 'user' });
    expect(book.list().filter((entry) => entry.serverId === docs && entry.tool === search)).toHaveLength(1);
    expect(store.entries).toHaveLength(1);
    book.clear(docs, search);
    expect(book.find(docs, search)).toMatchObject({ verdict: 'allow', origin: 'host' });
    expect(store.entries).toEqual([]);
  });

  it('keeps an allow with its fingerprint over a restart', () => {
    const store = new MemoryPolicyStore();
    bookOn(store).set({ serverId: server, tool, verdict: 'allow', fingerprint: 'f' });
    const again = bookOn(store).find(server, tool);
    expect(again).toMatchObject({ verdict: 'allow', fingerprint: 'f', since: '1970-01-01T00:00:00.000Z' });
  });

  it('takes no allow without a fingerprint', () => {
    const book = bookOn(new MemoryPolicyStore());
    expect(() => book.set({ serverId: server, tool, verdict: 'allow' })).toThrow(/its definition is not known/u);
    expect(book.find(server, tool)).toBeUndefined();
  });

  it('believes no stored entry that says it ships with Gatehouse', () => {
    expect(bookOn(new MemoryPolicyStore([stored('allow', 'host')])).find(server, tool)).toBeUndefined();
  });

  it('holds the severest where a file names a tool twice', () => {
    const twice = [stored('allow'), stored('deny'), stored('confirm')];
    expect(bookOn(new MemoryPolicyStore(twice)).find(server, tool)?.verdict).toBe('deny');
  });

  it('loosens only once it is stored, and tightens at once', () => {
    const store = new MemoryPolicyStore();
    const book = bookOn(store);
    store.failure = new Error('the disk is full');
    const allow = { serverId: server, tool, verdict: 'allow', fingerprint: 'f' } as const;
    expect(() => book.set(allow)).toThrow('the disk is full');
    expect(book.find(server, tool)).toBeUndefined();
    expect(() => book.set({ serverId: server, tool, verdict: 'deny' })).toThrow('the disk is full');
    expect(book.find(server, tool)?.verdict).toBe('deny');
    expect(() => book.clear(server, tool)).toThrow('the disk is full');
    expect(book.find(server, tool)?.verdict).toBe('deny');
  });

  it('takes a revoked allow away at once, also where that can not be stored', () => {
    const store = new MemoryPolicyStore([{ ...stored('allow'), fingerprint: 'f' }]);
    const book = bookOn(store);
    store.failure = new Error('the disk is full');
    expect(() => book.clear(server, tool)).toThrow('the disk is full');
    expect(book.find(server, tool)).toBeUndefined();
  });

  it('tells each change', () => {
    const book = bookOn(new MemoryPolicyStore());
    let told = 0;
    book.onChange(() => (told += 1));
    book.set({ serverId: server, tool, verdict: 'confirm' });
    book.clear(server, tool);
    book.clear(server, tool);
    expect(told).toBe(2);
  });
});

describe('what the model is told', () => {
  it('of a denial by the user is one exact sentence, by hand or by a tool set to never', () => {
    expect(notAllowed({ kind: 'denied' })).toBe('Permission denied by user');
    expect(deniedByPolicy({ verdict: 'deny', rule: 'user-deny', why: 'x' })).toBe(DENIED_BY_USER);
  });

  it('of a limit names the limit', () => {
    const why = 'It is outside.';
    expect(deniedByPolicy({ verdict: 'deny', rule: 'invariant', why })).toBe(
      'Permission denied by policy: It is outside.',
    );
  });

  it('of an unanswered question is not that it was denied', () => {
    expect(notAllowed({ kind: 'unanswered' })).toMatch(/did not answer/u);
    expect(notAllowed({ kind: 'cancelled' })).toMatch(/cancelled/u);
    expect(notAllowed({ kind: 'allowed', scope: 'once' })).toBeUndefined();
  });
});
