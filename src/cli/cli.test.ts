import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchFingerprint } from '../core/servers/launch-fingerprint.js';
import type { StdioLaunch } from '../shared/server.js';
import { CliHome } from './cli.test-kit.js';

let home: CliHome;
beforeEach(() => {
  home = new CliHome();
});
afterEach(async () => {
  expect(await home.leftovers()).toEqual([]);
  await home.close();
});

const ADD = ['call', 'notes', 'add_note', '{"name":"x","content":"hello"}'];

describe('gatehouse', () => {
  it('helps with the whole and with each command, and says what its exit codes mean', async () => {
    const whole = await home.run(['--help']);
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    for (const command of ['servers', 'tools', 'resources', 'prompts', 'call', 'chat']) {
      expect(whole.stdout).toContain(`  ${command}`);
      const { code, stdout } = await home.run([command, '--help']);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: gatehouse ${command}`, 'u'));
      for (const part of ['--config', '--yes-start', '--json', '3    not allowed']) expect(stdout).toContain(part);
    }
  });

  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(await home.run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('ends with 2 for a mistake, and says where help is', async () => {
    const { code, stdout, stderr } = await home.run(['call', 'notes']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe('gatehouse: “call” needs a server and a tool.\nSee: gatehouse call --help\n');
  });
});

describe('gatehouse servers', () => {
  it('lists the servers and starts none', async () => {
    const { code, stdout } = await home.run(['servers']);
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^SERVER {2}FROM {5}START {6}COMMAND OR ADDRESS$/u);
    expect(stdout).toMatch(/^notes {3}bundled {2}by itself {2}\S+ \S+notes\.js /mu);
    expect(stdout).not.toContain('\u001B');
    expect(home.has('data')).toBe(false);
  });

  it('starts them with --connect, and says how each runs', async () => {
    const config = home.config({
      good: { command: process.execPath, args: [resolve('out/servers/mischief.js'), home.folder] },
      bad: { command: process.execPath, args: [resolve('out/servers/mischief.js'), '--exit-before-handshake'] },
      off: { command: 'true', disabled: true, env: { TOKEN: 'very secret' } },
    });
    const options = ['servers', '--config', config, '--yes-start', '--connect'];
    const { code, stdout } = await home.run(options);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^good {4}running {2}6 {6}2025-11-25$/mu);
    expect(stdout).toMatch(/^bad {5}failed {11}.*API_KEY missing/mu);
    expect(stdout).toMatch(/^off {5}stopped$/mu);
    const { value } = await home.json(options);
    expect(value).toMatchObject({
      servers: [
        { name: 'good', source: 'file', start: 'by itself', status: { kind: 'running' }, tools: 6 },
        { name: 'bad', status: { kind: 'failed' } },
        { name: 'off', start: 'by name', envKeys: ['TOKEN'], status: { kind: 'stopped' } },
      ],
    });
    expect(JSON.stringify(value)).not.toContain('very secret');
  });
});

describe('gatehouse tools', () => {
  it('lists what every server offers, what it claims, and what would happen', async () => {
    const { code, stdout, stderr } = await home.run(['tools']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^notes {3}add_note {18}asks {2}Adds a new note\./mu);
    expect(stdout).toMatch(/^notes {3}read_note {4}read-only {4}runs {2}/mu);
    expect(stdout).toMatch(/^deploy {2}trigger {6}destructive {2}asks {2}/mu);
  });

  it('gives the schema and the decision of each as JSON', async () => {
    const { code, value } = await home.json(['tools', 'docs']);
    expect(code).toBe(0);
    expect(value).toMatchObject({
      tools: [
        { server: 'docs', name: 'get_version', decision: { verdict: 'allow', rule: 'host-policy' } },
        { server: 'docs', name: 'search', inputSchema: { type: 'object' }, wireName: 'mcp__docs__search' },
      ],
      hidden: [],
      failed: [],
    });
  });

  it('tells of tools that can not be offered, and of servers that do not start', async () => {
    const bad = await home.run(['tools', '--config', home.mischief('--bad-tools'), '--yes-start']);
    expect(bad.code).toBe(0);
    expect(bad.stderr).toMatch(/^hidden: /mu);
    const gone = await home.run(['tools', '--config', home.mischief('--exit-before-handshake'), '--yes-start']);
    expect([gone.code, gone.stdout]).toEqual([1, '']);
    expect(gone.stderr).toContain('API_KEY missing');
  });

  it('ends, and leaves no process, when the reader goes away', async () => {
    const running = home.start(['tools']);
    running.dropOutput();
    expect((await running.ended).code).toBe(141);
  });
});

describe('gatehouse call', () => {
  it('prints the result, with the arguments from the command line and from stdin', async () => {
    expect(await home.run(['call', 'docs', 'get_version'])).toMatchObject({ code: 0, stderr: '' });
    const read = await home.run(['call', 'notes', 'read_note', '-'], { input: '{"name":"agent-loop"}' });
    expect(read.code).toBe(0);
    expect(read.stdout).toMatch(/^# /u);
    const { code, value } = await home.json(['call', 'deploy', 'status']);
    expect(code).toBe(0);
    expect(value).toEqual({
      server: 'deploy',
      tool: 'status',
      isError: false,
      content: [{ type: 'text', text: 'Nothing has been deployed yet.' }],
    });
  });

  it('ends with 1 where the tool fails', async () => {
    const missing = await home.run(['call', 'notes', 'read_note', '{"name":"no-such"}']);
    expect([missing.code, missing.stdout]).toEqual([1, '']);
    expect(missing.stderr).toContain('no-such');
    const { code, value } = await home.json(['call', 'notes', 'read_note', '{"name":"no-such"}']);
    expect(code).toBe(1);
    expect(value).toMatchObject({ isError: true });
  });

  it.each([
    [['call', 'nowhere', 'x'], 'unknown-server', 'The servers are: notes, docs, deploy.'],
    [['call', 'notes', 'x'], 'unknown-tool', 'Its tools: add_note, list_notes, read_note.'],
    [['call', 'notes', 'read_note', '{"name":\n x}'], 'bad-arguments', 'line 2, column 2'],
    [['call', 'notes', 'read_note', '["x"]'], 'bad-arguments', 'must be a JSON object'],
    [['call', 'notes', 'read_note', '{"nam":"x"}'], 'bad-arguments', 'name'],
  ])('ends with 2 for %j', async (args, code, message) => {
    expect(await home.json(args)).toEqual({
      code: 2,
      value: { error: { code, message: expect.stringContaining(message) } },
    });
  });

  it('denies what has to be confirmed where there is no terminal, and does not hang', async () => {
    const { code, stdout, stderr } = await home.run(ADD, { input: 'y\ny\n' });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('notes ▸ add_note was not run: it has to be confirmed, and there is no terminal');
    expect(home.has('data/notes/x.md')).toBe(false);
    const open = home.start([...ADD, '--json', '--yes-start']);
    expect(await open.ended).toMatchObject({ code: 3, stdout: expect.stringContaining('"code": "denied"') });
  });

  it('is stopped by Ctrl+C: the server hears of it, and no process is left', async () => {
    const heard = join(home.folder, 'heard.txt');
    const config = home.config({ slow: { command: process.execPath, args: ['-e', SLOW_SERVER, heard] } });
    mkdirSync(home.data);
    keepInApp('slow', config);
    const running = home.start(['call', 'slow', 'wait'], { env: {} });
    await running.until('the call', () => home.has('heard.txt') && home.read('heard.txt').includes('tools/call'));
    running.signal('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130, stdout: '' });
    expect(home.read('heard.txt')).toContain('notifications/cancelled');
  });
});

/** Answers everything but a call; writes every method it hears into a file. */
const SLOW_SERVER = `
const { appendFileSync } = require('node:fs');
const tools = [{ name: 'wait', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  appendFileSync(process.argv[1], method + '\\n');
  const result =
    method === 'initialize'
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
      : method === 'tools/list' ? { tools } : undefined;
  const answer = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
  if (id !== undefined && method !== 'tools/call') {
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
  }
});
`;

/** Writes the files of the app so that it has the server of this config file, confirmed, its hints trusted. */
function keepInApp(name: string, config: string, never?: string): void {
  const { mcpServers } = JSON.parse(readFileSync(config, 'utf8'));
  const launch: StdioLaunch = { kind: 'stdio', env: {}, ...mcpServers[name] };
  const server = { id: 's1', name, launch, trustReadOnlyHint: true, autoConnect: true, bundled: false };
  const servers = [{ ...server, confirmedLaunch: launchFingerprint(launch) }];
  writeFileSync(join(home.data, 'servers.json'), JSON.stringify({ version: 1, servers }));
  const entry = { serverId: 's1', tool: never, verdict: 'deny', origin: 'user', since: '2026-11-30T00:00:00Z' };
  const policies = never === undefined ? [] : [entry];
  writeFileSync(join(home.data, 'policies.json'), JSON.stringify({ version: 1, policies }));
}

describe('the servers of a file', () => {
  it('are the only ones, and are not started where nobody can confirm their command', async () => {
    const config = home.mischief();
    const denied = await home.run(['call', 'mischief', 'echo', '{"text":"x"}', '--config', config], { input: 'y\n' });
    expect([denied.code, denied.stdout]).toEqual([3, '']);
    expect(denied.stderr).toContain('its command has to be confirmed, and there is no terminal to ask on');
    expect(denied.stderr).toContain('--yes-start');
    const listed = await home.run(['servers', '--config', config]);
    expect(listed.stdout).toMatch(/^mischief {2}file {2}asks first {2}/mu);
    expect(listed.stdout).not.toContain('notes');
    expect(home.has('data')).toBe(false);
  });

  it('are started by --yes-start, which allows no tool', async () => {
    const options = ['--config', home.mischief(), '--yes-start'];
    expect(await home.run(['tools', ...options])).toMatchObject({ code: 0 });
    const echo = await home.run(['call', 'mischief', 'echo', '{"text":"x"}', ...options], { input: 'y\n' });
    expect([echo.code, echo.stdout]).toEqual([3, '']);
  });

  it('that is no JSON is an error with line and column', async () => {
    const config = home.file('bad.json', '{\n  "mcpServers": {\n    "a": { "command": "x", }\n  }\n}\n');
    const { code, stdout, stderr } = await home.run(['tools', '--config', config]);
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toBe(
      `gatehouse: ${config}: This is not JSON: line 3, column 28: a name in double quotes is expected here.\n`,
    );
    expect(await home.json(['servers', '--config', config])).toMatchObject({
      code: 4,
      value: { error: { code: 'bad-config' } },
    });
  });

  it('that is not there, or holds a wrong entry, is an error that says so', async () => {
    expect(await home.run(['tools', '--config', 'none.json'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('none.json'),
    });
    const wrong = home.file('wrong.json', '{"mcpServers":{"a":{"command":"x","args":[1]}}}');
    expect(await home.run(['tools', '--config', wrong])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('a: “args”, place 1, must be a text'),
    });
  });
});

describe('the files of the app', () => {
  it('hold: a confirmed server starts, “never” is never, and nothing in the folder is changed', async () => {
    mkdirSync(home.data);
    keepInApp('mischief', home.mischief(), 'echo');
    const before = snapshot(home.data);
    expect(await home.run(['servers'])).toMatchObject({
      stdout: expect.stringMatching(/^mischief {2}app {3}by itself/mu),
    });
    const { code, value } = await home.json(['call', 'mischief', 'echo', '{"text":"x"}']);
    expect(code).toBe(3);
    expect(value).toMatchObject({ error: { code: 'denied', message: expect.stringContaining('to never') } });
    // What is added is the record: also a call that did not run is in it.
    const { audit, 'audit-head.json': head, ...rest } = snapshot(home.data);
    expect(rest).toEqual(before);
    expect([audit, head]).toEqual([expect.stringContaining('"by":"policy"'), expect.stringContaining('"seq":1')]);
  });

  it('that can not be used end the run: going on could drop a “never”', async () => {
    mkdirSync(home.data);
    writeFileSync(join(home.data, 'policies.json'), '{ "version": 1,\n "policies": [,] }');
    const { code, stderr } = await home.run(['call', 'docs', 'get_version']);
    expect(code).toBe(4);
    expect(stderr).toContain("policies.json can't be used: it is not JSON");
    expect(stderr).toContain('line 2, column 15');
    expect(readdirSync(home.data)).toEqual(['policies.json']);
  });
});

describe('gatehouse audit verify', () => {
  it('finds the record of its calls as it was written, and a hand in it', async () => {
    expect(await home.json(['audit', 'verify'])).toMatchObject({ code: 0, value: { sound: true, records: 0 } });
    await home.run(['call', 'docs', 'get_version']);
    expect(await home.run(['audit', 'verify'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^2 records in 1 file, /u),
      stderr: 'The record is as it was written.\n',
    });
    const file = join(home.data, 'audit', 'record-000001.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('get_version', 'set_version'));
    expect(await home.run(['audit', 'verify'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('record-000001.jsonl:1: this record is not what was written (record 1)'),
    });
    expect(await home.json(['audit', 'verify'])).toMatchObject({ code: 5, value: { sound: false, problemCount: 1 } });
  });

  it('runs nothing that changes something where no record can be written', async () => {
    mkdirSync(home.data);
    writeFileSync(join(home.data, 'audit'), 'in the way');
    const { code, stderr } = await home.run(['call', 'docs', 'get_version']);
    expect(code).toBe(3);
    expect(stderr).toContain("Gatehouse can't write its record");
  });

  it('is the one thing that “audit” can do', async () => {
    expect(await home.run(['audit'])).toMatchObject({ code: 2, stderr: expect.stringContaining('verify') });
  });
});

function snapshot(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).map((entry) => [
      entry.name,
      entry.isDirectory()
        ? Object.values(snapshot(join(folder, entry.name))).join('')
        : readFileSync(join(folder, entry.name), 'utf8'),
    ]),
  );
}
