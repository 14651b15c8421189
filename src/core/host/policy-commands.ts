import { randomUUID } from 'node:crypto';
import { branded } from '../../shared/brand.js';
import type { CommandInput } from '../../shared/ipc/contract.js';
import type { Verdict } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import type { ChatGrants } from '../policy/chat-grants.js';
import type { PolicyBook } from '../policy/policy-book.js';
import type { ServerBook } from '../servers/server-book.js';
import { keptDefinition } from '../tools/fingerprint.js';
import { BUILTIN_SERVER_ID, type Tool } from '../tools/tool.js';
import type { ToolPool } from '../tools/tool-pool.js';
import type { ConversationBook } from './conversation-book.js';
import type { HostCommands } from './host.js';
import { argumentRuleCommands } from './policy-argument-rules.js';
import type { PolicyDesk } from './policy-desk.js';
import { guardCommands } from './policy-guard-words.js';
import { transferCommands } from './policy-transfer.js';
import type { ConfirmQuestion, Desk } from './ports.js';
import { revokeRule } from './revoke-rule.js';

export interface PolicyCommandParts {
  readonly policy: PolicyDesk;
  readonly policies: PolicyBook;
  readonly grants: ChatGrants;
  readonly servers: ServerBook;
  readonly conversations: ConversationBook;
  readonly buildPool: () => ToolPool;
  readonly desk: Desk;
  /** Aborts when the host closes: open questions go with it. */
  readonly signal: AbortSignal;
}

type PolicyCommands = Pick<HostCommands, Extract<keyof HostCommands, `policy.${string}`>>;

/** What the user has set. Lowering is done at once; an allow comes only out of the native dialog. */
export function policyCommands(parts: PolicyCommandParts): PolicyCommands {
  return {
    'policy.set': async (input) => {
      const serverId = knownServer(input.serverId, parts.servers);
      const tool = branded<RawToolName>(input.tool);
      if (input.verdict === 'allow') return allow(serverId, tool, parts);
      parts.policy.tighten(serverId, tool, input.verdict);
      return { verdict: input.verdict };
    },
    'policy.revoke': async (input) => {
      // Not looked up among the servers: the rule of a server that is gone can be taken back as well.
      await revokeRule(branded<ServerId>(input.serverId), branded<RawToolName>(input.tool), parts);
      return null;
    },
    'policy.renew': async (input) => {
      await renew(branded<ServerId>(input.serverId), branded<RawToolName>(input.tool), parts);
      return null;
    },
    'policy.revokeChatGrant': async (input) => {
      revoke(input, parts);
      return null;
    },
    ...argumentRuleCommands({ ...parts, newId: randomUUID, now: Date.now }),
    ...guardCommands(parts),
    ...transferCommands({ ...parts, newId: randomUUID, now: Date.now }),
  };
}

/** The id as it is known. Throws `unknown-server`. */
export function knownServer(id: string, servers: ServerBook): ServerId {
  return id === BUILTIN_SERVER_ID ? BUILTIN_SERVER_ID : servers.get(id).id;
}

/** Rejects with `cancelled` and this sentence where the user says no. */
export async function confirmed(
  question: ConfirmQuestion,
  otherwise: string,
  { desk, signal }: Pick<PolicyCommandParts, 'desk' | 'signal'>,
): Promise<void> {
  if (!(await desk.confirm(question, signal))) throw new GatehouseError('cancelled', otherwise);
}

/** The tool as it is offered now. Throws `unknown-tool`, and `guarded` for one that can't be allowed for good. */
export function allowableTool(serverId: ServerId, name: RawToolName, parts: PolicyCommandParts): Tool {
  const tool = parts.buildPool().tools.find((offered) => offered.serverId === serverId && offered.name === name);
  if (tool === undefined) {
    throw new GatehouseError('unknown-tool', `There is no tool ${JSON.stringify(name)} now: connect its server first.`);
  }
  if (parts.policy.mayAlwaysAllow(tool)) return tool;
  throw new GatehouseError('guarded', `${name} always asks: ${parts.policy.decideTool(tool).why}`);
}

/** Throws `tool-changed` where the tool is not the one any more that the user was asked about. */
export function sameTool(asked: Tool, parts: PolicyCommandParts): void {
  const now = allowableTool(asked.serverId, asked.name, parts);
  if (now.fingerprint === asked.fingerprint && now.connectionId === asked.connectionId) return;
  throw new GatehouseError(
    'tool-changed',
    `${asked.name} of ${asked.serverName} changed while you were asked; look again.`,
  );
}

async function allow(serverId: ServerId, name: RawToolName, parts: PolicyCommandParts): Promise<{ verdict: Verdict }> {
  const asked = allowableTool(serverId, name, parts);
  const { serverName, fingerprint } = asked;
  await confirmed({ kind: 'allow-tool', serverName, tool: name }, `${name} of ${serverName} still asks.`, parts);
  sameTool(asked, parts);
  const definition = keptDefinition(asked.definition);
  const kept = definition === undefined ? {} : { definition };
  parts.policies.set({ serverId, tool: name, verdict: 'allow', fingerprint, ...kept, via: 'page' });
  return { verdict: 'allow' };
}

async function renew(serverId: ServerId, tool: RawToolName, parts: PolicyCommandParts): Promise<void> {
  const { policies, servers } = parts;
  const asked = policies.own(serverId, tool);
  if (asked?.verdict !== 'allow') throw new GatehouseError('unknown-rule', `You do not allow ${tool} any more.`);
  const serverName = servers.find(serverId)?.name ?? serverId;
  await confirmed({ kind: 'renew-allow', serverName, tool }, `Your allow for ${tool} was not renewed.`, parts);
  if (policies.own(serverId, tool) === asked && policies.renew(serverId, tool)) return;
  throw new GatehouseError('tool-changed', `Your rule for ${tool} changed while you were asked; look again.`);
}

function revoke(input: CommandInput<'policy.revokeChatGrant'>, { grants, conversations }: PolicyCommandParts): void {
  const conversation = conversations.get(input.conversationId);
  const revoked = grants.revokeWhere(
    (grant) =>
      grant.conversationId === conversation.id &&
      grant.serverId === input.serverId &&
      grant.tool === input.tool &&
      (input.argumentsHash === undefined || grant.argumentsHash === input.argumentsHash),
  );
  if (revoked) return;
  const { tool } = input;
  throw new GatehouseError('unknown-grant', `${tool} is not allowed for this chat any more.`, { parts: { tool } });
}
