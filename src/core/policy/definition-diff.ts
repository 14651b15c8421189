import type { JsonObject, JsonValue } from '../../shared/json.js';
import { isJsonObject } from '../../shared/json.js';
import { diffLists, foldSame } from '../../shared/line-diff.js';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;
/** Lines shown around a change. */
const AROUND = 2;
/** Lines of a diff at most; what is cut off is counted. */
const MAX_LINES = 400;
/** Cells of the table of two texts; what would take more is shown as gone and new. */
const MAX_CELLS = 1_000_000;

/**
 * What changed from one definition of a tool to another: lines that begin with `− ` (gone), `+ ` (new) or two spaces
 * (around it), under the member that they belong to. The order of keys does not matter. Empty where nothing changed.
 * Pure; the lines hold the server's words as they are.
 */
export function definitionDiff(before: JsonObject, after: JsonObject): readonly string[] {
  const lines: string[] = [];
  for (const name of [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()) {
    const changed = changedLines(linesOf(before[name]), linesOf(after[name]));
    if (changed.length > 0) lines.push(`  ${name}:`, ...changed);
  }
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `  … ${lines.length - MAX_LINES} more lines`];
}

/** A text by its lines, anything else as JSON with sorted keys. */
function linesOf(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return [];
  return (typeof value === 'string' ? value : JSON.stringify(sorted(value), null, 2)).split('\n');
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => sorted(item));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  // `fromEntries` makes a member of its own of every name, `__proto__` too.
  return Object.fromEntries(members.map(([key, member]) => [key, member === undefined ? undefined : sorted(member)]));
}

/** Without what is further from a change than a few lines, and without a word of what comes after the last. */
function changedLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const folded = foldSame(diffLists(before, after, MAX_CELLS), AROUND);
  const shown = folded.at(-1)?.kind === 'gap' ? folded.slice(0, -1) : folded;
  return shown.map(({ kind, text }) => (kind === 'gap' ? '  …' : `${SIGNS[kind]} ${text}`));
}
