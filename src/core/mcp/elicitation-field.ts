import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';

export interface ElicitationChoice {
  readonly value: string;
  readonly title: string;
}

interface FieldWords {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

/** One field of a form (client/elicitation, 2025-11-25): enums of every spelling are `choice` or `choices`. */
export type ElicitationField =
  | (FieldWords & {
      readonly kind: 'string';
      readonly default?: string;
      readonly format?: string;
      readonly minLength?: number;
      readonly maxLength?: number;
    })
  | (FieldWords & {
      readonly kind: 'number' | 'integer';
      readonly default?: number;
      readonly minimum?: number;
      readonly maximum?: number;
    })
  | (FieldWords & { readonly kind: 'boolean'; readonly default?: boolean })
  | (FieldWords & {
      readonly kind: 'choice';
      readonly default?: string;
      readonly choices: readonly ElicitationChoice[];
    })
  | (FieldWords & {
      readonly kind: 'choices';
      readonly default?: readonly string[];
      readonly choices: readonly ElicitationChoice[];
      readonly minItems?: number;
      readonly maxItems?: number;
    });

/** Undefined where the schema is none that a form may have. A default of the wrong type is left out. */
export function readField(
  name: string,
  schema: JsonValue | undefined,
  required: boolean,
): ElicitationField | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { title, description } = schema;
  const words: FieldWords = {
    name,
    required,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
  };
  switch (schema['type']) {
    case 'string':
      return readText(words, schema);
    case 'number':
    case 'integer':
      return {
        ...words,
        kind: schema['type'],
        ...(typeof schema['default'] === 'number' && { default: schema['default'] }),
        ...numbers(schema, 'minimum', 'maximum'),
      };
    case 'boolean':
      return {
        ...words,
        kind: 'boolean',
        ...(typeof schema['default'] === 'boolean' && { default: schema['default'] }),
      };
    case 'array':
      return readChoices(words, schema);
    default:
      return undefined;
  }
}

function readText(words: FieldWords, schema: JsonObject): ElicitationField | undefined {
  const initial = typeof schema['default'] === 'string' ? { default: schema['default'] } : {};
  if (schema['enum'] !== undefined || schema['oneOf'] !== undefined) {
    const choices = choicesOf(schema['enum'], schema['oneOf'], schema['enumNames']);
    return choices && { ...words, kind: 'choice', choices, ...initial };
  }
  const format = typeof schema['format'] === 'string' ? { format: schema['format'] } : {};
  return { ...words, kind: 'string', ...initial, ...format, ...numbers(schema, 'minLength', 'maxLength') };
}

function readChoices(words: FieldWords, schema: JsonObject): ElicitationField | undefined {
  const { items } = schema;
  if (!isJsonObject(items)) return undefined;
  const choices = choicesOf(items['enum'], items['anyOf'] ?? items['oneOf'], undefined);
  const initial = schema['default'];
  return (
    choices && {
      ...words,
      kind: 'choices',
      choices,
      ...(isStrings(initial) && { default: initial }),
      ...numbers(schema, 'minItems', 'maxItems'),
    }
  );
}

function choicesOf(
  plain: JsonValue | undefined,
  titled: JsonValue | undefined,
  names: JsonValue | undefined,
): readonly ElicitationChoice[] | undefined {
  if (isStrings(plain)) {
    return plain.map((value, at) => ({ value, title: (isStrings(names) ? names[at] : undefined) ?? value }));
  }
  if (!isList(titled)) return undefined;
  const choices: ElicitationChoice[] = [];
  for (const entry of titled) {
    if (!isJsonObject(entry) || typeof entry['const'] !== 'string') return undefined;
    const { title } = entry;
    choices.push({ value: entry['const'], title: typeof title === 'string' ? title : entry['const'] });
  }
  return choices;
}

/** Why a value does not fit a field, as the end of a sentence. A `pattern` of a server is never run: it can hang. */
export function fieldProblem(field: ElicitationField, value: JsonValue): string | undefined {
  switch (field.kind) {
    case 'string':
      if (typeof value !== 'string') return 'it must be text';
      return (
        lengthProblem(Array.from(value).length, field.minLength, field.maxLength, 'characters') ??
        formatProblem(field.format, value)
      );
    case 'number':
    case 'integer':
      if (typeof value !== 'number') return 'it must be a number';
      if (field.kind === 'integer' && !Number.isInteger(value)) return 'it must be a whole number';
      if (field.minimum !== undefined && value < field.minimum) return `it must be ${field.minimum} or more`;
      return field.maximum !== undefined && value > field.maximum ? `it must be ${field.maximum} or less` : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'it must be yes or no';
    case 'choice':
      return field.choices.some((choice) => choice.value === value) ? undefined : 'it is none of the choices';
    default: {
      if (!isStrings(value)) return 'it must be a list of choices';
      const known = value.every((one) => field.choices.some((choice) => choice.value === one));
      return known
        ? lengthProblem(value.length, field.minItems, field.maxItems, 'choices')
        : 'it has none of the choices';
    }
  }
}

function lengthProblem(length: number, least = 0, most = Infinity, unit: string): string | undefined {
  if (length < least) return `it must have ${least} ${unit} or more`;
  return length > most ? `it must have ${most} ${unit} or less` : undefined;
}

function formatProblem(format: string | undefined, value: string): string | undefined {
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : 'it must be an email address';
    case 'uri':
      return URL.canParse(value) ? undefined : 'it must be a URI';
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) && isTime(value) ? undefined : 'it must be a date such as 2026-07-28';
    case 'date-time':
      return /^\d{4}-\d\d-\d\dT/.test(value) && isTime(value) ? undefined : 'it must be a date and time in ISO 8601';
    default:
      return undefined;
  }
}

function isTime(value: string): boolean {
  return !Number.isNaN(Date.parse(value));
}

function numbers<K extends string>(schema: JsonObject, ...keys: readonly K[]): { [P in K]?: number } {
  const found: { [P in K]?: number } = {};
  for (const key of keys) {
    const value = schema[key];
    if (typeof value === 'number') found[key] = value;
  }
  return found;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isStrings(value: JsonValue | undefined): value is readonly string[] {
  return isList(value) && value.every((entry) => typeof entry === 'string');
}
