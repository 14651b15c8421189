import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';
import { checkHistory } from './messages-history-check.js';

/** A refusal as the Messages API words it; `type` and `message` go into its error JSON. */
export interface ApiRefusal {
  readonly status: number;
  readonly type: 'invalid_request_error' | 'authentication_error';
  readonly message: string;
}

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** `JSON.stringify` writes a surrogate as an escape only where it stands alone. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;
const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;

export function invalidRequest(message: string): ApiRefusal {
  return { status: 400, type: 'invalid_request_error', message };
}

/**
 * Refuses what the Messages API refuses in the body of `POST /v1/messages`, in its words as public reports quote them,
 * or gives undefined where it would take the request. Where the API changed over time, the stricter rule stands here.
 */
export function checkMessagesRequest(body: unknown): ApiRefusal | undefined {
  const message = firstProblem(body);
  return message === undefined ? undefined : invalidRequest(message);
}

function firstProblem(body: unknown): string | undefined {
  if (!isJsonObject(body)) return 'The request body is not valid JSON: expected an object';
  if (LONE_SURROGATE.test(JSON.stringify(body))) {
    return 'The request body is not valid JSON: no low surrogate in string: line 1 column 1 (char 0)';
  }
  if (typeof body['model'] !== 'string') return 'model: Field required';
  if (body['model'] === '') return 'model: String should have at least 1 character';
  if (body['max_tokens'] === undefined) return 'max_tokens: Field required';
  const maxTokens = body['max_tokens'];
  if (typeof maxTokens !== 'number' || !Number.isInteger(maxTokens))
    return 'max_tokens: Input should be a valid integer';
  if (maxTokens < 1) return 'max_tokens: Input should be greater than or equal to 1';
  return (
    checkCacheMarks(body) ?? checkSystem(body['system']) ?? checkTools(body['tools']) ?? checkHistory(body['messages'])
  );
}

/** Four marks at most, and none on thinking or on an empty text. */
function checkCacheMarks(body: JsonObject): string | undefined {
  const marked: JsonObject[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) look(item);
    if (!isJsonObject(value)) return;
    if (value['cache_control'] !== undefined) marked.push(value);
    for (const part of [value['content'], value['messages'], value['system'], value['tools']]) look(part);
  };
  look(body);
  if (marked.length > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.`;
  for (const { type, text, cache_control: mark } of marked) {
    if (!isJsonObject(mark) || mark['type'] !== 'ephemeral') return "cache_control.type: Input should be 'ephemeral'";
    if (type === 'thinking' || type === 'redacted_thinking') return 'cache_control cannot be set for thinking blocks';
    if (text === '') return 'cache_control cannot be set for empty text blocks';
  }
  return undefined;
}

function checkSystem(system: unknown): string | undefined {
  if (system === undefined || typeof system === 'string') return undefined;
  if (!Array.isArray(system)) return 'system: Input should be a valid list';
  const empty = system.some((block: unknown) => isJsonObject(block) && block['text'] === '');
  return empty ? 'system: text content blocks must be non-empty' : undefined;
}

function checkTools(tools: unknown): string | undefined {
  if (tools === undefined) return undefined;
  if (!Array.isArray(tools)) return 'tools: Input should be a valid list';
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    const problem = checkTool(tool, `tools.${index}.custom`);
    if (problem !== undefined) return problem;
  }
  for (const tool of tools) {
    const name = isJsonObject(tool) ? tool['name'] : undefined;
    if (typeof name !== 'string') continue;
    if (names.has(name)) return 'tools: Tool names must be unique.';
    names.add(name);
  }
  return undefined;
}

function checkTool(tool: unknown, at: string): string | undefined {
  if (!isJsonObject(tool)) return `${at}: Input should be a valid dictionary`;
  const name = tool['name'];
  if (typeof name !== 'string') return `${at}.name: Field required`;
  if (!TOOL_NAME.test(name)) return `${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`;
  const description = tool['description'];
  if (description !== undefined && typeof description !== 'string') {
    return `${at}.description: Input should be a valid string`;
  }
  const schema = tool['input_schema'];
  if (schema === undefined) return `${at}.input_schema: Field required`;
  if (!isJsonObject(schema)) return `${at}.input_schema: Input should be a valid dictionary`;
  return checkInputSchema(schema, `${at}.input_schema`);
}

function checkInputSchema(schema: JsonObject, at: string): string | undefined {
  if (schema['type'] === undefined) return `${at}.type: Field required`;
  if (schema['type'] !== 'object') return `${at}.type: Input should be 'object'`;
  if (['oneOf', 'anyOf', 'allOf'].some((keyword) => schema[keyword] !== undefined)) {
    return `${at}: input_schema does not support oneOf, allOf, or anyOf at the top level`;
  }
  if (!isJsonSchema2020(schema)) {
    return (
      `${at}: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). ` +
      'Learn more about tool use at https://docs.claude.com/en/docs/tool-use.'
    );
  }
  const properties = schema['properties'];
  if (isJsonObject(properties) && !Object.keys(properties).every((key) => PROPERTY_KEY.test(key))) {
    return `${at}.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`;
  }
  return undefined;
}

const metaSchema = new Ajv2020({ strict: false, validateFormats: false });

/** Against the meta-schema of 2020-12 whatever `$schema` says: the API looks at the keywords, not at the label. */
function isJsonSchema2020(schema: JsonObject): boolean {
  const { $schema: _label, ...keywords } = schema;
  return metaSchema.validateSchema(keywords) === true;
}
