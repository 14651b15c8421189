import { assertNever } from '../../../shared/assert-never.js';
import type { JsonValue } from '../../../shared/json.js';
import type { Token } from './tokenizer.js';
import type { Property } from './tool-catalog.js';

const PATH_LIKE = /path|file|folder|directory|dir$/i;

export function isNumeric(property: Property): boolean {
  return property.type === 'number' || property.type === 'integer';
}

function isDateProperty(property: Property): boolean {
  return (
    property.format.startsWith('date') ||
    property.words.some((word) => word === 'date' || word === 'time' || word === 'day')
  );
}

/** True where the value can only be meant for a property of this kind. */
export function suits(token: Token, property: Property, text: string): boolean {
  if (isNumeric(property)) return token.kind === 'number';
  if (property.type === 'boolean') return convert(text, property) !== undefined;
  if (property.type !== 'string') return false;
  if (isDateProperty(property)) return token.kind === 'date';
  return PATH_LIKE.test(property.name) && token.kind === 'value' && looksLikePath(text);
}

function looksLikePath(text: string): boolean {
  return /[/\\]|\.[a-z]\w{0,5}$/i.test(text);
}

/** How well a value suits its place. */
export function fitOf(property: Property, text: string): number {
  if (PATH_LIKE.test(property.name)) return looksLikePath(text) ? 1 : -1;
  return looksLikePath(text) ? -0.5 : 0;
}

/** The text as a value of the property's type; undefined where it is none. */
export function convert(text: string, property: Property): JsonValue | undefined {
  switch (property.type) {
    case 'number':
    case 'integer': {
      const value = Number(text);
      return text.trim() === '' || Number.isNaN(value) || (property.type === 'integer' && !Number.isInteger(value))
        ? undefined
        : value;
    }
    case 'boolean':
      if (/^(?:true|yes|on|是|开|对)$/i.test(text)) return true;
      return /^(?:false|no|off|否|关|不)$/i.test(text) ? false : undefined;
    case 'array':
      return text.split(/\s*[,，、]\s*/).filter((item) => item !== '');
    case 'object':
      // Nothing in a plain sentence is an object; `/call` can say one.
      return undefined;
    case 'string':
      return property.enumValues.length === 0
        ? text
        : property.enumValues.find((v) => v.toLowerCase() === text.toLowerCase());
    default:
      return assertNever(property.type);
  }
}
