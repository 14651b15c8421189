import type { ContextUse } from '../../shared/conversation.js';
import { historyTokens, textTokens } from '../conversation/token-estimate.js';
import type { ModelMessage } from '../model/model-client.js';
import type { ToolPool } from '../tools/tool-pool.js';

/** About how many tokens the definitions of each server's tools have, in the order in which they are sent. */
export function toolTokens(pool: ToolPool): ContextUse['tools'] {
  const counts = new Map<string, number>();
  for (const offered of pool.offered) {
    const serverName = pool.resolve(offered.name)?.serverName ?? '';
    counts.set(serverName, (counts.get(serverName) ?? 0) + textTokens(JSON.stringify(offered)));
  }
  return [...counts].map(([serverName, tokens]) => ({ serverName, tokens }));
}

export function totalTokens(tools: ContextUse['tools']): number {
  return tools.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** A request, as far as it is counted. */
interface RequestParts {
  readonly system: string;
  readonly tools: ContextUse['tools'];
  readonly messages: readonly ModelMessage[];
  /** Tools whose definitions are not sent. */
  readonly deferred: number;
}

/** What a request will take of the model's window, by part. */
export function contextUse(parts: RequestParts, window: number): ContextUse {
  const { system, tools, messages, deferred } = parts;
  return {
    window,
    system: textTokens(system),
    tools,
    ...(deferred === 0 ? {} : { deferred }),
    history: historyTokens(messages),
  };
}
