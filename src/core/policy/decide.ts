import type { AllowScope } from '../../shared/approval.js';
import { DECISION_WORDS } from '../../shared/decision-words.js';
import type { Decision, DecisionRule, Verdict } from '../../shared/policy.js';
import type { DecisionFacts } from './decision-facts.js';
import { dangerousWord } from './guard.js';

/**
 * Says whether a call may run, and by which rule. Pure. The rules stand most severe first and the first that applies
 * decides, so no allow can lower an earlier deny or confirm. Whatever no rule knows is a confirm.
 */
export function decide(facts: DecisionFacts): Decision {
  if (facts.invariant !== undefined) return { verdict: 'deny', rule: 'invariant', why: facts.invariant };
  if (facts.entry?.verdict === 'deny') return decision('deny', setBy(facts, 'user-deny'));

  const word = dangerousWord(facts.tool);
  if (word !== undefined) return decision('confirm', 'dangerous-name', ` The name has: ${word}.`);
  if (claimsDestructive(facts)) return decision('confirm', 'destructive-hint');
  const granted = facts.chatGrant === facts.fingerprint;
  const allowed = isUserAllow(facts) && facts.entry?.fingerprint === facts.fingerprint;
  if (!granted && !allowed && (facts.chatGrant !== undefined || isUserAllow(facts))) {
    return decision('confirm', 'definition-changed');
  }
  if (asks(facts) && facts.entry?.origin !== 'host') return decision('confirm', 'user-confirm');

  if (granted) return decision('allow', 'chat-grant');
  if (allowed) return decision('allow', 'user-allow');
  if (asks(facts)) return decision('confirm', 'host-policy');
  if (facts.entry?.verdict === 'allow' && facts.entry.origin === 'host') return decision('allow', 'host-policy');
  if (facts.builtin && facts.tool === 'read') return decision('allow', 'builtin-read');
  if (facts.trustReadOnlyHint && facts.annotations.readOnlyHint === true && !hasDestructiveHint(facts)) {
    return decision('allow', 'trusted-read-only-hint');
  }
  return decision('confirm', 'default');
}

/**
 * How long an allow may hold that the user gives to the question about this call; empty where none is asked. Guarded
 * tools and a tool that is set to "ask" are allowed for this one call, a changed tool and a built-in for this chat at
 * most.
 */
export function scopesFor(facts: DecisionFacts): readonly AllowScope[] {
  const { verdict, rule } = decide(facts);
  if (verdict !== 'confirm') return [];
  if (rule === 'default' || rule === 'host-policy')
    return facts.builtin ? ['once', 'chat'] : ['once', 'chat', 'always'];
  if (rule === 'definition-changed') return ['once', 'chat'];
  return ['once'];
}

function decision(verdict: Verdict, rule: DecisionRule, more = ''): Decision {
  return { verdict, rule, why: `${DECISION_WORDS.en[rule]}${more}` };
}

/** A rule of the user's, or the host's where the entry shipped with it. */
function setBy(facts: DecisionFacts, rule: DecisionRule): DecisionRule {
  return facts.entry?.origin === 'host' ? 'host-policy' : rule;
}

/** An entry that is no allow asks, also one whose verdict is not known. */
function asks({ entry }: DecisionFacts): boolean {
  return entry !== undefined && entry.verdict !== 'allow';
}

/** An allow of unknown origin counts as the user's: it needs the fingerprint. */
function isUserAllow({ entry }: DecisionFacts): boolean {
  return entry?.verdict === 'allow' && entry.origin !== 'host';
}

/** Anything but a plain `false` or nothing: a server that writes `"true"` means it. */
function hasDestructiveHint({ annotations }: DecisionFacts): boolean {
  const hint: unknown = annotations.destructiveHint;
  return hint !== undefined && hint !== false;
}

/**
 * The hint is a server's claim about a tool nobody else knows. What a built-in can do is known: `write` and `edit`
 * stay inside the workspace and ask by default, and the user may allow them for a chat.
 */
function claimsDestructive(facts: DecisionFacts): boolean {
  return !facts.builtin && hasDestructiveHint(facts);
}
