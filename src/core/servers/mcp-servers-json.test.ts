import { describe, expect, it } from 'vitest';
import { parseMcpServersJson } from './mcp-servers-json.js';

const parse = (value: unknown, names: string[] = []) => parseMcpServersJson(JSON.stringify(value), names);

describe('parseMcpServersJson', () => {
  it('reads what other hosts write', () => {
    const entry = { command: 'npx', args: ['-y', 'server-x'], env: { KEY: 'v' }, cwd: '/srv' };
    expect(parse({ mcpServers: { tracker: entry } })).toEqual([
      { name: 'tracker', launch: { kind: 'stdio', ...entry }, autoConnect: true, ignored: [] },
    ]);
  });

  it.each([
    [{}, { kind: 'http', transport: 'auto' }],
    [{ type: 'http' }, { kind: 'http', transport: 'auto' }],
    [{ type: 'streamable-http' }, { kind: 'http', transport: 'streamable-http' }],
    [{ transport: 'streamableHttp' }, { kind: 'http', transport: 'streamable-http' }],
    [{ transport: 'sse' }, { kind: 'http', transport: 'sse' }],
  ])('reads an address with %j', (more, launch) => {
    const headers = { Authorization: 'Bearer ${env:TOKEN}' };
    const [server] = parse({ mcpServers: { a: { url: 'https://${env:HOST}/mcp', headers, ...more } } });
    expect(server).toEqual({
      name: 'a',
      launch: { url: 'https://${env:HOST}/mcp', headers, ...launch },
      autoConnect: true,
      ignored: [],
    });
  });

  it.each([{}, { type: 'ws' }, { transport: 'websocket' }])('reads a WebSocket with %j', (more) => {
    const [server] = parse({ a: { url: 'wss://a.example/mcp', ...more, timeout: 3 } });
    expect(server).toMatchObject({
      launch: { kind: 'websocket', url: 'wss://a.example/mcp', headers: {} },
      ignored: ['timeout'],
    });
  });

  it('reads the inner object alone, and a command without anything else', () => {
    const [server] = parse({ tracker: { command: 'tracker' } });
    expect(server).toMatchObject({ name: 'tracker', launch: { command: 'tracker', args: [], env: {} } });
  });

  it('takes a server named mcpServers in the inner object for a server', () => {
    expect(parse({ mcpServers: { command: 'x' } })).toMatchObject([{ name: 'mcpServers' }]);
  });

  it('says which fields it does not use, and honours disabled', () => {
    const [server] = parse({ mcpServers: { a: { command: 'a', alwaysAllow: ['x'], timeout: 3, disabled: true } } });
    expect(server).toMatchObject({ ignored: ['alwaysAllow', 'timeout'], autoConnect: false });
  });

  it('reports a key that stands twice instead of dropping the first', () => {
    expect(() => parseMcpServersJson('{"mcpServers": {"a": {"command": "x"},\n"a": {"command": "y"}}}', [])).toThrow(
      '“a” stands twice in one object (line 2, column 1).',
    );
  });

  it.each([
    [{ mcpServers: { notes: { command: 'x' } } }, 'notes: There is already a server named “notes”.'],
    [{ mcpServers: { Notes: { command: 'x' } } }, 'There is already a server named “Notes”.'],
    [{ mcpServers: { a: { type: 'carrier-pigeon', url: 'x' } } }, 'a: "carrier-pigeon" is no type of server'],
    [{ mcpServers: { a: { type: 'sse', command: 'x' } } }, 'a: “url” must be a text.'],
    [{ mcpServers: { a: { command: 'x', url: 'https://a.example' } } }, 'a: it has a “command” and a “url”'],
    [{ mcpServers: { a: { type: 'stdio', url: 'https://a.example' } } }, 'a: a server of type stdio has a “command”'],
    [{ mcpServers: { a: { url: 'https://ada:pw@a.example/' } } }, 'a: The address holds a user name or password'],
    [{ mcpServers: { a: { url: 'ftp://a.example/' } } }, 'a: The address must begin with http:// or https://.'],
    [{ mcpServers: { a: { url: 'https://a.example/', headers: { A: 1 } } } }, 'a: “headers.A” must be a text'],
    [{ mcpServers: { a: { url: 'https://a.example/', headers: { 'a b': '' } } } }, 'can not be the name of a header'],
    [{ mcpServers: { a: { url: 'https://a.example/', headers: { Accept: 'x' } } } }, 'Accept is set by Gatehouse'],
    [{ mcpServers: { a: { command: 'x', args: ['p', 8080] } } }, 'a: “args”, place 2, must be a text: write "8080".'],
    [{ mcpServers: { a: { command: 'x', env: { PORT: 1 } } } }, 'a: “env.PORT” must be a text'],
    [{ mcpServers: { a: { args: [] } } }, 'a: “command” must be a text.'],
    [{ mcpServers: { a: { command: 'x', cwd: 'relative' } } }, 'a: The folder must be an absolute path'],
    [{ mcpServers: { gatehouse: { command: 'x' } } }, 'is the name of Gatehouse’s own tools'],
    [{ mcpServers: { 'a\u202E': { command: 'x' } } }, 'can not be seen'],
    [{ mcpServers: {} }, 'There is no server in it.'],
    [{ command: 'x' }, 'one entry without a name'],
    [[], 'An object with “mcpServers” is expected.'],
  ])('refuses %j as a whole', (value, message) => {
    expect(() => parse(value, ['notes'])).toThrow(message);
  });

  it('names every problem at once', () => {
    const bad = { mcpServers: { a: { command: 1 }, b: { url: 7 }, c: { command: 'fine' } } };
    expect(() => parse(bad)).toThrow(/a: “command”[\s\S]*b: “url” must be a text/);
  });
});
