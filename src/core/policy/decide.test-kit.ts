import type { ArgumentRule, ArgumentTest } from '../../shared/argument-rule.js';
import { branded } from '../../shared/brand.js';
import { NO_GUARD_EDITS, type PolicyEntry } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import type { DecisionFacts } from './decision-facts.js';
import { Guard } from './guard.js';

/*
 * A call is described by its tool and the facts that hold. `now` is the fingerprint of every tool here, `then` that of
 * an earlier definition.
 */
export type Fact = (facts: DecisionFacts) => DecisionFacts;
const NOW = Date.parse('2026-06-01T00:00:00Z');
const LATELY = '2026-05-01T00:00:00Z';
export const LONG_AGO = '2026-01-01T00:00:00Z';
const GUARD = new Guard(NO_GUARD_EDITS);
export const entry = (verdict: string, origin: string, fingerprint?: string, since = LATELY): Fact => {
  const set = { serverId: branded<ServerId>('s'), tool: branded<RawToolName>('t'), verdict, origin, since };
  return (facts) => ({ ...facts, entry: { ...set, ...(fingerprint ? { fingerprint } : {}) } as PolicyEntry });
};
export const hint = (annotations: object): Fact => {
  return (facts) => ({ ...facts, annotations: { ...facts.annotations, ...annotations } });
};
/** The user took this word out of the guard's list. */
export const without = (word: string): Fact => {
  return (facts) => ({ ...facts, guard: new Guard({ added: [], removed: [word] }) });
};
export const builtin: Fact = (facts) => ({ ...facts, builtin: true });
export const trusted: Fact = (facts) => ({ ...facts, trustReadOnlyHint: true });
export const readOnly = hint({ readOnlyHint: true });
export const destructive = hint({ destructiveHint: true });
export const chat =
  (chatGrant: string): Fact =>
  (facts) => ({ ...facts, chatGrant });
export const exactly: Fact = (facts) => ({ ...facts, exactGrant: 'now' });
export const exactlyThen: Fact = (facts) => ({ ...facts, exactGrant: 'then' });
export const taint: Fact = (facts) => ({ ...facts, taint: { source: 'web ▸ fetch' } });
/** Every call here is made with `{ n: 1 }`. */
export const N_IS_1: ArgumentTest = { argument: 'n', kind: 'equals', value: 1 };
export const N_IS_2: ArgumentTest = { argument: 'n', kind: 'equals', value: 2 };
export const NO_M: ArgumentTest = { argument: 'm', kind: 'equals', value: 1 };
let ruleIds = 0;
export const argument = (verdict: string, test: ArgumentTest, fingerprint?: string, since = LATELY): Fact => {
  const rule = { id: `r${(ruleIds += 1)}`, serverId: 's', tool: 't', when: [test], verdict, since, via: 'page' };
  const pinned = { ...rule, ...(fingerprint ? { fingerprint } : {}) } as unknown as ArgumentRule;
  return (facts) => ({ ...facts, argumentRules: [...(facts.argumentRules ?? []), pinned] });
};
export const argAllow = argument('allow', N_IS_1, 'now');
export const argDeny = argument('deny', N_IS_1);
export const argAsk = argument('confirm', N_IS_1);
export const noCall: Fact = ({ call: _call, ...facts }) => facts;
export const limit: Fact = (facts) => ({ ...facts, invariant: 'It is outside.' });
export const deny = entry('deny', 'user');
export const ask = entry('confirm', 'user');
export const allow = entry('allow', 'user', 'now');
export const oldAllow = entry('allow', 'user', 'then');
export const expired = entry('allow', 'user', 'now', LONG_AGO);
export const hostAllow = entry('allow', 'host');
export const hostAsk = entry('confirm', 'host');
export const hostDeny = entry('deny', 'host');

export function call(tool: string, ...facts: readonly Fact[]): DecisionFacts {
  const bare: DecisionFacts = {
    builtin: false,
    tool: branded<RawToolName>(tool),
    annotations: {},
    trustReadOnlyHint: false,
    fingerprint: 'now',
    now: NOW,
    guard: GUARD,
    call: { arguments: { n: 1 }, realPaths: new Map(), realFolders: new Map() },
  };
  return facts.reduce((so, fact) => fact(so), bare);
}
