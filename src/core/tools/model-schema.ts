import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.js';
import type { Told } from '../../shared/told.js';
import { canonicalJson } from '../canonical-json.js';
import { mapSchemas } from '../schema/map-schemas.js';

/** A schema that the Messages API takes, or why there is none: the end of a sentence, without its full stop. */
export type ModelSchema = { readonly schema: JsonObject } | { readonly refused: Told };

const COMBINATORS = ['anyOf', 'oneOf', 'allOf'] as const;
/** A branch that says more than this can't be said without a combinator. */
const BRANCH_KEYS = new Set(['type', 'properties', 'required', 'additionalProperties', 'title', 'description']);
const WORDS = { anyOf: 'At least one', oneOf: 'Exactly one', allOf: 'Each' } as const;

/**
 * A tool's input schema as the Messages API takes it: `type: "object"` at the root, no `anyOf`, `oneOf` or `allOf`
 * there, and dialect 2020-12. Branches at the root are merged into one list of properties, and what they demanded is
 * said in words: that is wider than the server's own schema, by which the arguments are checked before a call is sent.
 */
export function modelSchema(inputSchema: JsonObject): ModelSchema {
  const { $schema: dialect, ...rest } = inputSchema;
  const type = rest['type'];
  const isObject = type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
  if (!isObject) {
    const shown = JSON.stringify(type);
    const message = `the root of its schema must be an object, and it is ${shown}`;
    return { refused: { code: 'tool-schema-root', message, parts: { type: shown } } };
  }
  const taken = type === 'object' && dialect === undefined && COMBINATORS.every((key) => rest[key] === undefined);
  if (taken) return { schema: inputSchema };
  const current = typeof dialect === 'string' && dialect.includes('draft-07') ? mapSchemas(rest, fromDraft07) : rest;
  let schema: JsonObject = { ...current, type: 'object' };
  for (const combinator of COMBINATORS) {
    const merged = mergeBranches(schema, combinator);
    if ('refused' in merged) return merged;
    schema = merged.schema;
  }
  return { schema };
}

/** Draft-07 wrote a tuple as an array of `items`; the rest of it means the same, or is ignored, in 2020-12. */
function fromDraft07(schema: JsonObject): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return items === undefined ? schema : { ...rest, items };
  return { ...rest, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
}

function mergeBranches(root: JsonObject, combinator: (typeof COMBINATORS)[number]): ModelSchema {
  const { [combinator]: listed, ...rest } = root;
  if (listed === undefined) return { schema: root };
  const branches = Array.isArray(listed) ? listed.map((branch: JsonValue) => plainBranch(branch, root)) : [];
  const plain = branches.filter((branch) => branch !== undefined);
  if (plain.length === 0 || plain.length !== branches.length) {
    const message = `the Messages API takes no ${combinator} at the root of a schema, and this one can't be put flat`;
    return { refused: { code: 'tool-schema-combinator', message, parts: { keyword: combinator } } };
  }
  const required = requiredOf(plain, combinator === 'allOf');
  const own = stringsOf(rest['required']);
  const note = `${WORDS[combinator]} of these must hold: ${canonicalJson(listed)}`;
  const said = rest['description'];
  return {
    schema: {
      ...rest,
      properties: mergedProperties(
        [rest, ...plain].map((part) => part['properties']).filter((part) => isJsonObject(part)),
      ),
      required: [...new Set([...own, ...required])],
      description: typeof said === 'string' && said !== '' ? `${said}\n${note}` : note,
    },
  };
}

/** A branch that is only a list of properties, with one reference into the schema's own definitions followed. */
function plainBranch(branch: JsonValue, root: JsonObject): JsonObject | undefined {
  const target = isJsonObject(branch) && typeof branch['$ref'] === 'string' ? definition(root, branch['$ref']) : branch;
  if (!isJsonObject(target)) return undefined;
  if (target['type'] !== undefined && target['type'] !== 'object') return undefined;
  return Object.keys(target).every((key) => BRANCH_KEYS.has(key)) ? target : undefined;
}

function definition(root: JsonObject, reference: string): JsonValue | undefined {
  const [, group, name] = /^#\/(\$defs|definitions)\/([^/~%]+)$/u.exec(reference) ?? [];
  const definitions = group === undefined ? undefined : root[group];
  return isJsonObject(definitions) && name !== undefined ? definitions[name] : undefined;
}

function mergedProperties(parts: readonly JsonObject[]): JsonObject {
  const merged = new Map<string, Map<string, JsonValue>>();
  for (const part of parts) {
    for (const [name, schema] of Object.entries(part)) {
      if (schema === undefined) continue;
      const forms = merged.get(name) ?? new Map<string, JsonValue>();
      merged.set(name, forms.set(canonicalJson(schema), schema));
    }
  }
  return Object.fromEntries(
    [...merged].map(([name, forms]) => {
      const [first = true, ...others] = forms.values();
      return [name, others.length === 0 ? first : { anyOf: [first, ...others] }];
    }),
  );
}

/** What every branch demands; with `all`, what any of them demands. */
function requiredOf(branches: readonly JsonObject[], all: boolean): readonly string[] {
  const lists = branches.map((branch) => stringsOf(branch['required']));
  const names = [...new Set(lists.flat())];
  return all ? names : names.filter((name) => lists.every((list) => list.includes(name)));
}

function stringsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item: JsonValue) => typeof item === 'string') : [];
}
