import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { PolicyEntry, Verdict } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { decide, scopesFor } from './decide.js';
import type { DecisionFacts } from './decision-facts.js';

/*
 * A call is described by its tool and the facts that hold. `now` is the fingerprint of every tool here, `then` that of
 * an earlier definition.
 */
type Fact = (facts: DecisionFacts) => DecisionFacts;
const entry = (verdict: string, origin: string, fingerprint?: string): Fact => {
  const set = { serverId: branded<ServerId>('s'), tool: branded<RawToolName>('t'), verdict, origin, since: '' };
  return (facts) => ({ ...facts, entry: { ...set, ...(fingerprint ? { fingerprint } : {}) } as PolicyEntry });
};
const hint = (annotations: object): Fact => {
  return (facts) => ({ ...facts, annotations: { ...facts.annotations, ...annotations } });
};
const builtin: Fact = (facts) => ({ ...facts, builtin: true });
const trusted: Fact = (facts) => ({ ...facts, trustReadOnlyHint: true });
const readOnly = hint({ readOnlyHint: true });
const destructive = hint({ destructiveHint: true });
const chat =
  (chatGrant: string): Fact =>
  (facts) => ({ ...facts, chatGrant });
const limit: Fact = (facts) => ({ ...facts, invariant: 'It is outside.' });
const deny = entry('deny', 'user');
const ask = entry('confirm', 'user');
const allow = entry('allow', 'user', 'now');
const oldAllow = entry('allow', 'user', 'then');
const hostAllow = entry('allow', 'host');
const hostAsk = entry('confirm', 'host');
const hostDeny = entry('deny', 'host');

function call(tool: string, ...facts: readonly Fact[]): DecisionFacts {
  const bare: DecisionFacts = {
    builtin: false,
    tool: branded<RawToolName>(tool),
    annotations: {},
    trustReadOnlyHint: false,
    fingerprint: 'now',
  };
  return facts.reduce((so, fact) => fact(so), bare);
}

function ruling(facts: DecisionFacts): string {
  const { verdict, rule } = decide(facts);
  return `${verdict} by ${rule}, offers ${scopesFor(facts).join(' ') || 'nothing'}`;
}

/** The whole table: the call, then what is decided, by which rule, and how long an allow by hand may hold. */
const TABLE: readonly (readonly [string, DecisionFacts, string])[] = [
  // Nothing is known.
  ['an unknown tool', call('t'), 'confirm by default, offers once chat always'],
  ['a read-only claim alone', call('t', readOnly), 'confirm by default, offers once chat always'],
  ['trust alone', call('t', trusted), 'confirm by default, offers once chat always'],
  [
    'trust and a claim that is not true',
    call('t', trusted, hint({ readOnlyHint: 'true' })),
    'confirm by default, offers once chat always',
  ],
  // Allows.
  ['a trusted read-only claim', call('t', trusted, readOnly), 'allow by trusted-read-only-hint, offers nothing'],
  ['the built-in read', call('read', builtin), 'allow by builtin-read, offers nothing'],
  ['a tool of a server called read', call('read'), 'confirm by default, offers once chat always'],
  ['the shipped policy', call('t', hostAllow), 'allow by host-policy, offers nothing'],
  ['an allow of the user', call('t', allow), 'allow by user-allow, offers nothing'],
  ['a grant for this chat', call('t', chat('now')), 'allow by chat-grant, offers nothing'],
  ['a grant and an allow', call('t', chat('now'), allow), 'allow by chat-grant, offers nothing'],
  ['a grant against the shipped policy', call('t', chat('now'), hostAsk), 'allow by chat-grant, offers nothing'],
  // Other built-ins.
  ['the built-in write', call('write', builtin, destructive), 'confirm by default, offers once chat'],
  ['the built-in edit', call('edit', builtin, destructive), 'confirm by default, offers once chat'],
  [
    'the built-in edit, granted',
    call('edit', builtin, destructive, chat('now')),
    'allow by chat-grant, offers nothing',
  ],
  ['the built-in connect_mcp', call('connect_mcp', builtin), 'confirm by default, offers once chat'],
  ['the built-in bash', call('bash', builtin, destructive), 'confirm by dangerous-name, offers once'],
  ['the built-in bash, allowed', call('bash', builtin, allow, chat('now')), 'confirm by dangerous-name, offers once'],
  // Asks that stand above allows.
  ['a tool set to ask', call('t', ask), 'confirm by user-confirm, offers once'],
  ['set to ask, granted', call('t', ask, chat('now')), 'confirm by user-confirm, offers once'],
  ['set to ask, trusted read-only', call('t', ask, trusted, readOnly), 'confirm by user-confirm, offers once'],
  [
    'the shipped ask, trusted read-only',
    call('t', hostAsk, trusted, readOnly),
    'confirm by host-policy, offers once chat always',
  ],
  ['the built-in read set to ask', call('read', builtin, ask), 'confirm by user-confirm, offers once'],
  // Guards.
  ['a dangerous name', call('delete_note'), 'confirm by dangerous-name, offers once'],
  [
    'a dangerous name that claims read-only',
    call('delete_everything', trusted, readOnly),
    'confirm by dangerous-name, offers once',
  ],
  ['a dangerous name, allowed', call('removeAll', allow), 'confirm by dangerous-name, offers once'],
  ['a dangerous name, granted', call('删除笔记', chat('now')), 'confirm by dangerous-name, offers once'],
  ['a dangerous name, shipped allow', call('drop_table', hostAllow), 'confirm by dangerous-name, offers once'],
  ['a destructive claim', call('t', destructive), 'confirm by destructive-hint, offers once'],
  ['a destructive claim, allowed', call('t', destructive, allow), 'confirm by destructive-hint, offers once'],
  ['a destructive claim, granted', call('t', destructive, chat('now')), 'confirm by destructive-hint, offers once'],
  [
    'a destructive claim, shipped ask',
    call('trigger', destructive, hostAsk),
    'confirm by destructive-hint, offers once',
  ],
  ['both claims, trusted', call('t', destructive, readOnly, trusted), 'confirm by destructive-hint, offers once'],
  [
    'a destructive claim in words',
    call('t', hint({ destructiveHint: 'yes' }), allow),
    'confirm by destructive-hint, offers once',
  ],
  [
    'an explicit false',
    call('t', hint({ destructiveHint: false }), readOnly, trusted),
    'allow by trusted-read-only-hint, offers nothing',
  ],
  // Changes after an allow.
  ['changed since it was allowed', call('t', oldAllow), 'confirm by definition-changed, offers once chat'],
  [
    'changed since, trusted read-only',
    call('t', oldAllow, trusted, readOnly),
    'confirm by definition-changed, offers once chat',
  ],
  ['changed since it was granted', call('t', chat('then')), 'confirm by definition-changed, offers once chat'],
  ['changed, then granted anew', call('t', oldAllow, chat('now')), 'allow by chat-grant, offers nothing'],
  ['changed, then allowed anew', call('t', allow, chat('then')), 'allow by user-allow, offers nothing'],
  [
    'an allow without a fingerprint',
    call('t', entry('allow', 'user')),
    'confirm by definition-changed, offers once chat',
  ],
  // Denies.
  ['a tool set to never', call('t', deny), 'deny by user-deny, offers nothing'],
  ['set to never, granted', call('t', deny, chat('now')), 'deny by user-deny, offers nothing'],
  ['set to never, dangerous', call('delete_x', deny, destructive), 'deny by user-deny, offers nothing'],
  ['the built-in read set to never', call('read', builtin, deny), 'deny by user-deny, offers nothing'],
  ['the shipped never', call('t', hostDeny, trusted, readOnly), 'deny by host-policy, offers nothing'],
  ['a hard limit', call('read', builtin, limit), 'deny by invariant, offers nothing'],
  ['a hard limit, allowed', call('t', limit, allow, chat('now')), 'deny by invariant, offers nothing'],
  ['a hard limit and never', call('t', limit, deny), 'deny by invariant, offers nothing'],
  // What no version of Gatehouse wrote.
  ['an unknown verdict', call('t', entry('maybe', 'user'), trusted, readOnly), 'confirm by user-confirm, offers once'],
  ['an allow of unknown origin', call('t', entry('allow', 'cloud')), 'confirm by definition-changed, offers once chat'],
];

describe('decide', () => {
  it.each(TABLE)('%s', (_name, facts, expected) => {
    expect(ruling(facts)).toBe(expected);
  });

  it('says why in a sentence: the limit itself, the word of the name, or the words of the rule', () => {
    expect(decide(call('t', limit)).why).toBe('It is outside.');
    expect(decide(call('wipeDisk')).why).toBe('Its name looks dangerous, so it always asks. The name has: wipe.');
    expect(decide(call('t', ask)).why).toBe('You set this tool to ask.');
  });
});

const SEVERITY: Readonly<Record<Verdict, number>> = { allow: 0, confirm: 1, deny: 2 };
const FACTS = [builtin, trusted, readOnly, destructive, chat('now'), chat('then'), limit, deny, ask, allow, oldAllow];
const MORE = [hostAllow, hostAsk, hostDeny, hint({ openWorldHint: true }), hint({ readOnlyHint: false })];
const anyFact = fc.constantFrom(...FACTS, ...MORE);
const anyCall = fc
  .tuple(fc.constantFrom('t', 'read', 'write', 'bash', 'list_notes', 'delete_note', '删除'), fc.array(anyFact))
  .map(([tool, facts]) => call(tool, ...facts));

function severity(facts: DecisionFacts): number {
  return SEVERITY[decide(facts).verdict];
}

describe('whatever else holds', () => {
  it('a "never" of the user lets no call through', () => {
    fc.assert(fc.property(anyCall, (facts) => decide(deny(facts)).verdict === 'deny'));
  });

  it('a hard limit lets no call through', () => {
    fc.assert(fc.property(anyCall, (facts) => decide(limit(facts)).rule === 'invariant'));
  });

  it('a graver fact never makes the verdict milder', () => {
    const graver = fc.constantFrom<Fact>(
      limit,
      deny,
      destructive,
      hint({ readOnlyHint: false }),
      (facts) => ({ ...facts, trustReadOnlyHint: false }),
      (facts) => ({ ...facts, tool: branded<RawToolName>(`delete_${facts.tool}`) }),
      (facts) => ({ ...facts, fingerprint: 'changed' }),
      ({ chatGrant: _grant, ...facts }) => facts,
      (facts) => (facts.entry?.verdict === 'allow' ? ask(facts) : facts),
    );
    fc.assert(
      fc.property(anyCall, graver, (facts, fact) => {
        // A grant that went stale asks; taking that stale grant away is no graver fact.
        if (facts.chatGrant !== undefined && facts.chatGrant !== facts.fingerprint) return;
        expect(severity(fact(facts))).toBeGreaterThanOrEqual(severity(facts));
      }),
      { numRuns: 2000 },
    );
  });

  it('an allow needs one of the six facts that give it', () => {
    fc.assert(
      fc.property(anyCall, (facts) => {
        if (decide(facts).verdict !== 'allow') return;
        const reasons = [
          facts.chatGrant === facts.fingerprint,
          facts.entry?.verdict === 'allow' && facts.entry.fingerprint === facts.fingerprint,
          facts.entry?.verdict === 'allow' && facts.entry.origin === 'host',
          facts.builtin && facts.tool === 'read',
          facts.trustReadOnlyHint && facts.annotations.readOnlyHint === true,
        ];
        expect(reasons).toContain(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('an allow by hand is offered only where a question is asked, and "always" never for a guarded tool', () => {
    fc.assert(
      fc.property(anyCall, (facts) => {
        const { verdict, rule } = decide(facts);
        const scopes = scopesFor(facts);
        expect(scopes.length > 0).toBe(verdict === 'confirm');
        const guarded = rule === 'dangerous-name' || rule === 'destructive-hint' || rule === 'definition-changed';
        if (guarded) expect(scopes).not.toContain('always');
      }),
    );
  });
});
