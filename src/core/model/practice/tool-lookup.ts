import type { JsonObject } from '../../../shared/json.js';
import type { PlannedStep } from './plan.js';
import type { CatalogTool } from './tool-catalog.js';
import { wordsOf } from './tokenizer.js';

const FIND_TOOLS = 'find_tools';
/** What Gatehouse gives a model to read on and to find tools: no wish of a user is for them. */
const HELPERS: ReadonlySet<string> = new Set([FIND_TOOLS, 'read_result']);
/** A query is no longer, UTF-16 units. */
const MAX_QUERY = 500;
/** By its id a call is known as the practice model's own search. */
const LOOKUP_ID = 'toolu_practice_find_';

/** The tools that a sentence of the user can mean. */
export function toolsForWishes(tools: readonly CatalogTool[]): readonly CatalogTool[] {
  return tools.filter((tool) => !HELPERS.has(tool.wireName));
}

export function lookupId(number: number): string {
  return `${LOOKUP_ID}${number}`;
}

export function isLookupId(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith(LOOKUP_ID);
}

/**
 * What to search before a plan is carried out, where not all tools are given; undefined where it is good as it is. The
 * words of the request stand in it with what they mean, so that Chinese finds English names.
 */
export function lookupFor(
  request: string,
  plan: readonly PlannedStep[],
  tools: readonly CatalogTool[],
): { readonly name: string; readonly input: JsonObject } | undefined {
  if (!tools.some((tool) => tool.wireName === FIND_TOOLS)) return undefined;
  const commands = /^\s*\/call\s/m.test(request);
  const unsure = plan.some((step) => (commands ? step.kind === 'unknown-tool' : !isCertain(step)));
  if (!unsure) return undefined;
  const named = plan.flatMap((step) => (step.kind === 'unknown-tool' ? [step.name] : []));
  const words = commands ? named : [...new Set(wordsOf(request.slice(0, MAX_QUERY))), request];
  return { name: FIND_TOOLS, input: { query: words.join(' ').slice(0, MAX_QUERY) } };
}

/** A tool of a server was found for it. One of the house may only be the next best. */
function isCertain(step: PlannedStep): boolean {
  return step.kind === 'call' && step.tool.server !== '';
}
