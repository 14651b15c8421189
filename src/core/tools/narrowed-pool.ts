import type { Tool } from './tool.js';
import type { ToolPool } from './tool-pool.js';

/** The pool without the tools that are set aside; the others keep their order and their names. */
export function narrowedPool(pool: ToolPool, isSetAside: (tool: Tool) => boolean): ToolPool {
  const gone = new Set<string>(pool.tools.filter(isSetAside).map((tool) => tool.wireName));
  if (gone.size === 0) return pool;
  const suggest = (wireName: string) => {
    const near = pool.suggest(wireName);
    return near !== undefined && gone.has(near) ? undefined : near;
  };
  return Object.freeze({
    ...pool,
    tools: pool.tools.filter((tool) => !gone.has(tool.wireName)),
    offered: pool.offered.filter((tool) => !gone.has(tool.name)),
    resolve: (wireName: string) => (gone.has(wireName) ? undefined : pool.resolve(wireName)),
    suggest,
    notFound: (wireName: string) =>
      gone.has(wireName)
        ? `The tool "${wireName}" can not be used in this chat: the model server refused its definition.`
        : pool.notFound(wireName),
  });
}
