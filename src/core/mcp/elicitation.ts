import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { GatehouseError } from '../errors.js';
import { fieldProblem, readField } from './elicitation-field.js';
import type { ElicitationField } from './elicitation-field.js';

/** A server asks the user to fill in a form, or to do something on a page (client/elicitation, 2025-11-25, 2026-07-28). */
export type ElicitationRequest =
  | {
      readonly mode: 'form';
      readonly message: string;
      /** The flat schema, read: in the order of the server. */
      readonly fields: readonly ElicitationField[];
    }
  | {
      readonly mode: 'url';
      readonly message: string;
      /** To be shown whole, and opened in the system's browser only after the user agreed; never fetched before. */
      readonly url: string;
      /** Resolves when the server says that the user is done there. Not every server says so. */
      readonly completed: Promise<void>;
    };

export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** Only with `accept` of a form. Fields that are left out get their defaults. */
  readonly content?: JsonObject;
}

/**
 * The params of `elicitation/create`. `completed` is for the mode `url`. Throws code `bad-elicitation` where the schema is
 * not flat or a part is missing.
 */
export function readElicitation(params: JsonObject, completed: Promise<void>): ElicitationRequest {
  const { mode, message, url, requestedSchema } = params;
  const text = typeof message === 'string' ? message : '';
  if (mode === 'url') {
    if (typeof url !== 'string' || !URL.canParse(url)) throw bad('it has no valid url');
    return { mode: 'url', message: text, url, completed };
  }
  if (mode !== undefined && mode !== 'form') throw bad(`it has the unknown mode ${JSON.stringify(mode)}`);
  if (!isJsonObject(requestedSchema) || !isJsonObject(requestedSchema['properties'])) {
    throw bad('its requestedSchema has no properties');
  }
  const required = requestedSchema['required'];
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const fields = Object.entries(requestedSchema['properties']).map(([name, schema]) => {
    const field = readField(name, schema, isRequired(name));
    if (field === undefined) throw bad(`its field "${name}" is no flat string, number, boolean or choice`);
    return field;
  });
  return { mode: 'form', message: text, fields };
}

/**
 * The result that goes to the server: defaults filled in (SEP-1034), and checked against the fields. Throws code
 * `invalid-answer`, naming the field, where the answer does not fit.
 */
export function elicitationResult(request: ElicitationRequest, answer: ElicitationAnswer): JsonObject {
  if (answer.action !== 'accept' || request.mode === 'url') return { action: answer.action };
  const content: Record<string, JsonValue> = {};
  for (const field of request.fields) {
    const value = answer.content?.[field.name] ?? field.default;
    if (value === undefined) {
      if (field.required) throw invalid(field, 'it is missing');
      continue;
    }
    const problem = fieldProblem(field, value);
    if (problem !== undefined) throw invalid(field, problem);
    content[field.name] = value;
  }
  return { action: 'accept', content };
}

function bad(reason: string): GatehouseError {
  return new GatehouseError('bad-elicitation', `The server's question to the user can't be shown: ${reason}.`);
}

function invalid(field: ElicitationField, problem: string): GatehouseError {
  const text = `The answer does not fit the server's question: "${field.title ?? field.name}" — ${problem}.`;
  return new GatehouseError('invalid-answer', text);
}
