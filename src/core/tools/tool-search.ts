import { setImmediate } from 'node:timers/promises';
import { looseToolName } from './tool-name.js';
import { searchTerms } from './search-terms.js';
import type { Tool } from './tool.js';

/** What agreement in one place of a tool counts. */
const WEIGHTS = { name: 4, title: 2, server: 2, description: 1 } as const;
/** The beginning of a word of the name, such as `repo` of `repository`. */
const PREFIX_WEIGHT = 2;
const MIN_PREFIX = 3;
/** What a query that is a tool's own name counts. */
const EXACT = 1_000;
/** Of a description so many UTF-16 units are compared. */
const DESCRIPTION = 1_000;
/** So many tools are taken apart at a time. */
const PIECE = 200;

interface IndexedTool {
  /** What each term counts for this tool. */
  readonly weights: ReadonlyMap<string, number>;
  readonly nameTerms: readonly string[];
}

/**
 * Finds tools by what their names, titles, servers and descriptions say. Each tool is taken apart once, so that many
 * searches in thousands of tools stay quick.
 */
export class ToolSearch {
  readonly #indexed = new WeakMap<Tool, IndexedTool>();

  /**
   * The tools that fit a query, best first; of two that fit as well the one with the shorter name, then in their order.
   * A rare word counts more than one that many of these tools have, and a tool with all words more than one with some.
   */
  async find(query: string, tools: readonly Tool[]): Promise<readonly Tool[]> {
    await this.#index(tools);
    const terms = [...new Set(searchTerms(query))];
    const name = query.trim();
    const indexed = tools.map((tool) => ({ tool, entry: this.#entry(tool) }));
    const rarity = new Map(terms.map((term) => [term, rarityOf(term, indexed)]));
    return indexed
      .map(({ tool, entry }) => ({ tool, entry, score: scoreOf(tool, entry, name, rarity) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || a.entry.nameTerms.length - b.entry.nameTerms.length)
      .map(({ tool }) => tool);
  }

  /** In pieces, so that ten thousand new tools hold nothing else up. */
  async #index(tools: readonly Tool[]): Promise<void> {
    let made = 0;
    for (const tool of tools) {
      if (this.#indexed.has(tool)) continue;
      this.#entry(tool);
      made += 1;
      // oxlint-disable-next-line no-await-in-loop -- it only lets others have their turn
      if (made % PIECE === 0) await setImmediate();
    }
  }

  #entry(tool: Tool): IndexedTool {
    const known = this.#indexed.get(tool);
    if (known !== undefined) return known;
    const made = indexOf(tool);
    this.#indexed.set(tool, made);
    return made;
  }
}

function indexOf({ name, title = '', serverName, description }: Tool): IndexedTool {
  const weights = new Map<string, number>();
  const add = (terms: readonly string[], weight: number): void => {
    for (const term of new Set(terms)) weights.set(term, (weights.get(term) ?? 0) + weight);
  };
  const nameTerms = searchTerms(name);
  add(nameTerms, WEIGHTS.name);
  add(searchTerms(title), WEIGHTS.title);
  add(searchTerms(serverName), WEIGHTS.server);
  add(searchTerms(description.slice(0, DESCRIPTION)), WEIGHTS.description);
  return { weights, nameTerms };
}

/** Between 0 and about 10: how few of the tools have the term. */
function rarityOf(term: string, indexed: readonly { readonly entry: IndexedTool }[]): number {
  const having = indexed.reduce((count, { entry }) => count + (entry.weights.has(term) ? 1 : 0), 0);
  return Math.log(1 + (indexed.length - having + 0.5) / (having + 0.5)) + 0.1;
}

function scoreOf(tool: Tool, entry: IndexedTool, query: string, rarity: ReadonlyMap<string, number>): number {
  let score = 0;
  let matched = 0;
  for (const [term, rare] of rarity) {
    const weight = entry.weights.get(term) ?? prefixWeight(term, entry);
    if (weight === 0) continue;
    matched += 1;
    score += weight * rare;
  }
  if ([tool.wireName, tool.name].some((name) => isName(query, name))) return EXACT + score;
  return matched === 0 ? 0 : score * (0.5 + (0.5 * matched) / rarity.size);
}

function prefixWeight(term: string, { nameTerms }: IndexedTool): number {
  if (term.length < MIN_PREFIX) return 0;
  return nameTerms.some((name) => name.startsWith(term) || (name.length >= MIN_PREFIX && term.startsWith(name)))
    ? PREFIX_WEIGHT
    : 0;
}

/** As models write it: in another case, or with another sign between the words. */
function isName(query: string, name: string): boolean {
  return query === name || (/^[\w .\-/]+$/u.test(query) && looseToolName(query) === looseToolName(name));
}
