import type { JsonObject, JsonValue } from '../../shared/json.js';
import { errorMessage } from '../errors.js';

/** Makes a function of a JSON Schema that says what is wrong with a value. Throws where the schema can't be used. */
export type CompileValidator = (schema: JsonObject) => (value: JsonValue) => string | undefined;

/**
 * Compares structured content with the output schemas of one session (server/tools, 2025-11-25: "clients SHOULD validate").
 * A schema is compiled when its tool is first called. What does not fit is said beside the content; nothing is lost.
 */
export class OutputCheck {
  readonly #compile: CompileValidator | undefined;
  readonly #compiled = new WeakMap<JsonObject, (value: JsonValue) => string | undefined>();

  constructor(compile: CompileValidator | undefined) {
    this.#compile = compile;
  }

  /** What to say of a result, or undefined. Never throws. */
  warning(schema: JsonObject, structured: JsonValue | undefined): string | undefined {
    if (structured === undefined) return 'The tool declares structured content and gave none.';
    try {
      const problem = this.#validator(schema)?.(structured);
      if (problem === undefined) return undefined;
      return `The structured content does not fit the tool's own output schema: ${problem}`;
    } catch (error) {
      return `The structured content was not checked: ${errorMessage(error)}`;
    }
  }

  #validator(schema: JsonObject): ((value: JsonValue) => string | undefined) | undefined {
    const known = this.#compiled.get(schema);
    if (known !== undefined || this.#compile === undefined) return known;
    const made = compiledOnce(this.#compile, schema);
    this.#compiled.set(schema, made);
    return made;
  }
}

/** A schema that can't be used is compiled once, and said each time. */
function compiledOnce(compile: CompileValidator, schema: JsonObject): (value: JsonValue) => string | undefined {
  try {
    return compile(schema);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
