import type { JsonObject } from '../../../shared/json.js';
import type { ModelTool } from '../model-client.js';

/** A tool as a request body holds it. `properties`: a trailing `?` makes one optional. */
export function tool(name: string, description: string, properties: Record<string, JsonObject> = {}): ModelTool {
  const entries = Object.entries(properties).map(([key, schema]) => [key.replace(/\?$/, ''), schema] as const);
  const required = Object.keys(properties).filter((key) => !key.endsWith('?'));
  return { name, description, input_schema: { type: 'object', properties: Object.fromEntries(entries), required } };
}

const text: JsonObject = { type: 'string' };
const whole: JsonObject = { type: 'integer' };

/** What Gatehouse offers with its sample servers connected. */
export const SAMPLE_TOOLS: readonly ModelTool[] = [
  tool(
    'read',
    'Read a file of the workspace: UTF-8 text (256 KB at most, by lines), or an image (PNG, JPEG, GIF, WebP). A folder gives the names in it.',
    { path: text, 'offset?': whole, 'limit?': whole },
  ),
  tool('write', 'Write a whole file in the workspace. Replaces what is there; creates missing folders.', {
    path: text,
    content: text,
  }),
  tool(
    'edit',
    'Replace text in a file of the workspace. old_string must be in the file exactly once, character for character, unless replace_all is true.',
    { path: text, old_string: text, new_string: text, 'replace_all?': { type: 'boolean' } },
  ),
  tool(
    'bash',
    'Run a shell command in the workspace folder. Gives what it printed (64 KB at most, beginning and end) and its exit code. Nothing it starts goes on after it ends.',
    { command: text, 'timeout_seconds?': whole },
  ),
  tool('connect_mcp', 'Connect one of the configured MCP servers by its name. Gives the names of the tools found.', {
    server: { type: 'string', description: 'The name of the server.' },
  }),
  tool('mcp__notes__list_notes', 'Lists the names of all notes, one a line. 列出所有笔记的名字。'),
  tool('mcp__notes__read_note', 'Reads one note and returns its Markdown text. 读一篇笔记的内容。', { name: text }),
  tool(
    'mcp__notes__add_note',
    'Adds a new note. It never overwrites: a name that is taken is refused. 新建一篇笔记。',
    { name: text, content: text },
  ),
  tool(
    'mcp__docs__search',
    'Searches the pages about Gatehouse and returns up to five passages, each with its page and line. 搜索 Gatehouse 的文档。',
    { query: text },
  ),
  tool('mcp__docs__get_version', 'Says which version of Gatehouse this is. 查看 Gatehouse 的版本。'),
  tool('mcp__deploy__status', 'Shows the last 20 deployments: time, service, version. 查看最近的部署。'),
  tool(
    'mcp__deploy__trigger',
    'Deploys a version of a service, in place of the one that runs. In this sample that means: adds a line to the deployments log. 触发一次部署。',
    { service: text, version: text },
  ),
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
