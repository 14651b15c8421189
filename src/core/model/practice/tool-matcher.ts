import type { JsonObject } from '../../../shared/json.js';
import type { Filled } from './argument-filler.js';
import { fillArguments } from './argument-filler.js';
import { areAkin, isConcept, isVerb, isWeakVerb } from './concepts.js';
import type { Step } from './step.js';
import type { CatalogTool } from './tool-catalog.js';

/** What a step comes to: a call, a call that lacks arguments, or nothing that any tool does. */
export type Match =
  | { readonly kind: 'call'; readonly tool: CatalogTool; readonly input: JsonObject }
  | { readonly kind: 'missing'; readonly tool: CatalogTool; readonly missing: readonly string[] }
  | { readonly kind: 'none' };

/** Below it nothing but chance words agree. */
const THRESHOLD = 2;
/** What must be left of the agreement when everything that speaks against it is taken off. */
const LEAST = 1.75;

/**
 * The tool that fits a step best. `context`: words of the other steps, which say what the talk is of ("list my notes,
 * read x": x is a note).
 */
export function matchTool(step: Step, tools: readonly CatalogTool[], context: ReadonlySet<string>): Match {
  let best: { readonly tool: CatalogTool; readonly filled: Filled; readonly score: number } | undefined;
  for (const tool of tools) {
    const score = wordScore(step, tool, context);
    if (score === undefined) continue;
    const filled = fillArguments(tool, step);
    const total = score + filled.fit + argumentScore(tool, filled);
    if (best === undefined || total > best.score) best = { tool, filled, score: total };
  }
  if (best === undefined) return { kind: 'none' };
  const { tool, filled } = best;
  if (filled.missing.length > 0) return { kind: 'missing', tool, missing: filled.missing };
  return { kind: 'call', tool, input: filled.input };
}

/** Undefined where the words alone do not speak for the tool. */
function wordScore(step: Step, tool: CatalogTool, context: ReadonlySet<string>): number | undefined {
  if (mentions(step, tool)) return 20;
  const words = new Set(step.words);
  let score = 0;
  for (const word of words) score += weightOf(word, tool);
  if (score < THRESHOLD) return undefined;
  for (const word of tool.nameWords) if (!words.has(word) && isConcept(word)) score -= costOf(word, step);
  for (const word of words) score -= strangeness(word, tool);
  // "delete my notes" where nothing deletes must not become "list my notes".
  const otherVerb = tool.nameWords.some(
    (word) => isVerb(word) && !step.words.some((said) => said === word || areAkin(said, word)),
  );
  if (otherVerb && step.words.some((word) => isVerb(word) && strangeness(word, tool) === 2)) return undefined;
  if (score < LEAST) return undefined;
  for (const word of context) {
    if (words.has(word) || isVerb(word)) continue;
    if (tool.nameWords.includes(word)) score += 1;
    else if (tool.serverWords.includes(word)) score += 0.5;
  }
  return score;
}

function weightOf(word: string, tool: CatalogTool): number {
  const weak = isWeakVerb(word) ? 0.4 : 1;
  let weight = 0;
  if (tool.nameWords.includes(word)) weight += 3;
  if (tool.serverWords.includes(word)) weight += 2;
  if (tool.descriptionWords.has(word)) weight += isVerb(word) ? 1 : 1.5;
  if (tool.properties.some((property) => property.words.includes(word))) weight += 0.75;
  return weight * weak;
}

/** What it costs that the tool's name says a word that the step does not. */
function costOf(word: string, step: Step): number {
  return isVerb(word) && !step.words.some((said) => areAkin(said, word)) ? 1 : 0.5;
}

/** What it costs that a step speaks of something which the tool never mentions. */
function strangeness(word: string, tool: CatalogTool): number {
  if (!isConcept(word) || isWeakVerb(word)) return 0;
  if (tool.nameWords.includes(word) || tool.descriptionWords.has(word)) return 0;
  if (tool.properties.some((property) => property.enumWords.includes(word))) return 0;
  if (tool.serverWords.includes(word)) return isVerb(word) ? 1 : 0;
  if (tool.nameWords.some((name) => areAkin(name, word))) return 0.5;
  return !isVerb(word) && tool.properties.some((property) => property.words.includes(word)) ? 0 : 2;
}

/** The tool's own name, written as it is: `list_notes`. A name of one plain word is a word like any other. */
function mentions(step: Step, tool: CatalogTool): boolean {
  return step.tokens.some(
    (token) =>
      token.kind === 'value' &&
      (token.text === tool.wireName || token.text.toLowerCase() === tool.rawName.toLowerCase()),
  );
}

function argumentScore(tool: CatalogTool, filled: Filled): number {
  const required = tool.properties.filter((property) => property.required).length;
  const found = required - filled.missing.length;
  const optional = Object.keys(filled.input).length - found;
  return 0.75 * found + 0.5 * optional - filled.missing.length - filled.unused;
}
