import type { ValidateFunction } from 'ajv';
import type { JsonObject } from '../../shared/json.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';
import { errorMessage } from '../errors.js';
import { BoundedMap } from './bounded-map.js';
import { createDeadline, type Deadline, TIMED_OUT } from './deadline.js';
import { badSchema, createEngines, type Engines } from './engines.js';
import { errorSentence } from './error-sentence.js';
import { brokenBound, SCHEMA_BOUNDS } from './schema-bounds.js';

/** Says what is wrong with a value as a sentence that names the path and what was expected; undefined = valid. */
export type Validator = (value: unknown) => string | undefined;

/**
 * Makes validators of JSON Schemas and remembers the last ones used. The dialect is that of `$schema`: 2020-12 where
 * there is none, or draft-07. A `$ref` is never fetched.
 *
 * A foreign schema can hold a `pattern` that backtracks without end, or an `anyOf` of thousands: patterns are checked
 * all the same, but every validation runs under a deadline and is stopped in the middle when it passes. What could not
 * be checked in time counts as not valid.
 */
export interface ValidatorCache {
  /** Throws a `GatehouseError` with code `bad-schema` and a sentence that says what is wrong with the schema. */
  compile(schema: JsonObject): Validator;
  /** The sentence that `compile` would throw, without making the validator where that can wait; undefined = good. */
  check(schema: JsonObject): string | undefined;
}

export interface ValidatorOptions {
  /** Validators kept; default 512. */
  readonly size?: number;
  /** The longest that one validation may take, by the clock on the wall. ms; default 500. */
  readonly validateMs?: number;
  /** The longest that the making of one validator may take. ms; default 2,000. */
  readonly compileMs?: number;
}

interface Finding {
  readonly problem: string | undefined;
}

/** What can still be wrong in a schema that the schema of its dialect takes: a reference or a regular expression. */
const NEEDS_COMPILING =
  /"(?:\$ref|\$dynamicRef|\$recursiveRef|\$id|\$anchor|pattern|patternProperties|discriminator)":/u;

/** A validator of one schema. For many schemas make one cache instead: setting up for the first takes about 70 ms. */
export function compileValidator(schema: JsonObject, options: ValidatorOptions = {}): Validator {
  return createValidatorCache(options).compile(schema);
}

export function createValidatorCache(options: ValidatorOptions = {}): ValidatorCache {
  const { size = 512, validateMs = 500, compileMs = 2000 } = options;
  const withDeadline = createDeadline();
  const engines = createEngines(compileMs, withDeadline);
  const validators = new BoundedMap<Validator>(size);
  const problems = new BoundedMap<Finding>(size * 8);
  // A schema is data that does not change: the very same object need not be read again.
  const seen = new WeakMap<JsonObject, Finding>();

  return {
    compile(schema) {
      const key = sha256Hex(boundedText(schema));
      const known = validators.get(key);
      if (known !== undefined) return known;
      const validate = engines.compile(schema);
      const validator: Validator = (value) => run(withDeadline, validateMs, validate, value);
      validators.set(key, validator);
      return validator;
    },
    check(schema) {
      const known = seen.get(schema) ?? find(schema);
      seen.set(schema, known);
      return known.problem;
    },
  };

  function find(schema: JsonObject): Finding {
    try {
      const text = boundedText(schema);
      const key = sha256Hex(text);
      const finding = problems.get(key) ?? { problem: problemOf(engines, schema, text) };
      problems.set(key, finding);
      return finding;
    } catch (error) {
      return { problem: errorMessage(error) };
    }
  }
}

function problemOf(engines: Engines, schema: JsonObject, text: string): string | undefined {
  try {
    if (NEEDS_COMPILING.test(text)) engines.compile(schema);
    else engines.check(schema);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

function run(withDeadline: Deadline, ms: number, validate: ValidateFunction, value: unknown): string | undefined {
  const valid = withDeadline(ms, () => validate(value));
  if (valid === TIMED_OUT) return `the schema takes longer than ${ms} ms to check this value, so it was not accepted`;
  return valid ? undefined : errorSentence(validate.errors ?? []);
}

function boundedText(schema: JsonObject): string {
  const broken = brokenBound(schema);
  if (broken !== undefined) throw badSchema(broken);
  const text = canonicalJson(schema);
  if (Buffer.byteLength(text) > SCHEMA_BOUNDS.bytes) throw badSchema(`it is larger than ${SCHEMA_BOUNDS.bytes} bytes`);
  return text;
}
