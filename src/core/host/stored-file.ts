import { readFileSync } from 'node:fs';
import { isJsonObject } from '../../shared/json.js';
import { errorMessage } from '../errors.js';
import {
  BrokenJsonError,
  parsePositionedJson,
  pathNamedIn,
  type PositionedJson,
  type TextPlace,
} from '../servers/positioned-json.js';

/** What is wrong with the content of a file. */
export type FileFlaw =
  | { readonly kind: 'invalid-json'; readonly line: number; readonly column: number }
  | { readonly kind: 'invalid-data' | 'unknown-version' | 'unreadable'; readonly detail: string };

export type StoredContent<T> =
  | { readonly kind: 'good'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'bad'; readonly flaw: FileFlaw };

/** The `version` of the files that this release writes and reads. */
export const STORED_VERSION = 1;

export interface StoredKind<T> {
  /** Of the one member beside `version`. */
  readonly name: string;
  /** What holds where there is no file. */
  readonly empty: T;
  /** A sentence that says what is wrong with a value, or undefined where it is a `T`. */
  readonly check: (value: unknown) => string | undefined;
}

/** Reads `{ version, <name>: value }` and changes nothing. */
export function readStoredFile<T>(path: string, kind: StoredKind<T>): StoredContent<T> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return isMissing(error) ? { kind: 'missing' } : bad('unreadable', errorMessage(error));
  }
  let parsed: PositionedJson;
  try {
    parsed = parsePositionedJson(text);
  } catch (error) {
    if (!(error instanceof BrokenJsonError)) throw error;
    return { kind: 'bad', flaw: { kind: 'invalid-json', line: error.line, column: error.column } };
  }
  const content: unknown = parsed.value;
  if (!isJsonObject(content)) return bad('invalid-data', 'it is not a JSON object');
  const { version } = content;
  if (version === undefined) return bad('invalid-data', 'it has no "version"');
  if (version !== STORED_VERSION) return bad('unknown-version', JSON.stringify(version));
  const [twice] = parsed.duplicates;
  if (twice !== undefined) return bad('invalid-data', at(twice, `${JSON.stringify(twice.key)} stands there twice`));
  const value: unknown = content[kind.name];
  if (value === undefined) return bad('invalid-data', `it has no "${kind.name}"`);
  const wrong = kind.check(value);
  if (isGood(value, wrong, kind)) return { kind: 'good', value };
  return bad('invalid-data', at(parsed.place([kind.name, ...pathNamedIn(wrong ?? '')]), wrong ?? ''));
}

function at({ line, column }: TextPlace, what: string): string {
  return `${what} (line ${line}, column ${column})`;
}

function isGood<T>(_value: unknown, wrong: string | undefined, _kind: StoredKind<T>): _value is T {
  return wrong === undefined;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function bad<T>(kind: 'invalid-data' | 'unknown-version' | 'unreadable', detail: string): StoredContent<T> {
  return { kind: 'bad', flaw: { kind, detail } };
}
