import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { JsonObject, JsonValue } from '../../../shared/json.js';
import type { RawToolName, ToolDefinition } from '../../../shared/tool.js';
import { verifies } from '../protocol-requirements.test-kit.js';
import { headerParameters, headerValue, modernRequestHeaders } from './modern-headers.js';

const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

function headersOf(method: string, params: JsonObject, tool?: ToolDefinition): Record<string, string> {
  return modernRequestHeaders({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }, tool);
}

function toolWith(properties: JsonObject): ToolDefinition {
  return { name: branded<RawToolName>('t'), inputSchema: { type: 'object', properties } };
}

describe('the headers of a modern request', () => {
  it.each<[string, JsonObject, string | undefined]>([
    ['tools/list', {}, undefined],
    ['tools/call', { name: 'add-numbers' }, 'add-numbers'],
    ['prompts/get', { name: 'greet' }, 'greet'],
    ['resources/read', { uri: 'file:///a%20b?c=d' }, 'file:///a%20b?c=d'],
    ['tasks/get', { taskId: 'x-1' }, 'x-1'],
    ['tasks/update', { taskId: 'x-1' }, 'x-1'],
    ['tasks/cancel', { taskId: 'x-1' }, 'x-1'],
    ['completion/complete', { name: 'none' }, undefined],
  ])(verifies('http.method-and-name-headers', '%s'), (method, params, name) => {
    expect(headersOf(method, params)).toEqual({
      'mcp-method': method,
      'mcp-protocol-version': '2026-07-28',
      ...(name !== undefined && { 'mcp-name': name }),
    });
  });

  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['two words', 'two words'],
    ['tab\tinside', 'tab\tinside'],
    [' before', '=?base64?IGJlZm9yZQ==?='],
    ['after ', '=?base64?YWZ0ZXIg?='],
    ['é', '=?base64?w6k=?='],
    ['日本', '=?base64?5pel5pys?='],
    ['line\nbreak', '=?base64?bGluZQpicmVhaw==?='],
    ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
  ])(verifies('http.header-encoding', '%j'), (value, header) => {
    expect(headerValue(value)).toBe(header);
  });

  it(verifies('http.param-headers'), () => {
    const tool = toolWith({
      region: { type: 'string', 'x-mcp-header': 'Region' },
      count: { type: 'integer', 'x-mcp-header': 'Count' },
      dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
      none: { type: 'string', 'x-mcp-header': 'None' },
      absent: { type: 'string', 'x-mcp-header': 'Absent' },
      where: { type: 'object', properties: { zone: { type: 'string', 'x-mcp-header': 'Zone' } } },
      plain: { type: 'string' },
    });
    const args = { region: 'eu ', count: 42, dry: false, none: null, where: { zone: 'b' }, plain: 'x' };
    expect(headersOf('tools/call', { name: 't', arguments: args }, tool)).toMatchObject({
      'mcp-param-region': '=?base64?ZXUg?=',
      'mcp-param-count': '42',
      'mcp-param-dry-run': 'false',
      'mcp-param-zone': 'b',
    });
    expect(Object.keys(headersOf('tools/call', { name: 't', arguments: args }, tool))).toHaveLength(7);
  });

  it.each<[string, JsonValue]>([
    ['empty', { a: { type: 'string', 'x-mcp-header': '' } }],
    ['no string', { a: { type: 'string', 'x-mcp-header': 5 } }],
    ['no token', { a: { type: 'string', 'x-mcp-header': 'a b' } }],
    ['a line break', { a: { type: 'string', 'x-mcp-header': 'a\r\nb' } }],
    ['on a number', { a: { type: 'number', 'x-mcp-header': 'A' } }],
    ['on an object', { a: { type: 'object', 'x-mcp-header': 'A' } }],
    ['on no type', { a: { 'x-mcp-header': 'A' } }],
    ['used twice', { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } }],
    ['under items', { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } }],
    ['under oneOf', { a: { oneOf: [{ type: 'string', 'x-mcp-header': 'A' }] } }],
    ['under $defs', { a: { $defs: { b: { type: 'string', 'x-mcp-header': 'A' } } } }],
    ['under items of properties', { a: { items: { properties: { b: { type: 'string', 'x-mcp-header': 'A' } } } } }],
  ])(verifies('http.invalid-param-header-excluded', 'one that is %s'), (_name, properties) => {
    expect(headerParameters({ type: 'object', properties })).toEqual({
      problem: {
        code: expect.stringMatching(/^tool-header-/),
        message: expect.stringContaining('Its x-mcp-header is invalid'),
        parts: expect.any(Object),
      },
    });
  });

  it('takes data of a schema for no annotation', () => {
    const schema = { type: 'object', properties: { a: { type: 'object', default: { 'x-mcp-header': '' } } } };
    expect(headerParameters(schema)).toEqual({ parameters: [] });
    expect(headerParameters({ type: 'object', properties: { 'x-mcp-header': { type: 'string' } } })).toEqual({
      parameters: [],
    });
  });
});
