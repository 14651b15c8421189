import type { Tool } from './tool.js';

/** A server, by the name the user gave it, and how many tools it offers. */
export interface ToolServerCount {
  readonly serverName: string;
  readonly tools: number;
}

/** The servers of these tools, in their order; the house itself is none. */
export function serversOf(tools: readonly Tool[]): readonly ToolServerCount[] {
  const counts = new Map<string, number>();
  for (const { builtin, serverName } of tools) {
    if (!builtin) counts.set(serverName, (counts.get(serverName) ?? 0) + 1);
  }
  return [...counts].map(([serverName, count]) => ({ serverName, tools: count }));
}
