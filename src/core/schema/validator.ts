import type { ValidateFunction } from 'ajv';
import type { JsonObject } from '../../shared/json.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';
import { errorMessage, type GatehouseError } from '../errors.js';
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
  /**
   * Says what is wrong with a value by a schema that somebody else wrote, or undefined. What does not end at once here goes
   * to the thread, where there is one. Rejects with code `bad-schema`.
   */
  validate(schema: JsonObject, value: unknown): Promise<string | undefined>;
}

/** Where what takes long is validated, such as a `ValidationThread`. */
export interface SlowValidator {
  validate(schema: JsonObject, value: unknown): Promise<string | undefined>;
}

export interface ValidatorOptions {
  /** Validators kept; default 512. */
  readonly size?: number;
  /** The longest that one validation may take, by the clock on the wall. ms; default 500, beside a thread 20. */
  readonly validateMs?: number;
  /** The longest that the making of one validator may take. ms; default 2,000, beside a thread 50. */
  readonly compileMs?: number;
  /** Takes over what takes longer than that. Without one, that is refused. */
  readonly thread?: SlowValidator | undefined;
  /** The schemas are ours: valid by the schema of their dialect, which is not looked at, and without a deadline. Default false. */
  readonly trusted?: boolean;
}

/**
 * For schemas of our own: the deadlines are for foreign ones, and a busy computer must not make a good file a bad one. A
 * test holds all of them against the schema of their dialect; here that would take longer than all else of a start.
 */
export const OWN_SCHEMAS: ValidatorOptions = { trusted: true };

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
  return new Validators(options);
}

/** A validator of one schema. */
interface Made {
  /** Says what is wrong with a value, or that the time ran out. */
  readonly timed: (value: unknown) => string | undefined | typeof TIMED_OUT;
  /** Takes that the time ran out for a problem of the value. */
  readonly whole: Validator;
}

class Validators implements ValidatorCache {
  readonly #thread: SlowValidator | undefined;
  readonly #validateMs: number;
  readonly #compileMs: number;
  readonly #withDeadline: Deadline;
  readonly #engines: Engines;
  readonly #made: BoundedMap<Made>;
  /** What did not end here once; the thread is asked at once. */
  readonly #slow: BoundedMap<true>;
  readonly #problems: BoundedMap<Finding>;
  /** A schema is data that does not change: the very same object need not be read again. */
  readonly #seen = new WeakMap<JsonObject, Finding>();

  constructor({ size = 512, thread, validateMs, compileMs, trusted = false }: ValidatorOptions) {
    this.#thread = thread;
    this.#validateMs = validateMs ?? (thread === undefined ? 500 : 20);
    this.#compileMs = compileMs ?? (thread === undefined ? 2000 : 50);
    this.#withDeadline = trusted ? (_ms, work) => work() : createDeadline();
    this.#engines = createEngines({ compileMs: this.#compileMs, trusted, withDeadline: this.#withDeadline });
    this.#made = new BoundedMap<Made>(size);
    this.#slow = new BoundedMap<true>(size);
    this.#problems = new BoundedMap<Finding>(size * 8);
  }

  compile(schema: JsonObject): Validator {
    const made = this.#make(schema, sha256Hex(boundedText(schema)));
    if (made === TIMED_OUT) throw this.#tooSlowToRead();
    return made.whole;
  }

  check(schema: JsonObject): string | undefined {
    const known = this.#seen.get(schema) ?? this.#find(schema);
    this.#seen.set(schema, known);
    return known.problem;
  }

  async validate(schema: JsonObject, value: unknown): Promise<string | undefined> {
    const key = sha256Hex(boundedText(schema));
    const made = this.#slow.get(key) === true ? TIMED_OUT : this.#make(schema, key);
    const problem = made === TIMED_OUT ? TIMED_OUT : made.timed(value);
    if (problem !== TIMED_OUT) return problem;
    this.#slow.set(key, true);
    return this.#thread === undefined ? this.#tooSlow() : this.#thread.validate(schema, value);
  }

  #make(schema: JsonObject, key: string): Made | typeof TIMED_OUT {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const validate = this.#engines.compile(schema);
    if (validate === TIMED_OUT) return TIMED_OUT;
    const timed: Made['timed'] = (value) => this.#run(validate, value);
    const whole: Validator = (value) => {
      const problem = timed(value);
      return problem === TIMED_OUT ? this.#tooSlow() : problem;
    };
    this.#made.set(key, { timed, whole });
    return { timed, whole };
  }

  #run(validate: ValidateFunction, value: unknown): string | undefined | typeof TIMED_OUT {
    const valid = this.#withDeadline(this.#validateMs, () => validate(value));
    if (valid === TIMED_OUT) return TIMED_OUT;
    return valid ? undefined : errorSentence(validate.errors ?? []);
  }

  #find(schema: JsonObject): Finding {
    try {
      const text = boundedText(schema);
      const key = sha256Hex(text);
      const finding = this.#problems.get(key) ?? { problem: this.#problemOf(schema, text) };
      this.#problems.set(key, finding);
      return finding;
    } catch (error) {
      return { problem: errorMessage(error) };
    }
  }

  #problemOf(schema: JsonObject, text: string): string | undefined {
    try {
      if (!NEEDS_COMPILING.test(text)) this.#engines.check(schema);
      // The thread reads it to the end, when it is first needed.
      else if (this.#engines.compile(schema) === TIMED_OUT && this.#thread === undefined) throw this.#tooSlowToRead();
      return undefined;
    } catch (error) {
      return errorMessage(error);
    }
  }

  #tooSlow(): string {
    return `the schema takes longer than ${this.#validateMs} ms to check this value, so it was not accepted`;
  }

  #tooSlowToRead(): GatehouseError {
    return badSchema(`it takes longer than ${this.#compileMs} ms to read`);
  }
}

function boundedText(schema: JsonObject): string {
  const broken = brokenBound(schema);
  if (broken !== undefined) throw badSchema(broken);
  const text = canonicalJson(schema);
  if (Buffer.byteLength(text) > SCHEMA_BOUNDS.bytes) throw badSchema(`it is larger than ${SCHEMA_BOUNDS.bytes} bytes`);
  return text;
}
