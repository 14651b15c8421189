import { describe, expect, it } from 'vitest';
import type { ArgumentRule } from '../../shared/argument-rule.js';
import { decide, scopesFor } from './decide.js';
import type { DecisionFacts } from './decision-facts.js';
import {
  LONG_AGO,
  entry,
  hint,
  builtin,
  trusted,
  without,
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

function ruling(facts: DecisionFacts): string {
  const decision = decide(facts);
  const scopes = scopesFor(decision, facts.builtin);
  return `${decision.verdict} by ${decision.rule}, offers ${scopes.join(' ') || 'nothing'}`;
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
  ['the built-in read_result', call('read_result', builtin), 'allow by builtin-read, offers nothing'],
  ['the built-in find_tools', call('find_tools', builtin), 'allow by builtin-read, offers nothing'],
  ['a tool of a server called read', call('read'), 'confirm by default, offers once chat always'],
  ['a tool of a server called find_tools', call('find_tools'), 'confirm by default, offers once chat always'],
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
  ['the built-in bash', call('bash', builtin, destructive), 'confirm by dangerous-name, offers once chat-exact'],
  [
    'the built-in bash, allowed',
    call('bash', builtin, allow, chat('now')),
    'confirm by dangerous-name, offers once chat-exact',
  ],
  [
    'the built-in bash, whose word was taken out of the list',
    call('bash', builtin, chat('now'), without('bash')),
    'confirm by dangerous-name, offers once chat-exact',
  ],
  [
    'a tool of a server with that name, and the word taken out',
    call('bash', without('bash')),
    'confirm by default, offers once chat always',
  ],
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
  ['a dangerous name', call('delete_note'), 'confirm by dangerous-name, offers once chat-exact'],
  [
    'a dangerous name that claims read-only',
    call('delete_everything', trusted, readOnly),
    'confirm by dangerous-name, offers once chat-exact',
  ],
  ['a dangerous name, allowed', call('removeAll', allow), 'confirm by dangerous-name, offers once chat-exact'],
  ['a dangerous name, granted', call('删除笔记', chat('now')), 'confirm by dangerous-name, offers once chat-exact'],
  [
    'a dangerous name, shipped allow',
    call('drop_table', hostAllow),
    'confirm by dangerous-name, offers once chat-exact',
  ],
  ['a destructive claim', call('t', destructive), 'confirm by destructive-hint, offers once chat-exact'],
  [
    'a destructive claim, allowed',
    call('t', destructive, allow),
    'confirm by destructive-hint, offers once chat-exact',
  ],
  [
    'a destructive claim, granted',
    call('t', destructive, chat('now')),
    'confirm by destructive-hint, offers once chat-exact',
  ],
  [
    'a destructive claim, shipped ask',
    call('trigger', destructive, hostAsk),
    'confirm by destructive-hint, offers once chat-exact',
  ],
  [
    'both claims, trusted',
    call('t', destructive, readOnly, trusted),
    'confirm by destructive-hint, offers once chat-exact',
  ],
  [
    'a destructive claim in words',
    call('t', hint({ destructiveHint: 'yes' }), allow),
    'confirm by destructive-hint, offers once chat-exact',
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
  [
    'changed, whichever grant is stale',
    call('t', oldAllow, chat('then')),
    'confirm by definition-changed, offers once chat',
  ],
  // What was allowed long ago.
  ['an allow of long ago', call('t', expired), 'confirm by grant-expired, offers once chat always'],
  [
    'an allow of long ago, trusted read-only',
    call('t', expired, trusted, readOnly),
    'confirm by grant-expired, offers once chat always',
  ],
  ['an allow of long ago, granted', call('t', expired, chat('now')), 'allow by chat-grant, offers nothing'],
  [
    'an allow without a date',
    call('t', entry('allow', 'user', 'now', '?')),
    'confirm by grant-expired, offers once chat always',
  ],
  [
    'an allow of long ago and of another definition',
    call('t', entry('allow', 'user', 'then', LONG_AGO)),
    'confirm by definition-changed, offers once chat',
  ],
  [
    'a shipped allow of long ago',
    call('t', entry('allow', 'host', undefined, LONG_AGO)),
    'allow by host-policy, offers nothing',
  ],
  // The same call again in the same chat.
  ['bash, granted exactly', call('bash', builtin, exactly), 'allow by chat-grant, offers nothing'],
  ['a dangerous name, granted exactly', call('delete_x', exactly), 'allow by chat-grant, offers nothing'],
  ['a destructive claim, granted exactly', call('t', destructive, exactly), 'allow by chat-grant, offers nothing'],
  ['granted exactly, then changed', call('delete_x', exactlyThen), 'confirm by dangerous-name, offers once chat-exact'],
  ['granted exactly, set to ask', call('delete_x', exactly, ask), 'confirm by user-confirm, offers once'],
  ['granted exactly, a rule asks', call('delete_x', exactly, argAsk), 'confirm by argument-confirm, offers once'],
  ['granted exactly, set to never', call('delete_x', exactly, deny), 'deny by user-deny, offers nothing'],
  ['granted exactly, not guarded any more', call('t', exactly), 'allow by chat-grant, offers nothing'],
  // Rules about arguments.
  ['a rule that allows these arguments', call('t', argAllow), 'allow by argument-allow, offers nothing'],
  [
    'a rule that allows others',
    call('t', argument('allow', N_IS_2, 'now')),
    'confirm by default, offers once chat always',
  ],
  [
    'a rule that allows an argument that is missing',
    call('t', argument('allow', NO_M, 'now')),
    'confirm by default, offers once chat always',
  ],
  [
    'a rule that allows, of another definition',
    call('t', argument('allow', N_IS_1, 'then')),
    'confirm by definition-changed, offers once chat',
  ],
  [
    'a rule that allows, of long ago',
    call('t', argument('allow', N_IS_1, 'now', LONG_AGO)),
    'confirm by grant-expired, offers once chat always',
  ],
  [
    'an old rule beside a good one',
    call('t', argument('allow', N_IS_1, 'then'), argAllow),
    'allow by argument-allow, offers nothing',
  ],
  ['an old allow beside a good rule', call('t', oldAllow, argAllow), 'allow by argument-allow, offers nothing'],
  [
    'a rule that allows a dangerous name',
    call('delete_x', argAllow),
    'confirm by dangerous-name, offers once chat-exact',
  ],
  [
    'a rule that allows what claims to destroy',
    call('t', destructive, argAllow),
    'confirm by destructive-hint, offers once chat-exact',
  ],
  ['a rule that allows, the tool set to ask', call('t', argAllow, ask), 'confirm by user-confirm, offers once'],
  ['a rule that allows, the shipped ask', call('t', argAllow, hostAsk), 'allow by argument-allow, offers nothing'],
  ['a rule that denies', call('t', argDeny), 'deny by argument-deny, offers nothing'],
  [
    'a rule that denies, and every allow',
    call('t', argDeny, argAllow, allow, chat('now')),
    'deny by argument-deny, offers nothing',
  ],
  ['a rule that denies a dangerous name', call('delete_x', argDeny, exactly), 'deny by argument-deny, offers nothing'],
  ['a rule that denies others', call('t', argument('deny', N_IS_2), allow), 'allow by user-allow, offers nothing'],
  ['a rule that denies, unclear', call('t', argument('deny', NO_M), allow), 'confirm by argument-confirm, offers once'],
  ['a rule that asks', call('t', argAsk, allow), 'confirm by argument-confirm, offers once'],
  ['a rule that asks, granted', call('t', argAsk, chat('now')), 'confirm by argument-confirm, offers once'],
  ['a rule that asks for others', call('t', argument('confirm', N_IS_2), allow), 'allow by user-allow, offers nothing'],
  [
    'rules where there is no call',
    call('t', argDeny, argAsk, argAllow, noCall),
    'confirm by default, offers once chat always',
  ],
  [
    'a rule of an unknown verdict',
    call('t', argument('perhaps', N_IS_1), allow),
    'confirm by argument-confirm, offers once',
  ],
  [
    'a rule with an unknown test',
    call('t', argument('allow', { argument: 'n', kind: 'later' } as never, 'now')),
    'confirm by default, offers once chat always',
  ],
  // After text from outside has come into the turn.
  ['an allow in a tainted turn', call('t', allow, taint), 'confirm by tainted-turn, offers once'],
  ['a grant in a tainted turn', call('t', chat('now'), taint), 'confirm by tainted-turn, offers once'],
  ['a rule that allows, in a tainted turn', call('t', argAllow, taint), 'confirm by tainted-turn, offers once'],
  [
    'a shipped allow that says nothing, in a tainted turn',
    call('t', hostAllow, taint),
    'confirm by tainted-turn, offers once',
  ],
  [
    'a shipped allow that reads, in a tainted turn',
    call('t', hostAllow, readOnly, taint),
    'allow by host-policy, offers nothing',
  ],
  [
    'a trusted read-only claim in a tainted turn',
    call('t', trusted, readOnly, taint),
    'allow by trusted-read-only-hint, offers nothing',
  ],
  [
    'a trusted reader of the open world in a tainted turn',
    call('t', trusted, readOnly, hint({ openWorldHint: true }), taint),
    'confirm by tainted-turn, offers once',
  ],
  [
    'a trusted reader of a closed world in a tainted turn',
    call('t', trusted, readOnly, hint({ openWorldHint: false }), taint),
    'allow by trusted-read-only-hint, offers nothing',
  ],
  [
    'an untrusted read-only claim, allowed, in a tainted turn',
    call('t', readOnly, allow, taint),
    'confirm by tainted-turn, offers once',
  ],
  [
    'a trusted writer, allowed, in a tainted turn',
    call('t', trusted, allow, taint),
    'confirm by tainted-turn, offers once',
  ],
  ['the built-in read in a tainted turn', call('read', builtin, taint), 'allow by builtin-read, offers nothing'],
  [
    'the built-in read_result in a tainted turn',
    call('read_result', builtin, taint),
    'allow by builtin-read, offers nothing',
  ],
  [
    'the built-in write, granted, in a tainted turn',
    call('write', builtin, chat('now'), taint),
    'confirm by tainted-turn, offers once',
  ],
  [
    'bash, granted exactly, in a tainted turn',
    call('bash', builtin, exactly, taint),
    'confirm by tainted-turn, offers once',
  ],
  ['what asks anyway in a tainted turn', call('t', taint), 'confirm by default, offers once chat always'],
  ['what is denied in a tainted turn', call('t', deny, taint), 'deny by user-deny, offers nothing'],
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
    expect(decide(call('bash', builtin, without('bash'))).why).toMatch(/The name has: bash\.$/u);
    expect(decide(call('t', ask)).why).toBe('You set this tool to ask.');
    expect(decide(call('t', allow, taint)).why).toMatch(/text from outside .* It came from: web ▸ fetch\.$/u);
    expect(decide(call('t', argDeny)).why).toBe('Your rule about its arguments says never. The rule: "n" is 1.');
    const when = [N_IS_1, { ...N_IS_2, not: true }];
    const both = { ...argDeny(call('t')).argumentRules?.[0], when } as ArgumentRule;
    expect(decide({ ...call('t'), argumentRules: [both] }).why).toMatch(/The rule: "n" is 1 and "n" is not 2\.$/u);
  });
});
