import type { JSONSchema } from 'json-schema-to-ts';

/* What the schemas of commands are made of. */

export const id = { type: 'string', minLength: 1, maxLength: 200 } as const;
export const text = (maxLength: number) => ({ type: 'string', maxLength }) as const;
export const nothing = { type: 'object', properties: {}, additionalProperties: false } as const;
export const only = <const P extends Record<string, JSONSchema>, const R extends readonly (keyof P)[]>(
  properties: P,
  required: R,
) => ({ type: 'object', properties, required, additionalProperties: false }) as const;

/** The longest text of a command, in UTF-16 units. */
export const LONG = 1_000_000;
