import { type ArgumentRule, type ArgumentRuleId, argumentTestText } from '../../shared/argument-rule.js';
import { branded } from '../../shared/brand.js';
import type { CommandInput } from '../../shared/ipc/contract.js';
import { grantHolds } from '../../shared/policy.js';
import type { RawToolName } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import type { HostCommands } from './host.js';
import { allowableTool, confirmed, knownServer, type PolicyCommandParts, sameTool } from './policy-commands.js';

interface ArgumentRuleParts extends PolicyCommandParts {
  readonly newId: () => string;
  /** ms since the epoch. */
  readonly now: () => number;
}

type ArgumentRuleCommands = Pick<
  HostCommands,
  'policy.addArgumentRule' | 'policy.removeArgumentRule' | 'policy.renewArgumentRule'
>;

/** More rules than anybody reads for one tool are a mistake. */
const MAX_RULES = 100;

/** The rules that look at arguments. Those that ask or deny are added at once; an allow only after a native confirm. */
export function argumentRuleCommands(parts: ArgumentRuleParts): ArgumentRuleCommands {
  return {
    'policy.addArgumentRule': async (input) => ({ id: await add(input, parts) }),
    'policy.removeArgumentRule': async ({ id }) => {
      await remove(ruleOf(id, parts), parts);
      return null;
    },
    'policy.renewArgumentRule': async ({ id }) => {
      await renew(ruleOf(id, parts), parts);
      return null;
    },
  };
}

async function add(input: CommandInput<'policy.addArgumentRule'>, parts: ArgumentRuleParts): Promise<string> {
  const { policies, newId, now } = parts;
  const serverId = knownServer(input.serverId, parts.servers);
  const tool = branded<RawToolName>(input.tool);
  const { when, verdict } = input;
  if (policies.argumentRulesOf(serverId, tool).length >= MAX_RULES) {
    throw new GatehouseError('too-many-rules', `${tool} has ${MAX_RULES} rules already; take one away first.`);
  }
  const folder = when.find((test) => test.kind === 'under' && !/^(?:~(?:\/|$)|\/|[a-z]:[\\/])/iu.test(test.folder));
  if (folder !== undefined) {
    throw new GatehouseError('bad-folder', 'A folder is given by its whole path, or from ~ for your home folder.');
  }
  const rule = { id: branded<ArgumentRuleId>(newId()), serverId, tool, when, verdict, via: 'page' } as const;
  if (verdict !== 'allow') {
    policies.putArgumentRule({ ...rule, since: new Date(now()).toISOString() });
    return rule.id;
  }
  const asked = allowableTool(serverId, tool, parts);
  const question = { kind: 'allow-arguments', serverName: asked.serverName, tool, when: whenText(rule) } as const;
  await confirmed(question, `${tool} of ${asked.serverName} still asks.`, parts);
  sameTool(asked, parts);
  policies.putArgumentRule({ ...rule, fingerprint: asked.fingerprint, since: new Date(now()).toISOString() });
  return rule.id;
}

async function remove(rule: ArgumentRule, parts: ArgumentRuleParts): Promise<void> {
  if (mayRaise(rule, parts)) {
    const { tool, verdict } = rule;
    const question = {
      kind: 'remove-argument-rule',
      serverName: serverName(rule, parts),
      tool,
      rule: verdict,
    } as const;
    await confirmed({ ...question, when: whenText(rule) }, `Your rule for ${tool} still holds.`, parts);
    stillThere(rule, parts);
  }
  parts.policies.removeArgumentRule(rule);
}

/** Also an allow that does not hold any more keeps a tool from running by itself: it asks. */
function mayRaise(rule: ArgumentRule, { buildPool, now }: ArgumentRuleParts): boolean {
  if (rule.verdict !== 'allow' || !grantHolds(rule, now())) return true;
  const tool = buildPool().tools.find(({ serverId, name }) => serverId === rule.serverId && name === rule.tool);
  return tool !== undefined && tool.fingerprint !== rule.fingerprint;
}

async function renew(rule: ArgumentRule, parts: ArgumentRuleParts): Promise<void> {
  const { tool } = rule;
  if (rule.verdict !== 'allow') throw new GatehouseError('unknown-rule', `That rule for ${tool} does not allow.`);
  const question = { kind: 'renew-allow', serverName: serverName(rule, parts), tool, when: whenText(rule) } as const;
  await confirmed(question, `Your rule for ${tool} was not renewed.`, parts);
  stillThere(rule, parts);
  parts.policies.putArgumentRule({ ...rule, renewed: new Date(parts.now()).toISOString() });
}

function ruleOf(id: string, { policies }: ArgumentRuleParts): ArgumentRule {
  const rule = policies.argumentRules.find((other) => other.id === id);
  if (rule !== undefined) return rule;
  throw new GatehouseError('unknown-rule', 'That rule is not there any more.');
}

function stillThere(rule: ArgumentRule, parts: ArgumentRuleParts): void {
  if (ruleOf(rule.id, parts) === rule) return;
  throw new GatehouseError('tool-changed', `Your rule for ${rule.tool} changed while you were asked; look again.`);
}

function serverName(rule: ArgumentRule, { servers }: ArgumentRuleParts): string {
  return servers.find(rule.serverId)?.name ?? rule.serverId;
}

function whenText({ when }: Pick<ArgumentRule, 'when'>): string {
  return when.map(argumentTestText).join('\nand ');
}
