import type { JsonObject } from '../../../shared/json.js';
import type { ModelTool } from '../model-client.js';

/** A tool as a request body holds it. `properties`: a trailing `?` makes one optional. */
export function tool(name: string, description: string, properties: Record<string, JsonObject> = {}): ModelTool {
  const entries = Object.entries(properties).map(([key, schema]) => [key.replace(/\?$/, ''), schema] as const);
  const required = Object.keys(properties).filter((key) => !key.endsWith('?'));
  return { name, description, input_schema: { type: 'object', properties: Object.fromEntries(entries), required } };
}

export const text: JsonObject = { type: 'string' };
export const whole: JsonObject = { type: 'integer' };

/** What Gatehouse offers with its sample servers connected. */
export const SAMPLE_TOOLS: readonly ModelTool[] = [
  tool('read', 'Reads a text file in the workspace.', { path: text }),
  tool('write', 'Writes a text file in the workspace, and makes the folders it needs.', { path: text, content: text }),
  tool('edit', 'Replaces one piece of text in a file of the workspace.', {
    path: text,
    old_text: text,
    new_text: text,
  }),
  tool('bash', 'Runs a shell command in the workspace and returns what it prints.', { command: text }),
  tool('connect_mcp', 'Connects a configured MCP server by its name and returns the tools found.', { name: text }),
  tool('mcp__notes__list_notes', 'List the names of all notes.'),
  tool('mcp__notes__read_note', 'Read one note.', { name: text }),
  tool('mcp__notes__add_note', 'Create a new note in Markdown.', { name: text, content: text }),
  tool('mcp__docs__search', 'Search the documentation of Gatehouse.', { query: text }),
  tool('mcp__docs__get_version', 'Get the version of the documentation.'),
  tool('mcp__deploy__status', 'Show which version of each service is deployed.'),
  tool('mcp__deploy__trigger', 'Deploy a version of a service.', { service: text, version: text }),
];

/** Servers that the practice model has never heard of. */
export const FOREIGN_TOOLS: readonly ModelTool[] = [
  tool('mcp__calendar__create_event', 'Create an event in the calendar.', {
    title: text,
    date: text,
    'location?': text,
  }),
  tool('mcp__calendar__list_events', 'List upcoming events.', { 'date?': text }),
  tool('mcp__weather__get_forecast', 'Get the weather forecast for a city.', { city: text, 'days?': whole }),
  tool('mcp__tracker__chuangjian', '创建一个工单', {
    title: { type: 'string', description: '标题' },
    'priority?': { type: 'string', description: '优先级', enum: ['low', 'high'] },
  }),
  tool('mcp__tracker__liebiao', '列出所有工单', { 'status?': { type: 'string', enum: ['open', 'closed'] } }),
  tool('mcp__math__add', 'Add two numbers.', { a: { type: 'number' }, b: { type: 'number' } }),
  tool('mcp__home__setLight', 'Set a light on or off.', { room: text, on: { type: 'boolean' } }),
  tool('mcp__chat__sendMessage', 'Send a message to a user.', { user: text, message: text }),
];
