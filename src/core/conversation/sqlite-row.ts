import type { Statement } from 'node-sqlite3-wasm';

/** A row, or nothing where none was found. */
export type Row = ReturnType<Statement['get']>;

/** A column that the schema makes text; empty where the row has none. */
export function textOf(row: Row, column: string): string {
  const value = row?.[column];
  return typeof value === 'string' ? value : '';
}
