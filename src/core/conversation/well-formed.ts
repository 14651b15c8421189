import type { JsonObject, JsonValue } from '../../shared/json.js';
import { isJsonObject } from '../../shared/json.js';

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The text with each half of a broken character replaced: the Messages API refuses a request that holds one. */
export function wellFormedText(text: string): string {
  return text.replace(LONE_SURROGATE, '\uFFFD');
}

/** The same for every string and key inside. */
export function wellFormedObject(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      wellFormedText(key),
      value === undefined ? undefined : wellFormedValue(value),
    ]),
  );
}

function wellFormedValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wellFormedText(value);
  if (isJsonObject(value)) return wellFormedObject(value);
  return Array.isArray(value) ? value.map(wellFormedValue) : value;
}
