import type { ContextUse, RequestShares, ToolCallId } from '../../shared/conversation.js';
import { blockTokens, textTokens } from '../conversation/token-estimate.js';
import type { ModelMessage } from '../model/model-client.js';
import type { ToolPool } from '../tools/tool-pool.js';

/** So many servers are named with a request. */
const MOST_SERVERS = 12;

/** About how many tokens the definitions of each server's tools have, in the order in which they are sent. */
export function toolTokens(pool: ToolPool): ContextUse['tools'] {
  const counts = new Map<string, number>();
  for (const offered of pool.offered) {
    const serverName = pool.resolve(offered.name)?.serverName ?? '';
    counts.set(serverName, (counts.get(serverName) ?? 0) + textTokens(JSON.stringify(offered)));
  }
  return [...counts].map(([serverName, tokens]) => ({ serverName, tokens }));
}

/** About how many tokens each part of a request has. */
export type RequestParts = Pick<ContextUse, 'system' | 'tools' | 'history' | 'deferred'>;

export function sumOf({ system, tools, history }: RequestParts): number {
  return system + history + tools.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** What servers account for in a request. `serverOf`: whose tool a call was of; undefined where nobody knows. */
export function requestShares(
  parts: RequestParts,
  messages: readonly ModelMessage[],
  serverOf: (id: ToolCallId) => string | undefined,
): RequestShares {
  const counts = new Map(parts.tools.map(({ serverName, tokens }) => [serverName, tokens]));
  for (const block of messages.flatMap((message) => message.content)) {
    if (block.type !== 'tool_result') continue;
    const serverName = serverOf(block.tool_use_id);
    if (serverName !== undefined) counts.set(serverName, (counts.get(serverName) ?? 0) + blockTokens(block));
  }
  const servers = [...counts].map(([serverName, tokens]) => ({ serverName, tokens }));
  return {
    total: sumOf(parts),
    servers: servers.toSorted((left, right) => right.tokens - left.tokens).slice(0, MOST_SERVERS),
  };
}
