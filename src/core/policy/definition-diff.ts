import type { JsonObject, JsonValue } from '../../shared/json.js';
import { isJsonObject } from '../../shared/json.js';

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

function changedLines(before: readonly string[], after: readonly string[]): readonly string[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const [gone, fresh] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  if (gone.length + fresh.length === 0) return [];
  return aroundChanges([
    ...before.slice(0, head).map(sameLine),
    ...between(gone, fresh),
    ...before.slice(before.length - tail).map(sameLine),
  ]);
}

/** The longest common lines stay; the others are gone or new. */
function between(before: readonly string[], after: readonly string[]): readonly string[] {
  if (before.length * after.length > MAX_CELLS) return [...before.map(goneLine), ...after.map(newLine)];
  const common = commonLengths(before, after);
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    const [old = '', now = ''] = [before[row], after[column]];
    if (old === now) {
      lines.push(sameLine(old));
      row += 1;
      column += 1;
    } else if ((common[row + 1]?.[column] ?? 0) >= (common[row]?.[column + 1] ?? 0)) {
      lines.push(goneLine(old));
      row += 1;
    } else {
      lines.push(newLine(now));
      column += 1;
    }
  }
  return [...lines, ...before.slice(row).map(goneLine), ...after.slice(column).map(newLine)];
}

/** At `[row][column]`: how many lines the rests of both from there on have in common, in order. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let row = before.length - 1; row >= 0; row -= 1) {
    const [here, below] = [lengths[row], lengths[row + 1]];
    if (here === undefined || below === undefined) continue;
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const [down = 0, right = 0, diagonal = 0] = [below[column], here[column + 1], below[column + 1]];
      here[column] = before[row] === after[column] ? diagonal + 1 : Math.max(down, right);
    }
  }
  return lengths;
}

/** Leaves out what is further from a change than a few lines. */
function aroundChanges(lines: readonly string[]): readonly string[] {
  const changed = lines.map((line) => !line.startsWith('  '));
  const shown: string[] = [];
  let skipped = false;
  for (const [index, line] of lines.entries()) {
    const near = changed.slice(Math.max(0, index - AROUND), index + AROUND + 1).includes(true);
    if (near && skipped) shown.push('  …');
    if (near) shown.push(line);
    skipped = !near;
  }
  return shown;
}

function sameLine(text: string): string {
  return `  ${text}`;
}

function goneLine(text: string): string {
  return `− ${text}`;
}

function newLine(text: string): string {
  return `+ ${text}`;
}
