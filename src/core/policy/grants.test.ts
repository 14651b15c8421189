import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ConversationId } from '../../shared/conversation.js';
import type { ArgumentRule, ArgumentRuleId } from '../../shared/argument-rule.js';
import { grantHolds, type PolicyEntry, type Verdict } from '../../shared/policy.js';
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
  const grant = { conversationId: chat, serverId: server, tool, fingerprint: 'f', since: 0 };
  const key = { conversationId: chat, serverId: server, tool };

  it('hold for this chat, server and tool only', () => {
    const grants = new ChatGrants();
    grants.grant(grant);
    expect(grants.find(key)).toBe(grant);
    expect(grants.find({ ...key, conversationId: branded<ConversationId>('other') })).toBeUndefined();
    expect(grants.find({ ...key, serverId: branded<ServerId>('other') })).toBeUndefined();
    expect(grants.find({ ...key, tool: branded<RawToolName>('T') })).toBeUndefined();
  });

  it('for exact arguments hold for those alone', () => {
    const grants = new ChatGrants();
    grants.grant({ ...grant, argumentsHash: 'h' });
    expect(grants.find({ ...key, argumentsHash: 'h' })?.fingerprint).toBe('f');
    expect(grants.find({ ...key, argumentsHash: 'i' })).toBeUndefined();
    expect(grants.find(key)).toBeUndefined();
  });

  it('can not be reached by a name that contains a separator', () => {
    const grants = new ChatGrants();
    grants.grant({ ...grant, tool: branded<RawToolName>('a","b') });
    const forged = { ...key, serverId: branded<ServerId>('s","a'), tool: branded<RawToolName>('b') };
    expect(grants.find(forged)).toBeUndefined();
  });

  it('are listed, revoked, and each change is told', () => {
    const grants = new ChatGrants();
    let told = 0;
    const stop = grants.onChange(() => (told += 1));
    grants.grant(grant);
    grants.grant({ ...grant, serverId: branded<ServerId>('s2'), fingerprint: 'g' });
    expect(grants.list().map(({ fingerprint }) => fingerprint)).toEqual(['f', 'g']);
    expect(grants.revokeWhere(({ serverId }) => serverId === server)).toBe(true);
    expect(grants.revokeWhere(({ serverId }) => serverId === server)).toBe(false);
    expect(grants.find(key)).toBeUndefined();
    expect(grants.list()).toHaveLength(1);
    grants.revokeWhere(({ conversationId }) => conversationId === chat);
    expect(grants.list()).toEqual([]);
    expect(told).toBe(4);
    stop();
    grants.grant(grant);
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
    book.set({ serverId: docs, tool: search, verdict: 'deny', via: 'page' });
    expect(book.find(docs, search)).toMatchObject({ verdict: 'deny', origin: 'user' });
    expect(book.list().filter((entry) => entry.serverId === docs && entry.tool === search)).toHaveLength(1);
    expect(store.entries).toHaveLength(1);
    book.clear(docs, search);
    expect(book.find(docs, search)).toMatchObject({ verdict: 'allow', origin: 'host' });
    expect(store.entries).toEqual([]);
  });

  it('keeps an allow with its fingerprint over a restart', () => {
    const store = new MemoryPolicyStore();
    bookOn(store).set({ serverId: server, tool, verdict: 'allow', fingerprint: 'f', via: 'page' });
    const again = bookOn(store).find(server, tool);
    expect(again).toMatchObject({ verdict: 'allow', fingerprint: 'f', since: '1970-01-01T00:00:00.000Z' });
  });

  it('takes no allow without a fingerprint', () => {
    const book = bookOn(new MemoryPolicyStore());
    expect(() => book.set({ serverId: server, tool, verdict: 'allow', via: 'page' })).toThrow(
      /its definition is not known/u,
    );
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
    const allow = { serverId: server, tool, verdict: 'allow', fingerprint: 'f', via: 'page' } as const;
    expect(() => book.set(allow)).toThrow('the disk is full');
    expect(book.find(server, tool)).toBeUndefined();
    expect(() => book.set({ serverId: server, tool, verdict: 'deny', via: 'page' })).toThrow('the disk is full');
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
    book.set({ serverId: server, tool, verdict: 'confirm', via: 'page' });
    book.clear(server, tool);
    book.clear(server, tool);
    expect(told).toBe(2);
  });
});

describe('rules about arguments in the book', () => {
  const rule: ArgumentRule = {
    id: branded<ArgumentRuleId>('r'),
    serverId: server,
    tool,
    when: [{ argument: 'a', kind: 'equals', value: 1 }],
    verdict: 'deny',
    since: '2026-11-30T00:00:00.000Z',
    via: 'page',
  };

  it('are kept over a restart, found by their tool, replaced by id and taken away', () => {
    const store = new MemoryPolicyStore();
    const book = bookOn(store);
    book.putArgumentRule(rule);
    expect(bookOn(store).argumentRules).toEqual([rule]);
    expect(book.argumentRulesOf(server, tool)).toEqual([rule]);
    expect(book.argumentRulesOf(branded<ServerId>('other'), tool)).toEqual([]);
    expect(book.argumentRulesOf(server, branded<RawToolName>('other'))).toEqual([]);
    book.putArgumentRule({ ...rule, id: branded<ArgumentRuleId>('r2') });
    book.putArgumentRule({ ...rule, verdict: 'confirm' });
    expect(book.argumentRules.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['r2', 'deny'],
      ['r', 'confirm'],
    ]);
    book.removeArgumentRule(rule);
    expect(store.policies.argumentRules.map(({ id }) => id)).toEqual(['r2']);
  });

  it('allow nothing without a fingerprint', () => {
    const book = bookOn(new MemoryPolicyStore());
    expect(() => book.putArgumentRule({ ...rule, verdict: 'allow' })).toThrow(/its definition is not known/u);
    expect(() => book.putArgumentRule({ ...rule, verdict: 'allow', fingerprint: '' })).toThrow(/not known/u);
    expect(book.argumentRules).toEqual([]);
  });

  it('loosen only once that is stored, and tighten at once', () => {
    const allowing: ArgumentRule = { ...rule, verdict: 'allow', fingerprint: 'f' };
    const store = new MemoryPolicyStore([], { argumentRules: [allowing] });
    const book = bookOn(store);
    store.failure = new Error('the disk is full');
    const other = { ...rule, id: branded<ArgumentRuleId>('r2') };
    expect(() => book.putArgumentRule(other)).toThrow('the disk is full');
    expect(book.argumentRules).toEqual([allowing, other]);
    expect(() => book.putArgumentRule({ ...allowing, id: branded<ArgumentRuleId>('r3') })).toThrow('the disk is full');
    expect(() => book.putArgumentRule({ ...other, verdict: 'confirm' })).toThrow('the disk is full');
    expect(() => book.removeArgumentRule(other)).toThrow('the disk is full');
    expect(book.argumentRules).toEqual([allowing, other]);
    expect(() => book.removeArgumentRule(allowing)).toThrow('the disk is full');
    expect(book.argumentRules).toEqual([other]);
  });
});

describe('an allow in the book', () => {
  it('says how it came about, keeps what was allowed, and is renewed without becoming another', () => {
    const store = new MemoryPolicyStore([{ ...stored('allow'), fingerprint: 'f', since: '1969-10-10T00:00:00.000Z' }]);
    const book = bookOn(store);
    expect(book.renew(server, tool)).toBe(true);
    expect(book.own(server, tool)).toEqual({
      ...stored('allow'),
      fingerprint: 'f',
      since: '1969-10-10T00:00:00.000Z',
      renewed: '1970-01-01T00:00:00.000Z',
    });
    const definition = { name: 't' };
    book.set({ serverId: server, tool, verdict: 'allow', fingerprint: 'g', definition, via: 'question' });
    expect(store.entries).toMatchObject([{ definition, via: 'question', since: '1970-01-01T00:00:00.000Z' }]);
    book.set({ serverId: server, tool, verdict: 'deny', fingerprint: 'g', definition, via: 'page' });
    expect(store.entries[0]).not.toHaveProperty('fingerprint');
    expect(store.entries[0]).not.toHaveProperty('definition');
    expect(book.renew(server, tool)).toBe(false);
    expect(book.renew(server, branded<RawToolName>('none'))).toBe(false);
  });

  it('is renewed alone, and only once that is stored', () => {
    const other = { ...stored('allow'), tool: branded<RawToolName>('u'), fingerprint: 'f' };
    const store = new MemoryPolicyStore([{ ...stored('allow'), fingerprint: 'f' }, other]);
    const book = bookOn(store);
    book.renew(server, tool);
    expect(book.own(server, other.tool)).toEqual(other);
    store.failure = new Error('the disk is full');
    expect(() => book.renew(server, other.tool)).toThrow('the disk is full');
    expect(book.own(server, other.tool)).toEqual(other);
  });

  it.each([
    ['since', '2026-01-01T00:00:00Z', undefined, '2026-03-31T23:59:59Z', true],
    ['its last day is over', '2026-01-01T00:00:00Z', undefined, '2026-04-01T00:00:00Z', false],
    ['renewed', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-03-31T23:59:59Z', true],
    ['it has no date', '', undefined, '2026-01-01T00:00:00Z', false],
    [
      'given within a day ahead, as a clock may be wrong',
      '2026-01-01T20:00:00Z',
      undefined,
      '2026-01-01T00:00:00Z',
      true,
    ],
    ['given further ahead', '2026-01-02T00:00:01Z', undefined, '2026-01-01T00:00:00Z', false],
  ])('holds for 90 days: %s', (_name, since, renewed, now, holds) => {
    expect(grantHolds({ since, ...(renewed === undefined ? {} : { renewed }) }, Date.parse(now))).toBe(holds);
  });
});

describe('the list of words in the book', () => {
  it('makes the guard anew, and loosens only once it is stored', () => {
    const store = new MemoryPolicyStore();
    const book = bookOn(store);
    const { guard } = book;
    book.set({ serverId: server, tool, verdict: 'confirm', via: 'page' });
    expect(book.guard).toBe(guard);
    store.failure = new Error('the disk is full');
    expect(() => book.editGuard({ added: ['send'], removed: [] })).toThrow('the disk is full');
    expect(book.guard.dangerousWord('send_mail')).toBe('send');
    expect(() => book.editGuard({ added: ['send'], removed: ['drop'] })).toThrow('the disk is full');
    expect(() => book.editGuard({ added: [], removed: [] })).toThrow('the disk is full');
    expect(book.guardEdits).toEqual({ added: ['send'], removed: [] });
    store.failure = undefined;
    book.editGuard({ added: [], removed: ['drop'] });
    expect(bookOn(store).guard.dangerousWord('drop_table')).toBeUndefined();
    store.failure = new Error('the disk is full');
    expect(() => book.editGuard({ added: [], removed: [] })).toThrow('the disk is full');
    expect(book.guard.dangerousWord('drop_table')).toBe('drop');
  });

  it('is set with everything else by an import, once that is stored', () => {
    const store = new MemoryPolicyStore();
    const book = bookOn(store);
    const all = { tools: [stored('deny')], argumentRules: [], guard: { added: ['x'], removed: [] } };
    store.failure = new Error('the disk is full');
    expect(() => book.replaceAll(all)).toThrow('the disk is full');
    expect(book.stored()).toEqual({ tools: [], argumentRules: [], guard: { added: [], removed: [] } });
    store.failure = undefined;
    book.replaceAll(all);
    expect(book.stored()).toEqual(all);
    expect(store.policies).toEqual(all);
  });
});

describe('what the model is told', () => {
  it('of a denial by the user is one exact sentence, by hand or by a tool set to never', () => {
    expect(notAllowed({ kind: 'denied' })).toBe('Permission denied by user');
    expect(notAllowed({ kind: 'denied', sentence: 'Not on a Sunday.' })).toBe(
      'Permission denied by user. The user says: Not on a Sunday.',
    );
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
