import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '../../shared/json.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { type Deadline, TIMED_OUT } from './deadline.js';
import { errorSentence } from './error-sentence.js';
import { forAjv } from './for-ajv.js';
import { isPlainSchema } from './plain-schema.js';

type Dialect = '2020-12' | 'draft-07';

const DIALECTS: Readonly<Record<string, Dialect>> = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'http://json-schema.org/draft-07/schema': 'draft-07',
  'https://json-schema.org/draft-07/schema': 'draft-07',
};

/**
 * `strict: false`: unknown keywords and formats are allowed, as the dialects say. `validateSchema: false`: that is done
 * before, where it is needed. `addUsedSchema: false`: the `$id` of
 * one server's schema must not be reachable from another's. Patterns are tried with the `u` flag and then without it,
 * because many servers write them for an engine that has none.
 */
const AJV_OPTIONS: Options = {
  strict: false,
  logger: false,
  validateSchema: false,
  addUsedSchema: false,
  ownProperties: true,
  code: { regExp: Object.assign(lenientRegExp, { code: 'lenientRegExp' }) },
};

/** One ajv for each dialect, made when it is first needed. Every function throws code `bad-schema`. */
export interface Engines {
  /** Looks at a schema with the schema of its dialect. */
  check(schema: JsonObject): void;
  /** Checks it, then makes the function that validates by it, where the time is enough. */
  compile(schema: JsonObject): ValidateFunction | typeof TIMED_OUT;
}

interface EngineOptions {
  /** The longest that one schema may take. */
  readonly compileMs: number;
  /** The schemas are valid by the schema of their dialect, which then need not be made. */
  readonly trusted: boolean;
  readonly withDeadline: Deadline;
}

export function createEngines({ compileMs, trusted, withDeadline }: EngineOptions): Engines {
  const engines = new Map<Dialect, Ajv>();

  function engine(dialect: Dialect): Ajv {
    const ajv = engines.get(dialect) ?? makeEngine(dialect);
    engines.set(dialect, ajv);
    return ajv;
  }

  return {
    // Without a deadline: the work is linear in the schema, whose size is bounded.
    check(schema) {
      const dialect = dialectOf(schema);
      const { $schema: _dialect, ...rest } = schema;
      if (!isPlainSchema(rest)) mustBeValid(engine(dialect), forAjv(schema));
    },
    compile(schema) {
      const dialect = dialectOf(schema);
      const ajv = engine(dialect);
      const copy = forAjv(schema);
      // The first time this makes the validator of the dialect's own schema, which takes longest: not under the deadline.
      if (!trusted && !isPlainSchema(copy)) mustBeValid(ajv, copy);
      const outcome = withDeadline(compileMs, () => compileWith(ajv, copy));
      // Stopped in the middle it is in an unknown state.
      if (outcome === TIMED_OUT) engines.delete(dialect);
      return outcome;
    },
  };
}

function compileWith(ajv: Ajv, schema: JsonObject): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw badSchema(errorMessage(error));
  } finally {
    ajv.removeSchema(schema);
  }
}

/** A refusal of a schema, with the reason as the end of a sentence. */
export function badSchema(reason: string): GatehouseError {
  return new GatehouseError('bad-schema', `The schema can't be used: ${reason}.`);
}

function makeEngine(dialect: Dialect): Ajv {
  const ajv = dialect === 'draft-07' ? new Ajv(AJV_OPTIONS) : new Ajv2020(AJV_OPTIONS);
  addFormats(ajv);
  // Of draft-04; to the later dialects it is an unknown keyword, to ajv an error.
  ajv.removeKeyword('id');
  return ajv;
}

function mustBeValid(ajv: Ajv, schema: JsonObject): void {
  if (ajv.validateSchema(schema) !== true) throw badSchema(errorSentence(ajv.errors ?? []));
}

function dialectOf(schema: JsonObject): Dialect {
  // A validator made of an asynchronous schema would answer with a promise, which reads as "valid".
  if (schema['$async'] !== undefined) throw badSchema('"$async" is no part of JSON Schema');
  const named = schema['$schema'];
  if (named === undefined) return '2020-12';
  const dialect = typeof named === 'string' ? DIALECTS[named.replace(/#$/u, '')] : undefined;
  if (dialect !== undefined) return dialect;
  throw badSchema(`its dialect ${JSON.stringify(named)} is not known; 2020-12 and draft-07 are`);
}

function lenientRegExp(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
