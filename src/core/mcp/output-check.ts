import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { Told } from '../../shared/told.js';
import { errorMessage } from '../errors.js';

/** Says what is wrong with a value, or undefined. Slow ones say it later. */
type Validate = (value: JsonValue) => string | undefined | Promise<string | undefined>;

/**
 * Makes a function of a JSON Schema that says what is wrong with a value. Throws where the schema can't be used. May be
 * asynchronous, so that what it needs is loaded only when a schema is needed.
 */
export type CompileValidator = (schema: JsonObject) => Validate | Promise<Validate>;

/**
 * Compares structured content with the output schemas of one session (server/tools, 2025-11-25: "clients SHOULD validate").
 * A schema is compiled when its tool is first called. What does not fit is said beside the content; nothing is lost.
 */
export class OutputCheck {
  readonly #compile: CompileValidator | undefined;
  readonly #compiled = new WeakMap<JsonObject, Promise<Validate>>();

  constructor(compile: CompileValidator | undefined) {
    this.#compile = compile;
  }

  /** What to say of a result, or undefined. Never rejects. */
  async warning(schema: JsonObject, structured: JsonValue | undefined): Promise<Told | undefined> {
    if (structured === undefined) {
      return { code: 'output-missing', message: 'The tool declares structured content and gave none.' };
    }
    try {
      const validate = await this.#validator(schema);
      const problem = await validate?.(structured);
      if (problem === undefined) return undefined;
      const message = `The structured content does not fit the tool's own output schema: ${problem}`;
      return { code: 'output-unfit', message, parts: { why: problem } };
    } catch (error) {
      const why = errorMessage(error);
      return { code: 'output-unchecked', message: `The structured content was not checked: ${why}`, parts: { why } };
    }
  }

  /** A schema is compiled once; one that can't be used is said each time. */
  #validator(schema: JsonObject): Promise<Validate> | undefined {
    const known = this.#compiled.get(schema);
    if (known !== undefined || this.#compile === undefined) return known;
    const made = compiled(this.#compile, schema);
    this.#compiled.set(schema, made);
    return made;
  }
}

async function compiled(compile: CompileValidator, schema: JsonObject): Promise<Validate> {
  return compile(schema);
}
