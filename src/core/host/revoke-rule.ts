import type { PolicyEntry, Verdict } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import type { PolicyBook } from '../policy/policy-book.js';
import type { ServerBook } from '../servers/server-book.js';
import { BUILTIN_SERVER_ID, type Tool } from '../tools/tool.js';
import type { ToolPool } from '../tools/tool-pool.js';
import type { PolicyDesk } from './policy-desk.js';
import type { Desk } from './ports.js';

export interface RevokeRuleParts {
  readonly policy: PolicyDesk;
  readonly policies: PolicyBook;
  readonly servers: ServerBook;
  readonly buildPool: () => ToolPool;
  readonly desk: Desk;
  readonly signal: AbortSignal;
}

/** What stands and what would stand without the user's rule. */
interface Outlook {
  readonly entry: PolicyEntry;
  readonly tool: Tool | undefined;
  /** Set where the rule holds back what would happen without it. */
  readonly rise: 'allow' | 'confirm' | 'unknown' | undefined;
}

const RANK: Readonly<Record<Verdict, number>> = { deny: 0, confirm: 1, allow: 2 };

/**
 * Takes the user's rule for one tool away. At once where nothing is raised by that, as with an allow; else only after
 * a native confirm. Throws codes `unknown-rule`, `cancelled`, and `tool-changed` where the answer came to another
 * question than the one that was put.
 */
export async function revokeRule(serverId: ServerId, name: RawToolName, parts: RevokeRuleParts): Promise<void> {
  const asked = outlook(serverId, name, parts);
  if (asked.rise !== undefined) await confirmed(asked, asked.rise, parts);
  parts.policy.revoke(serverId, name);
}

async function confirmed(asked: Outlook, without: 'allow' | 'confirm' | 'unknown', parts: RevokeRuleParts) {
  const { serverId, tool, verdict } = asked.entry;
  const serverName = parts.servers.find(serverId)?.name ?? serverId;
  const question = { kind: 'revoke-rule', serverName, tool, rule: verdict, without } as const;
  if (!(await parts.desk.confirm(question, parts.signal))) {
    throw new GatehouseError('cancelled', `Your rule for ${tool} of ${serverName} still holds.`);
  }
  const now = outlook(serverId, tool, parts);
  if (now.entry === asked.entry && now.rise === asked.rise && now.tool?.fingerprint === asked.tool?.fingerprint) return;
  throw new GatehouseError('tool-changed', `${tool} of ${serverName} changed while you were asked; look again.`);
}

function outlook(serverId: ServerId, name: RawToolName, parts: RevokeRuleParts): Outlook {
  const entry = parts.policies.own(serverId, name);
  if (entry === undefined) throw new GatehouseError('unknown-rule', `You have set no rule for ${name} any more.`);
  const tool = parts.buildPool().tools.find((offered) => offered.serverId === serverId && offered.name === name);
  return { entry, tool, rise: tool === undefined ? blindRise(entry, parts) : riseOf(tool, parts.policy) };
}

function riseOf(tool: Tool, policy: PolicyDesk): Outlook['rise'] {
  // What a rule about arguments will say is known for a call alone; that one of them may allow is enough.
  const mayAllow = policy.hasArgumentAllow(tool.serverId, tool.name);
  const without = mayAllow ? 'allow' : policy.decideWithoutRule(tool).verdict;
  return without !== 'deny' && RANK[without] > RANK[policy.decideTool(tool).verdict] ? without : undefined;
}

/** Of a tool that nobody can look at, the worst is assumed. */
function blindRise({ serverId, tool, verdict }: PolicyEntry, { policy, servers }: RevokeRuleParts): Outlook['rise'] {
  if (serverId !== BUILTIN_SERVER_ID && servers.find(serverId) === undefined) return undefined;
  const mayRun = policy.mightRunWithoutRule(serverId, tool) || policy.hasArgumentAllow(serverId, tool);
  return verdict === 'deny' || mayRun ? 'unknown' : undefined;
}
