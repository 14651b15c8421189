import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import { SEVERITY } from '../../shared/policy.js';
import type { RawToolName } from '../../shared/tool.js';
import { decide, scopesFor } from './decide.js';
import type { DecisionFacts } from './decision-facts.js';
import {
  type Fact,
  entry,
  hint,
  builtin,
  trusted,
  readOnly,
  destructive,
  chat,
  exactly,
  exactlyThen,
  taint,
  N_IS_1,
  N_IS_2,
  NO_M,
  argument,
  argAllow,
  argDeny,
  argAsk,
  noCall,
  limit,
  deny,
  ask,
  allow,
  oldAllow,
  expired,
  hostAllow,
  hostAsk,
  hostDeny,
  call,
} from './decide.test-kit.js';

const FACTS = [
  builtin,
  trusted,
  readOnly,
  destructive,
  chat('now'),
  chat('then'),
  limit,
  deny,
  ask,
  allow,
  oldAllow,
  expired,
];
const RULES = [
  argAllow,
  argDeny,
  argAsk,
  argument('allow', N_IS_1, 'then'),
  argument('allow', N_IS_2, 'now'),
  argument('deny', NO_M),
  argument('allow', { ...N_IS_2, not: true }, 'now'),
  argument('perhaps', N_IS_1),
];
const MORE = [hostAllow, hostAsk, hostDeny, hint({ openWorldHint: true }), hint({ readOnlyHint: false })];
const anyFact = fc.constantFrom(...FACTS, ...MORE, ...RULES, exactly, exactlyThen, taint, noCall);
const anyCall = fc
  .tuple(
    fc.constantFrom('t', 'read', 'read_result', 'find_tools', 'write', 'bash', 'list_notes', 'delete_note', '删除'),
    fc.array(anyFact),
  )
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

  it('another rule that denies lets no call through that did not run, and none of those it means', () => {
    fc.assert(
      fc.property(anyCall, fc.constantFrom(N_IS_1, N_IS_2, NO_M, { ...NO_M, not: true }), (facts, test) => {
        expect(severity(argument('deny', test)(facts))).toBeGreaterThanOrEqual(severity(facts));
        if (facts.call !== undefined) expect(decide(argument('deny', N_IS_1)(facts)).verdict).toBe('deny');
      }),
      { numRuns: 1000 },
    );
  });

  it('the order of the rules changes nothing, not even the sentence', () => {
    const shuffled = anyCall.chain((facts) => {
      const rules = facts.argumentRules ?? [];
      return fc.tuple(fc.constant(facts), fc.shuffledSubarray([...rules], { minLength: rules.length }));
    });
    fc.assert(
      fc.property(shuffled, ([facts, argumentRules]) => {
        expect(decide({ ...facts, argumentRules })).toEqual(decide(facts));
      }),
      { numRuns: 1000 },
    );
  });

  it('what nobody knows asks at the least: verdicts, origins, tests, dates, hints', () => {
    const odd = fc.constantFrom<Fact>(
      entry('sometimes', 'user', 'now'),
      entry('allow', 'elsewhere'),
      entry('allow', 'user', 'now', 'some day'),
      argument('perhaps', N_IS_1),
      hint({ destructiveHint: 'maybe' }),
    );
    fc.assert(
      fc.property(odd, fc.constantFrom(trusted, readOnly, taint), (fact, other) => {
        expect(decide(call('t', trusted, readOnly, other, fact)).verdict).not.toBe('allow');
      }),
    );
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
      ({ exactGrant: _grant, ...facts }) => facts,
      taint,
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

  it('an allow needs one of the facts that give it', () => {
    fc.assert(
      fc.property(anyCall, (facts) => {
        if (decide(facts).verdict !== 'allow') return;
        const reasons = [
          facts.chatGrant === facts.fingerprint,
          facts.exactGrant === facts.fingerprint,
          facts.argumentRules?.some((rule) => rule.verdict === 'allow' && rule.fingerprint === facts.fingerprint),
          facts.entry?.verdict === 'allow' && facts.entry.fingerprint === facts.fingerprint,
          facts.entry?.verdict === 'allow' && facts.entry.origin === 'host',
          facts.builtin && ['read', 'read_result', 'find_tools'].includes(facts.tool),
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
        const decision = decide(facts);
        const { verdict, rule } = decision;
        const scopes = scopesFor(decision, facts.builtin);
        expect(scopes.length > 0).toBe(verdict === 'confirm');
        const guarded = rule === 'dangerous-name' || rule === 'destructive-hint' || rule === 'tainted-turn';
        if (guarded || rule === 'definition-changed' || facts.builtin) expect(scopes).not.toContain('always');
        if (guarded) expect(scopes).not.toContain('chat');
      }),
    );
  });
});
