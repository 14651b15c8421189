import type { AllowScope } from '../../shared/approval.js';
import { type ArgumentRule, argumentTestText } from '../../shared/argument-rule.js';
import { DECISION_WORDS } from '../../shared/decision-words.js';
import { type Decision, type DecisionRule, grantHolds, type Verdict } from '../../shared/policy.js';
import { matchRule } from './argument-match.js';
import type { DecisionFacts } from './decision-facts.js';

/** A layer's word on a call; undefined where it has none, and the next one is asked. */
type Layer = (facts: DecisionFacts) => Decision | undefined;

/**
 * Most severe first; the first layer with a word decides, so no allow can lower an earlier deny or confirm. The layers
 * that allow come last, behind the one that suspends them all in a tainted turn.
 */
const LAYERS: readonly Layer[] = [limit, userDeny, argumentDeny, guard, staleGrant, userConfirm, argumentConfirm];
const ALLOWS: readonly Layer[] = [grants, shipped, readers];

/** Says whether a call may run, and by which rule. Pure. Whatever no layer knows is a confirm. */
export function decide(facts: DecisionFacts): Decision {
  const decided = first(LAYERS, facts) ?? first(ALLOWS, facts) ?? decision('confirm', 'default');
  return decided.verdict === 'allow' ? (tainted(facts) ?? decided) : decided;
}

/**
 * How long an allow may hold that the user gives to the question that this decision leads to; empty where none is asked.
 * Guarded tools are allowed for this one call, or in this chat for one with the same arguments; a tool that is set to
 * "ask" and every tool in a tainted turn for this call alone; a changed tool and a built-in for this chat at most.
 */
export function scopesFor({ verdict, rule }: Decision, builtin: boolean): readonly AllowScope[] {
  if (verdict !== 'confirm') return [];
  switch (rule) {
    case 'dangerous-name':
    case 'destructive-hint':
      return ['once', 'chat-exact'];
    case 'definition-changed':
      return ['once', 'chat'];
    case 'default':
    case 'host-policy':
    case 'grant-expired':
      return builtin ? ['once', 'chat'] : ['once', 'chat', 'always'];
    default:
      return ['once'];
  }
}

function first(layers: readonly Layer[], facts: DecisionFacts): Decision | undefined {
  for (const layer of layers) {
    const decided = layer(facts);
    if (decided !== undefined) return decided;
  }
  return undefined;
}

function limit({ invariant }: DecisionFacts): Decision | undefined {
  return invariant === undefined ? undefined : { verdict: 'deny', rule: 'invariant', why: invariant };
}

function userDeny({ entry }: DecisionFacts): Decision | undefined {
  if (entry?.verdict !== 'deny') return undefined;
  return decision('deny', entry.origin === 'host' ? 'host-policy' : 'user-deny');
}

function argumentDeny(facts: DecisionFacts): Decision | undefined {
  return byRule('deny', 'argument-deny', matching(facts, 'deny'));
}

/** A guarded tool asks whatever is allowed, but for the very same call in the same chat. */
function guard(facts: DecisionFacts): Decision | undefined {
  // A command can do anything, whatever the user took out of the list.
  const word = facts.guard.dangerousWord(facts.tool) ?? (facts.builtin && facts.tool === 'bash' ? 'bash' : undefined);
  if (word === undefined && !claimsDestructive(facts)) return undefined;
  if (facts.exactGrant === facts.fingerprint) {
    return userConfirm(facts) ?? argumentConfirm(facts) ?? decision('allow', 'chat-grant');
  }
  if (word === undefined) return decision('confirm', 'destructive-hint');
  return decision('confirm', 'dangerous-name', `The name has: ${word}.`);
}

/** An allow of the user's that does not hold any more asks, where none holds beside it. */
function staleGrant(facts: DecisionFacts): Decision | undefined {
  if (grants(facts) !== undefined) return undefined;
  const { chatGrant, fingerprint, now } = facts;
  const given = [...(isUserAllow(facts) && facts.entry ? [facts.entry] : []), ...matching(facts, 'allow')];
  if (chatGrant !== undefined || given.some((grant) => grant.fingerprint !== fingerprint)) {
    return decision('confirm', 'definition-changed');
  }
  return given.some((grant) => !grantHolds(grant, now)) ? decision('confirm', 'grant-expired') : undefined;
}

function userConfirm(facts: DecisionFacts): Decision | undefined {
  return asks(facts) && facts.entry?.origin !== 'host' ? decision('confirm', 'user-confirm') : undefined;
}

/** Rules that ask, those that deny where it is not clear whether they do, and verdicts that nobody knows. */
function argumentConfirm({ argumentRules = [], call }: DecisionFacts): Decision | undefined {
  if (call === undefined) return undefined;
  const rules = argumentRules.filter((rule) => rule.verdict !== 'allow' && matchRule(rule, call) !== 'no');
  return byRule('confirm', 'argument-confirm', rules);
}

/** Of what would run by itself: whether it has to ask as the turn has read text from outside. */
function tainted(facts: DecisionFacts): Decision | undefined {
  if (facts.taint === undefined || onlyReads(facts)) return undefined;
  return decision('confirm', 'tainted-turn', `It came from: ${facts.taint.source}.`);
}

/** The user's own allows, of this very definition and not too old. */
function grants(facts: DecisionFacts): Decision | undefined {
  const { entry, fingerprint, now } = facts;
  if (facts.chatGrant === fingerprint || facts.exactGrant === fingerprint) return decision('allow', 'chat-grant');
  const rules = matching(facts, 'allow').filter((rule) => rule.fingerprint === fingerprint && grantHolds(rule, now));
  const byArguments = byRule('allow', 'argument-allow', rules);
  if (byArguments !== undefined) return byArguments;
  const allowed = isUserAllow(facts) && entry?.fingerprint === fingerprint && grantHolds(entry, now);
  return allowed ? decision('allow', 'user-allow') : undefined;
}

function shipped(facts: DecisionFacts): Decision | undefined {
  if (asks(facts)) return decision('confirm', 'host-policy');
  return isHostAllow(facts) ? decision('allow', 'host-policy') : undefined;
}

function readers(facts: DecisionFacts): Decision | undefined {
  if (isBuiltinRead(facts)) return decision('allow', 'builtin-read');
  return facts.trustReadOnlyHint && claimsReadOnly(facts) ? decision('allow', 'trusted-read-only-hint') : undefined;
}

/** The user's rules with this verdict that clearly speak of the call. */
function matching({ argumentRules = [], call }: DecisionFacts, verdict: Verdict): readonly ArgumentRule[] {
  if (call === undefined) return [];
  return argumentRules.filter((rule) => rule.verdict === verdict && matchRule(rule, call) === 'yes');
}

/** Whichever order the rules stand in, the same one is named. */
function byRule(verdict: Verdict, rule: DecisionRule, rules: readonly ArgumentRule[]): Decision | undefined {
  const [named] = rules.map(({ when }) => when.map(argumentTestText).join(' and ')).toSorted();
  return named === undefined ? undefined : decision(verdict, rule, `The rule: ${named}.`);
}

function decision(verdict: Verdict, rule: DecisionRule, more?: string): Decision {
  return { verdict, rule, why: more === undefined ? DECISION_WORDS.en[rule] : `${DECISION_WORDS.en[rule]} ${more}` };
}

/** An entry that is no allow asks, also one whose verdict is not known. */
function asks({ entry }: DecisionFacts): boolean {
  return entry !== undefined && entry.verdict !== 'allow';
}

/** An allow of unknown origin counts as the user's: it needs the fingerprint. */
function isUserAllow({ entry }: DecisionFacts): boolean {
  return entry?.verdict === 'allow' && entry.origin !== 'host';
}

function isHostAllow({ entry }: DecisionFacts): boolean {
  return entry?.verdict === 'allow' && entry.origin === 'host';
}

/** Each stays within its bounds by itself: the workspace, the results of this chat, the list of tools. */
const BUILTIN_READERS: ReadonlySet<string> = new Set(['read', 'read_result', 'find_tools']);

function isBuiltinRead({ builtin, tool }: DecisionFacts): boolean {
  return builtin && BUILTIN_READERS.has(tool);
}

/** What Gatehouse, or the user, vouches for: that the tool changes nothing and sends nothing out. */
function onlyReads(facts: DecisionFacts): boolean {
  if (isBuiltinRead(facts)) return true;
  const vouched = facts.trustReadOnlyHint || isHostAllow(facts);
  return vouched && claimsReadOnly(facts) && isNotSet(facts.annotations.openWorldHint);
}

function claimsReadOnly(facts: DecisionFacts): boolean {
  return facts.annotations.readOnlyHint === true && isNotSet(facts.annotations.destructiveHint);
}

/** Anything but a plain `false` or nothing is set: a server that writes `"true"` means it. */
function isNotSet(hint: unknown): boolean {
  return hint === undefined || hint === false;
}

/**
 * The hint is a server's claim about a tool nobody else knows. What a built-in can do is known: `write` and `edit`
 * stay inside the workspace and ask by default, and the user may allow them for a chat.
 */
function claimsDestructive({ builtin, annotations }: DecisionFacts): boolean {
  return !builtin && !isNotSet(annotations.destructiveHint);
}
