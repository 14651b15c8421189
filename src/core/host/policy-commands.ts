import { branded } from '../../shared/brand.js';
import type { CommandInput } from '../../shared/ipc/contract.js';
import type { Verdict } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import type { ChatGrants } from '../policy/chat-grants.js';
import type { PolicyBook } from '../policy/policy-book.js';
import type { ServerBook } from '../servers/server-book.js';
import { BUILTIN_SERVER_ID, type Tool } from '../tools/tool.js';
import type { ToolPool } from '../tools/tool-pool.js';
import type { ConversationBook } from './conversation-book.js';
import type { HostCommands } from './host.js';
import type { PolicyDesk } from './policy-desk.js';
import type { Desk } from './ports.js';
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

/** What is set for each tool. Lowering is done at once; an allow comes only out of the native dialog. */
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
    'policy.revokeChatGrant': async (input) => {
      revoke(input, parts);
      return null;
    },
  };
}

function knownServer(id: string, servers: ServerBook): ServerId {
  return id === BUILTIN_SERVER_ID ? BUILTIN_SERVER_ID : servers.get(id).id;
}

async function allow(serverId: ServerId, name: RawToolName, parts: PolicyCommandParts): Promise<{ verdict: Verdict }> {
  const asked = offeredTool(serverId, name, parts.buildPool());
  if (!parts.policy.mayAlwaysAllow(asked)) {
    throw new GatehouseError('guarded', `${name} always asks: ${parts.policy.decideTool(asked).why}`);
  }
  const question = { kind: 'allow-tool', serverName: asked.serverName, tool: name } as const;
  if (!(await parts.desk.confirm(question, parts.signal))) {
    throw new GatehouseError('cancelled', `${name} of ${asked.serverName} still asks.`);
  }
  const now = offeredTool(serverId, name, parts.buildPool());
  if (now.fingerprint !== asked.fingerprint || now.connectionId !== asked.connectionId) {
    throw new GatehouseError(
      'tool-changed',
      `${name} of ${asked.serverName} changed while you were asked; look again.`,
    );
  }
  parts.policies.set({ serverId, tool: name, verdict: 'allow', fingerprint: now.fingerprint });
  return { verdict: 'allow' };
}

function offeredTool(serverId: ServerId, name: RawToolName, pool: ToolPool): Tool {
  const tool = pool.tools.find((offered) => offered.serverId === serverId && offered.name === name);
  if (tool !== undefined) return tool;
  throw new GatehouseError('unknown-tool', `There is no tool ${JSON.stringify(name)} now: connect its server first.`);
}

function revoke(input: CommandInput<'policy.revokeChatGrant'>, { grants, conversations }: PolicyCommandParts): void {
  const conversation = conversations.get(input.conversationId);
  const [serverId, tool] = [branded<ServerId>(input.serverId), branded<RawToolName>(input.tool)];
  if (grants.revoke(conversation.id, serverId, tool)) return;
  throw new GatehouseError('unknown-grant', `${input.tool} is not allowed for this chat any more.`);
}
