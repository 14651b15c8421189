import type { JsonObject } from '../../../shared/json.js';
import { isJsonObject } from '../../../shared/json.js';
import { wordsOf } from './tokenizer.js';

/** A property of a tool's input, as far as the practice model understands schemas. */
export interface Property {
  readonly name: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly required: boolean;
  readonly enumValues: readonly string[];
  /** Concepts and words of its enum values. */
  readonly enumWords: readonly string[];
  /** Concepts and words of its name. */
  readonly words: readonly string[];
  readonly format: string;
}

/** A tool of the request, taken apart for comparing. */
export interface CatalogTool {
  readonly wireName: string;
  /** Empty for a built-in. */
  readonly server: string;
  readonly rawName: string;
  readonly nameWords: readonly string[];
  readonly serverWords: readonly string[];
  readonly descriptionWords: ReadonlySet<string>;
  readonly properties: readonly Property[];
}

const TYPES: readonly Property['type'][] = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

/** The tools of a request body; what is no tool is left out, since the request was made by Gatehouse itself. */
export function readCatalog(tools: unknown): readonly CatalogTool[] {
  return Array.isArray(tools) ? tools.filter(isJsonObject).flatMap(readTool) : [];
}

function readTool(tool: JsonObject): readonly CatalogTool[] {
  const { name, description, input_schema: schema } = tool;
  if (typeof name !== 'string') return [];
  const [, server = '', rawName = name] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? [];
  return [
    {
      wireName: name,
      server,
      rawName,
      nameWords: wordsOf(rawName),
      serverWords: wordsOf(server),
      descriptionWords: new Set(typeof description === 'string' ? wordsOf(description.slice(0, 1000)) : []),
      properties: isJsonObject(schema) ? readProperties(schema) : [],
    },
  ];
}

function readProperties(schema: JsonObject): readonly Property[] {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, value]) => {
    const property = isJsonObject(value) ? value : {};
    const listed: readonly unknown[] = Array.isArray(property['enum']) ? property['enum'] : [];
    const enumValues = listed.filter((item) => typeof item === 'string');
    const description = typeof property['description'] === 'string' ? property['description'].slice(0, 60) : '';
    return {
      name,
      type: typeOf(property),
      required: needed.includes(name),
      enumValues,
      enumWords: enumValues.flatMap(wordsOf),
      // A Chinese description tells what an English name means to a Chinese user: title, 标题.
      words: [...new Set([...wordsOf(name), ...wordsOf(/\p{Script=Han}/u.test(description) ? description : '')])],
      format: typeof property['format'] === 'string' ? property['format'] : '',
    };
  });
}

function typeOf(property: JsonObject): Property['type'] {
  const declared: readonly unknown[] = Array.isArray(property['type']) ? property['type'] : [property['type']];
  return TYPES.find((type) => declared.includes(type)) ?? 'string';
}
