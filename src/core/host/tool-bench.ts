import type { ValidatorCache } from '../schema/validator.js';
import type { ServerManager } from '../servers/server-manager.js';
import type { Tool, ToolSource } from '../tools/tool.js';
import { createToolPool, type ToolPool } from '../tools/tool-pool.js';

/** Makes the pool of tools as they are now; while nothing of them has changed it gives the same pool. */
export class ToolBench {
  readonly #manager: ServerManager;
  readonly #builtins: readonly ToolSource[];
  readonly #validators: ValidatorCache;
  #last: { readonly sources: readonly ToolSource[]; readonly pool: ToolPool } | undefined;

  constructor(manager: ServerManager, builtins: readonly ToolSource[], validators: ValidatorCache) {
    this.#manager = manager;
    this.#builtins = builtins;
    this.#validators = validators;
  }

  pool(): ToolPool {
    const sources = [...this.#builtins, ...this.#manager.toolSources()];
    if (this.#last === undefined || !sameItems(this.#last.sources, sources)) {
      this.#last = { sources, pool: createToolPool(sources, this.#validators) };
    }
    return this.#last.pool;
  }

  /** The tool as it is offered now. Undefined where it is not any more. */
  current({ serverId, name }: Tool): Tool | undefined {
    return this.pool().tools.find((tool) => tool.serverId === serverId && tool.name === name);
  }
}

function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
