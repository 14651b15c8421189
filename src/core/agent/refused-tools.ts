import type { SetAsideTool } from '../../shared/conversation.js';
import { ModelError } from '../model/model-error.js';
import type { ToolPool } from '../tools/tool-pool.js';
import type { Tool } from '../tools/tool.js';

/** The tools whose definition the model server does not take, in this turn and before it. */
export class RefusedTools {
  readonly #before: (tool: Tool) => boolean;
  readonly #now: Tool[] = [];

  constructor(before: ((tool: Tool) => boolean) | undefined) {
    this.#before = before ?? (() => false);
  }

  has(tool: Tool): boolean {
    return this.#before(tool) || this.#now.some((refused) => sameDefinition(refused, tool));
  }

  /** The tool that the failed request names; undefined where it names none of the pool. */
  add(error: unknown, pool: ToolPool): SetAsideTool | undefined {
    if (!(error instanceof ModelError) || error.refusedTool === undefined) return undefined;
    const { index, words } = error.refusedTool;
    const tool = pool.resolve(pool.offered[index]?.name ?? '');
    if (tool === undefined) return undefined;
    this.#now.push(tool);
    const { serverId, serverName, name, fingerprint } = tool;
    return { serverId, serverName, tool: name, fingerprint, why: words };
  }
}

/** True where the tool still stands as it was when it was set aside. */
export function isSameTool(setAside: SetAsideTool, tool: Tool): boolean {
  const { serverId, fingerprint } = setAside;
  return serverId === tool.serverId && setAside.tool === tool.name && fingerprint === tool.fingerprint;
}

function sameDefinition(a: Tool, b: Tool): boolean {
  return a.serverId === b.serverId && a.name === b.name && a.fingerprint === b.fingerprint;
}
