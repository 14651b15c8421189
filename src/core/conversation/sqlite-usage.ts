import type { Database, Statement } from 'node-sqlite3-wasm';
import { type RequestUsage, usageOfEvent } from '../../shared/request-usage.js';
import { dollarsOf } from '../../shared/usage-cost.js';
import { type KindSum, USAGE_KINDS, usageKindOf } from '../../shared/usage-day.js';
import { type Row, textOf } from './sqlite-row.js';
import { isStoredEvent } from './stored-event.js';

/** Those with which the table was made. */
export const FIRST_COLUMNS = [
  'at',
  'id',
  'model',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
] as const;
const COLUMNS = [...FIRST_COLUMNS, 'kind'] as const;

/** A request that a branch has as well counts once: its answer keeps its id and its time. */
function adding(columns: readonly string[]): string {
  return `INSERT OR IGNORE INTO requests (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
}

const ADD = adding(COLUMNS);

/** The table is kept by time, so each day reads its own rows and no others. `CROSS JOIN` keeps the days the outer loop. */
const BETWEEN = `
  SELECT d.key AS place, r.model AS model, r.kind AS kind, count(*) AS requests, sum(r.input_tokens) AS input,
    sum(r.output_tokens) AS output, sum(r.cache_read_tokens) AS cache_read,
    sum(dollars(r.model, r.input_tokens, r.output_tokens, r.cache_read_tokens, r.cache_write_tokens)) AS dollars
  FROM json_each(?) AS d CROSS JOIN requests AS r ON r.at >= d.value ->> 0 AND r.at < d.value ->> 1
  GROUP BY d.key, r.model, r.kind`;

/** Every request that was paid for with what it took, kept in the same file as the events that it comes from. */
export class SqliteUsage {
  readonly #database: Database;
  readonly #add: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#add = database.prepare(ADD);
    // The price may hang on the size of a request, so it is worked out for each, by the one list of prices.
    database.function('dollars', dollars, { deterministic: true });
  }

  add(request: RequestUsage): void {
    this.#add.run(valuesOf(request));
  }

  /** By model and kind, for each time from one of these up to the next. */
  between(bounds: readonly number[]): readonly (readonly KindSum[])[] {
    const spans = bounds.slice(1).map((end, place) => [bounds[place], end]);
    const sums: KindSum[][] = spans.map(() => []);
    for (const row of this.#database.all(BETWEEN, [JSON.stringify(spans)])) {
      sums[Number(row['place'])]?.push(toSum(row));
    }
    return sums;
  }

  close(): void {
    this.#add.finalize();
  }
}

/**
 * Counts what the events of the file say, for one that was not counted while it was written. `columns`: those that the
 * table has, the first of all that there are.
 */
export function countStoredRequests(database: Database, columns: readonly string[] = COLUMNS): void {
  // Only few events hold what was counted; the others are not parsed.
  const rows = database.prepare(`SELECT json FROM events WHERE instr(json, '"usage":{') > 0 ORDER BY rowid`);
  const add = database.prepare(adding(columns));
  try {
    for (const row of rows.iterate()) {
      const event: unknown = JSON.parse(textOf(row, 'json'));
      const request = isStoredEvent(event) ? usageOfEvent(event) : undefined;
      if (request !== undefined) add.run(valuesOf(request).slice(0, columns.length));
    }
  } finally {
    rows.finalize();
    add.finalize();
  }
}

/** Takes over what was counted in the broken file `source`: from both ends, up to where it can't be read. */
export function rescueRequests(source: Database, database: Database): void {
  const whole = copyRequests(source, database, 'ASC') || copyRequests(source, database, 'DESC');
  if (!whole) countStoredRequests(database);
}

/** False where not all could be read. */
function copyRequests(source: Database, database: Database, order: 'ASC' | 'DESC'): boolean {
  try {
    // The file may be of an older format, which had fewer columns.
    const rows = source.prepare(`SELECT * FROM requests ORDER BY at ${order}, id ${order}`);
    try {
      for (const row of rows.iterate())
        database.run(
          ADD,
          COLUMNS.map((column) => valueOf(row, column)),
        );
      return true;
    } finally {
      rows.finalize();
    }
  } catch {
    return false;
  }
}

function valueOf(row: Row, column: (typeof COLUMNS)[number]): string | number {
  if (column === 'kind') return kindOf(row);
  return column === 'id' || column === 'model' ? textOf(row, column) : Number(row?.[column]);
}

function kindOf(row: Row): KindSum['kind'] {
  return USAGE_KINDS.find((kind) => kind === row?.['kind']) ?? 'chat';
}

function valuesOf(request: RequestUsage): (string | number)[] {
  const { at, id, model, usage } = request;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  return [at, id, model, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, usageKindOf(request)];
}

/** SQLite takes as many arguments as it names here. */
function dollars(model: unknown, input: unknown, output: unknown, cacheRead: unknown, cacheWrite: unknown) {
  const usage = {
    inputTokens: Number(input),
    outputTokens: Number(output),
    cacheReadTokens: Number(cacheRead),
    cacheWriteTokens: Number(cacheWrite),
  };
  return dollarsOf(String(model), usage) ?? null;
}

function toSum(row: Row): KindSum {
  return {
    model: textOf(row, 'model'),
    kind: kindOf(row),
    requests: Number(row?.['requests']),
    inputTokens: Number(row?.['input']),
    cacheReadTokens: Number(row?.['cache_read']),
    outputTokens: Number(row?.['output']),
    ...(row?.['dollars'] == null ? {} : { dollars: Number(row['dollars']) }),
  };
}
