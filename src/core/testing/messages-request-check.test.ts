import { describe, expect, it } from 'vitest';
import { checkMessagesRequest } from './messages-request-check.js';

const hi = { role: 'user', content: 'hi' };
const call = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} };
const asked = { role: 'assistant', content: [call] };
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' };
const answered = { role: 'user', content: [result] };
const schema = { type: 'object', properties: { path: { type: 'string' } } };
const tool = { name: 'read', description: 'Reads.', input_schema: schema };

function refusal(more: Record<string, unknown>): string | undefined {
  return checkMessagesRequest({ model: 'm', max_tokens: 10, messages: [hi], ...more })?.message;
}

describe('checkMessagesRequest', () => {
  it('takes a good request', () => {
    expect(refusal({ messages: [hi, asked, answered], tools: [tool], system: 'Be kind.' })).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no max_tokens', { max_tokens: undefined }, 'max_tokens: Field required'],
    ['no model', { model: undefined }, 'model: Field required'],
    ['no messages', { messages: undefined }, 'messages: Field required'],
    ['an empty list of messages', { messages: [] }, 'messages: at least one message is required'],
    [
      'half a character',
      { system: 'a\uD83D' },
      'The request body is not valid JSON: no low surrogate in string: line 1 column 1 (char 0)',
    ],
    [
      'a dotted tool name',
      { tools: [{ ...tool, name: 'notes.read' }] },
      "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
    ],
    [
      'a tool name of 65 characters',
      { tools: [tool, { ...tool, name: 'x'.repeat(65) }] },
      "tools.1.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
    ],
    ['a tool name twice', { tools: [tool, tool] }, 'tools: Tool names must be unique.'],
    [
      'a schema with anyOf at its root',
      { tools: [{ ...tool, input_schema: { ...schema, anyOf: [{}] } }] },
      'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    ],
    [
      'a schema without a type',
      { tools: [{ ...tool, input_schema: { properties: {} } }] },
      'tools.0.custom.input_schema.type: Field required',
    ],
    [
      'a schema that is none',
      { tools: [{ ...tool, input_schema: { type: 'object', properties: { a: { type: 'strnig' } } } }] },
      'tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 ' +
        '(https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.',
    ],
    [
      'a property that the API has no name for',
      { tools: [{ ...tool, input_schema: { type: 'object', properties: { 'filter[id]': {} } } }] },
      "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    ],
    [
      'an empty text block',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      'messages: text content blocks must be non-empty',
    ],
    [
      'an assistant first',
      { messages: [{ role: 'assistant', content: 'a' }, hi] },
      'messages: first message must use the "user" role',
    ],
    [
      'two user messages in a row',
      { messages: [hi, hi] },
      'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
    ],
    [
      'a call without its result',
      { messages: [hi, asked, hi] },
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. ' +
        'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    ],
    [
      'a result after other content',
      { messages: [hi, asked, { role: 'user', content: [{ type: 'text', text: 'x' }, result] }] },
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. ' +
        'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    ],
    [
      'a result without its call',
      { messages: [answered] },
      'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. ' +
        'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    ],
    [
      'two results for one call',
      { messages: [hi, asked, { role: 'user', content: [result, result] }] },
      'messages.2.content.1: each tool_use must have a single result. ' +
        'Found multiple `tool_result` blocks with id: toolu_1',
    ],
    [
      'the same call id twice',
      { messages: [hi, asked, answered, asked, answered] },
      'messages: `tool_use` ids must be unique',
    ],
    [
      'an assistant last',
      { messages: [hi, { role: 'assistant', content: 'a' }] },
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    ],
  ])('refuses %s', (_name, more, message) => {
    expect(refusal(more)).toBe(message);
  });

  it('takes a schema that calls itself draft-07 and is valid all the same', () => {
    const labelled = { ...schema, $schema: 'http://json-schema.org/draft-07/schema#' };
    expect(refusal({ tools: [{ ...tool, input_schema: labelled }] })).toBeUndefined();
  });
});
