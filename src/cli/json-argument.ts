import { GatehouseError } from '../core/errors.js';
import { parsePositionedJson } from '../core/servers/positioned-json.js';
import { isJsonObject, type JsonObject } from '../shared/json.js';

/** A JSON object of the command line. Throws `bad-arguments`, with line and column where the text is no JSON. */
export function jsonObject(text: string, what: string): JsonObject {
  let value: unknown;
  try {
    ({ value } = parsePositionedJson(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new GatehouseError('bad-arguments', `${what}: ${why}`, { cause: error });
  }
  if (isJsonObject(value)) return value;
  throw new GatehouseError('bad-arguments', `${what} must be a JSON object, such as {"name":"x"}.`);
}
