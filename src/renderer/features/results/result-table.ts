import { isJsonObject, type JsonValue } from '../../../shared/json.js';

/** A cell of a table; undefined where a row says nothing there. */
export type Cell = string | number | boolean | null | undefined;

export interface ResultTable {
  /** In the order in which they first turn up. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A wider one is better read as a tree. */
const MOST_COLUMNS = 24;

/**
 * The table that a value is: a list of flat objects, or an object that holds one such list and nothing else, as structured
 * content must be an object. Undefined for every other value.
 */
export function resultTable(value: JsonValue): ResultTable | undefined {
  const list = listIn(value);
  if (list === undefined || list.length === 0) return undefined;
  const columns = new Set<string>();
  const objects: ReadonlyMap<string, Cell>[] = [];
  for (const item of list) {
    const row = flatRow(item);
    if (row === undefined) return undefined;
    for (const name of row.keys()) columns.add(name);
    if (columns.size > MOST_COLUMNS) return undefined;
    objects.push(row);
  }
  if (columns.size === 0) return undefined;
  const names = [...columns];
  return { columns: names, rows: objects.map((row) => names.map((name) => row.get(name))) };
}

function listIn(value: JsonValue): readonly JsonValue[] | undefined {
  if (isList(value)) return value;
  if (!isJsonObject(value)) return undefined;
  const [only, ...others] = Object.values(value);
  return others.length === 0 && only !== undefined && isList(only) ? only : undefined;
}

function flatRow(item: JsonValue): ReadonlyMap<string, Cell> | undefined {
  if (!isJsonObject(item)) return undefined;
  const row = new Map<string, Cell>();
  for (const [name, cell] of Object.entries(item)) {
    if (typeof cell === 'object' && cell !== null) return undefined;
    row.set(name, cell);
  }
  return row;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
