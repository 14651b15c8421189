import { textTokens } from '../conversation/token-estimate.js';
import { FIND_TOOLS } from '../tools/builtin/find-tools.js';
import type { OfferedTool, ToolPool } from '../tools/tool-pool.js';
import type { ToolStep } from './tool-steps.js';

/** The definitions of servers' tools are all sent while they take no more of the model's window than this part. */
const SHARE = 0.05;
/** In a very small window that would be hardly a tool, tokens. */
const LEAST = 1_000;

/**
 * What of a pool is sent with a request. Where the definitions of the servers' tools pass 5 % of the window, only the
 * house's own are sent, and behind them those that were found or called, in that order: what was sent before stays the
 * beginning of what is sent next, and the prompt cache with it. The others wait to be found; called they can be anyway.
 */
export class OfferedTools {
  /** Each definition is measured once. */
  readonly #measured = new WeakMap<OfferedTool, number>();

  /** `window`: tokens that the model can read. */
  of(pool: ToolPool, window: number, steps: () => readonly ToolStep[]): ToolPool {
    const own = pool.offered.filter(({ name }) => pool.resolve(name)?.builtin === true);
    const foreign = pool.offered.filter(({ name }) => pool.resolve(name)?.builtin !== true);
    const budget = Math.max(LEAST, window * SHARE);
    const searchable = own.some(({ name }) => name === FIND_TOOLS);
    const fits = this.#tokens(foreign) <= budget;
    // Where the model can't search, because its server refused the tool for it, all has to be there.
    if (!searchable) return pool;
    if (fits) return { ...pool, offered: pool.offered.filter(({ name }) => name !== FIND_TOOLS) };
    const known = this.#known(foreign, budget, steps());
    return Object.freeze({
      ...pool,
      offered: [...own, ...known],
      deferred: foreign.length - known.length,
      notFound: (wireName: string) => notFound(pool, wireName),
    });
  }

  #tokens(tools: Iterable<OfferedTool>): number {
    let sum = 0;
    for (const tool of tools) {
      const measured = this.#measured.get(tool) ?? textTokens(JSON.stringify(tool));
      this.#measured.set(tool, measured);
      sum += measured;
    }
    return sum;
  }

  /**
   * The tools that became known, in that order. When they pass the budget, those that were found and never called go
   * back, the oldest first, until half of it is free: so it happens seldom, and the order stays in between.
   */
  #known(foreign: readonly OfferedTool[], budget: number, steps: readonly ToolStep[]): readonly OfferedTool[] {
    const byName = new Map<string, OfferedTool>(foreign.map((tool) => [tool.name, tool]));
    const known = new Set<OfferedTool>();
    const called = new Set<OfferedTool>();
    for (const step of steps) {
      const names = step.kind === 'found' ? step.names : [step.name];
      const now = this.#fitting(
        names.flatMap((name) => byName.get(name) ?? []),
        step.kind === 'found' ? budget : Infinity,
      );
      for (const tool of now) {
        known.add(tool);
        if (step.kind === 'called') called.add(tool);
      }
      if (this.#tokens(known) <= budget) continue;
      for (const tool of known) {
        if (this.#tokens(known) <= budget / 2) break;
        if (!called.has(tool) && !now.includes(tool)) known.delete(tool);
      }
    }
    return [...known];
  }

  /** The best of what one search found that fit together. */
  #fitting(found: readonly OfferedTool[], budget: number): readonly OfferedTool[] {
    const fitting: OfferedTool[] = [];
    for (const tool of found) if (this.#tokens([...fitting, tool]) <= budget) fitting.push(tool);
    return fitting;
  }
}

function notFound(pool: ToolPool, wireName: string): string {
  return pool.suggest(wireName) === undefined
    ? `There is no tool ${JSON.stringify(wireName.slice(0, 200))}. Look for one with ${FIND_TOOLS}.`
    : pool.notFound(wireName);
}
