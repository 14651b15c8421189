import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startHttpServer } from '../http/http-server.test-kit.js';
import { json, result, scripted, type Script } from '../mcp/transports/scripted-http.test-kit.js';
import type { ElicitationQuestion } from './elicitation-presenter.js';
import type { Wanted } from './host.test-kit.js';
import {
  freePort,
  httpLaunch,
  RemoteHost,
  startEverything,
  startSample,
  webSocketLaunch,
} from './remote-host.test-kit.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // children start slowly on a busy machine

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function remoteHost(wanted: Wanted = {}): Promise<RemoteHost> {
  const host = await RemoteHost.open(wanted);
  cleanUp.push(() => host.close());
  return host;
}

async function started<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const server = await starting;
  cleanUp.push(() => server.stop());
  return server;
}

const INFO = { capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
const ECHO = { name: 'echo', inputSchema: { type: 'object', properties: {} } };

/** A server of 2025-11-25 over HTTP with one tool; `script` says what is different, `count` what it was asked. */
async function scriptedServer(script: Script = {}) {
  const count: Record<string, number> = {};
  const usual: Script = {
    'server/discover': (response, { id }) =>
      json(response, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Unknown.' } }),
    initialize: (response, { id }) => {
      response.setHeader('mcp-session-id', `session-${count['initialize']}`);
      json(response, result(id, { protocolVersion: '2025-11-25', ...INFO }));
    },
    ping: (response, { id }) => json(response, result(id)),
    'tools/list': (response, { id }) => json(response, result(id, { tools: [ECHO] })),
    'tools/call': (response, { id }) => json(response, result(id, { content: [{ type: 'text', text: 'done' }] })),
  };
  const counted = Object.fromEntries(
    Object.entries({ ...usual, ...script }).map(([method, answer]): [string, Script[string]] => [
      method,
      (response, message, request) => {
        count[method] = (count[method] ?? 0) + 1;
        answer(response, message, request);
      },
    ]),
  );
  const server = await startHttpServer(scripted(counted));
  cleanUp.push(() => server.close());
  return { count, url: new URL(`${server.origin}/mcp`) };
}

/** A server of 2026-07-28, made with the official SDK, whose one tool adds another. */
const MODERN = `
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
serveStdio(() => {
  const server = new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
  server.registerTool('change', { description: 'Adds a tool.', inputSchema: z.object({}) }, async () => {
    server.registerTool('another', { description: 'New.', inputSchema: z.object({}) }, async () => ({ content: [] }));
    return { content: [] };
  });
  return server;
});
`;

describe('a server that is elsewhere', () => {
  it.each([
    ['http', 'streamable-http'],
    ['ws', 'websocket'],
  ] as const)('over %s is confirmed with its address, lists and answers', async (scheme, transport) => {
    const docs = await started(startSample('docs', `--${scheme}`, '0'));
    const url = docs.url(scheme);
    const host = await remoteHost();
    const id = await host.add('far', scheme === 'ws' ? webSocketLaunch(url) : httpLaunch(url));
    host.host.desk.answer = () => false;
    await expect(host.connect(id)).rejects.toMatchObject({ code: 'not-confirmed' });
    expect(host.host.desk.questions).toMatchObject([{ kind: 'connect-remote', serverName: 'far', url: url.href }]);
    host.host.desk.answer = () => true;
    const view = await host.connect(id);
    expect(view.status).toMatchObject({ kind: 'running', transport, revision: '2025-11-25' });
    expect(view.tools.map((tool) => String(tool.name))).toEqual(['get_version', 'search']);
    expect(await host.call('mcp__far__search', { query: 'policy order' })).toContain('.md');
    await host.host.commands['servers.disconnect']({ id });
    await host.connect(id);
    expect(host.host.desk.questions).toHaveLength(2);
  });

  it.each([
    ['streamableHttp', '/mcp', 'streamable-http'],
    ['sse', '/sse', 'sse'],
  ] as const)('of others over %s is imported by its address and found out', async (mode, path, transport) => {
    const port = await freePort();
    await started(startEverything(mode, port));
    const host = await remoteHost();
    const mcpServers = { every: { url: `http://127.0.0.1:${port}${path}` } };
    const { ids } = await host.host.commands['servers.import']({ json: JSON.stringify({ mcpServers }) });
    const view = await host.connect(ids[0] ?? '');
    expect(view.status).toMatchObject({ kind: 'running', transport });
    expect(await host.call('mcp__every__echo', { message: '笔记' })).toBe('Echo: 笔记');
  });

  it('gets headers with variables of the environment, and the page gets only their names', async () => {
    const seen: unknown[] = [];
    const { url } = await scriptedServer({
      'tools/list': (response, { id }, request) => {
        seen.push(request.headers['authorization'], request.headers['x-tenant']);
        json(response, result(id, { tools: [] }));
      },
    });
    const host = await remoteHost({ env: { TOKEN: 'env-secret' } });
    const headers = { Authorization: 'Bearer ${env:TOKEN}', 'X-Tenant': 'stored-secret' };
    const id = await host.add('far', httpLaunch(url, { headers }));
    await host.connect(id);
    expect(seen).toEqual(['Bearer env-secret', 'stored-secret']);
    const kept = { Authorization: null, 'X-Tenant': null };
    await host.add('far', httpLaunch(url, { headers: kept, proxy: 'direct' }), { id });
    await host.connect(id);
    expect(seen.slice(2)).toEqual(['Bearer env-secret', 'stored-secret']);
    expect((await host.view(id)).launch).toMatchObject({ headerKeys: ['Authorization', 'X-Tenant'], proxy: 'direct' });
    expect(JSON.stringify([host.host.events, await host.host.now()])).not.toMatch(/-secret/);
    const elsewhere = httpLaunch('http://127.0.0.1:1/mcp', { headers: kept });
    await expect(host.add('far', elsewhere, { id })).rejects.toThrow('There is no stored value of Authorization');
  });

  it('that lets nobody in is told apart, with a next step', async () => {
    const { url, count } = await scriptedServer({
      initialize: (response) => void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
    });
    const host = await remoteHost();
    const id = await host.add('far', httpLaunch(url));
    await expect(host.connect(id)).rejects.toMatchObject({ code: 'sign-in-required' });
    expect((await host.view(id)).status).toMatchObject({
      kind: 'sign-in-required',
      message: expect.stringContaining('Sign in, or check the credentials in the headers'),
    });
    expect(count['initialize']).toBe(1);
  });

  it('that asks for a sign-in in the middle is told apart too', async () => {
    const { url } = await scriptedServer({ 'tools/call': (response) => void response.writeHead(401).end() });
    const host = await remoteHost();
    const id = await host.add('far', httpLaunch(url));
    await host.connect(id);
    expect(await host.call('mcp__far__echo')).toContain('HTTP 401');
    await host.reaches(id, 'sign-in-required');
  });

  it.each([
    ['https://ada:pw@a.example/mcp', 'user name or password'],
    ['ftp://a.example/', 'must begin with http:// or https://'],
  ])('is not saved with the address %s', async (url, why) => {
    const host = await remoteHost();
    await expect(host.add('far', httpLaunch(url))).rejects.toThrow(why);
  });
});

describe('what was found out about a server', () => {
  it('is asked once and remembered, also over a restart of the app', async () => {
    const { url, count } = await scriptedServer();
    const host = await remoteHost();
    const id = await host.add('far', httpLaunch(url));
    await host.connect(id);
    expect([count['server/discover'], count['initialize']]).toEqual([1, 1]);
    await host.host.commands['servers.disconnect']({ id });
    await host.connect(id);
    await host.host.restart();
    await host.connect(id);
    expect([count['server/discover'], count['initialize']]).toEqual([1, 3]);
  });

  it('is not asked where the user has set it', async () => {
    const { url, count } = await scriptedServer();
    const host = await remoteHost();
    const id = await host.add('far', httpLaunch(url), { era: 'legacy' });
    expect((await host.connect(id)).era).toBe('legacy');
    expect(count['server/discover']).toBeUndefined();
  });
});

describe('a connection over the network', () => {
  it('begins anew after a forgotten session, with no id of one in its log, and the call that met it is carried out once', async () => {
    let carriedOut = 0;
    const { url, count } = await scriptedServer({
      'tools/call': (response, { id }, request) => {
        if (request.headers['mcp-session-id'] === 'session-1') {
          response.writeHead(404).end();
        } else {
          carriedOut += 1;
          json(response, result(id, { content: [{ type: 'text', text: 'done' }] }));
        }
      },
    });
    const host = await remoteHost();
    const id = await host.add('far', httpLaunch(url));
    await host.connect(id);
    expect(await host.call('mcp__far__echo')).toBe('done');
    expect([carriedOut, count['tools/call'], count['initialize']]).toEqual([1, 2, 2]);
    const said = await host.said(id);
    expect(said).toContain('The server has forgotten the session; a new one begins.');
    // Who knows the id of a session can speak in it.
    expect(said).not.toMatch(/session-\d/u);
  });

  it('does not call another tool under the same name after that', async () => {
    const { url, count } = await scriptedServer({
      'tools/list': (response, { id }, request) => {
        const description = `as of ${String(request.headers['mcp-session-id'])}`;
        json(response, result(id, { tools: [{ ...ECHO, description }] }));
      },
      'tools/call': (response) => void response.writeHead(404).end(),
    });
    const host = await remoteHost();
    await host.connect(await host.add('far', httpLaunch(url)));
    expect(await host.call('mcp__far__echo')).toContain('forgotten the session');
    expect(count['tools/call']).toBe(1);
  });

  it('does not send a call twice whose answer was lost', async () => {
    const { url, count } = await scriptedServer({ 'tools/call': (response) => void response.destroy() });
    const host = await remoteHost();
    const id = await host.add('far', httpLaunch(url));
    await host.connect(id);
    expect(await host.call('mcp__far__echo')).toContain('may have been carried out');
    expect(count['tools/call']).toBe(1);
    expect((await host.view(id)).status.kind).toBe('running');
  });

  it('comes back by itself when its stream broke, once the server is there again', async () => {
    const port = await freePort();
    const first = await started(startEverything('sse', port));
    const host = await remoteHost();
    const id = await host.add('every', httpLaunch(`http://127.0.0.1:${port}/sse`, { transport: 'sse' }));
    await host.connect(id);
    await first.stop();
    const failed = await host.reaches(id, 'failed');
    expect(failed.status).toMatchObject({ retryAt: expect.any(Number) });
    await started(startEverything('sse', port));
    await host.reaches(id, 'running');
    expect(await host.call('mcp__every__echo', { message: 'back' })).toBe('Echo: back');
  });

  it('is looked at when the computer wakes up, and connected anew at once', async () => {
    const port = await freePort();
    const first = await started(startSample('docs', '--ws', String(port)));
    const host = await remoteHost();
    const id = await host.add('far', webSocketLaunch(first.url('ws')));
    const before = await host.connect(id);
    host.host.host.wake();
    expect((await host.view(id)).status).toEqual(before.status);
    await first.stop();
    await host.reaches(id, 'failed');
    await started(startSample('docs', '--ws', String(port)));
    host.host.host.wake();
    await host.reaches(id, 'running');
  });
});

describe('what a server asks', () => {
  const everything = { kind: 'stdio', command: '${node}', env: {}, cwd: '' } as const;
  const args = [join(process.cwd(), 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')];

  it('of the user is declined with a line in its log where nobody can be asked', async () => {
    const host = await remoteHost();
    const id = await host.add('every', { ...everything, args });
    await host.connect(id);
    expect(await host.call('mcp__every__trigger-elicitation-request')).toMatch(/declined/i);
    expect(await host.said(id)).toMatch(/host: The server asked you: .* declined\./);
  });

  it('of the user reaches whoever can be asked, with the name of the server', async () => {
    const asked: ElicitationQuestion[] = [];
    const host = await remoteHost({
      elicitations: {
        ask: async (question) => {
          asked.push(question);
          return { action: 'accept', content: { name: 'Ada' } };
        },
      },
    });
    await host.connect(await host.add('every', { ...everything, args }));
    expect(await host.call('mcp__every__trigger-elicitation-request')).toContain('Ada');
    expect(asked).toMatchObject([{ serverName: 'every', request: { mode: 'form' } }]);
  });

  it('of its folders is answered with the workspace, and told anew when that is another', async () => {
    const [one, two] = [mkdtempSync(join(tmpdir(), 'one-')), mkdtempSync(join(tmpdir(), 'two-'))];
    cleanUp.push(() => [one, two].forEach((folder) => rmSync(folder, { recursive: true })));
    const host = await remoteHost({ settings: { workspace: one } });
    await host.connect(await host.add('every', { ...everything, args }));
    const roots = (): Promise<string> => host.call('mcp__every__get-roots-list');
    await host.host.until('it knows its root', async () => (await roots()).includes(pathToFileURL(one).href));
    host.host.desk.folder = two;
    await host.host.commands['workspace.pick']({});
    await host.host.until('it knows the new root', async () => (await roots()).includes(pathToFileURL(two).href));
    expect(await roots()).not.toContain(pathToFileURL(one).href);
  });
});

describe('a program', () => {
  it('that crashed is started again by itself', async () => {
    const host = await remoteHost();
    const id = await host.host.mischief('--exit-on-call=1');
    const before = await host.call('mcp__mischief__echo', { text: 'x' });
    expect(before).toContain('code 3');
    await host.reaches(id, 'running');
    expect((await host.view(id)).unavailable).toEqual([]);
    // While it does not run, its tools are listed as what they are: not to be had.
    await host.host.commands['servers.disconnect']({ id });
    expect(await host.view(id)).toMatchObject({ tools: [], unavailable: expect.arrayContaining(['echo', 'env']) });
    await host.connect(id);
    expect(await host.said(id)).toContain('exited with code 3');
    expect(host.host.serverProcesses('mischief.js')).toHaveLength(1);
  });

  it('that never answers the handshake can be cancelled, and what it printed is said', async () => {
    const host = await remoteHost();
    const id = await host.host.addServer('mischief', ['--never-answer-handshake', '--banner']);
    const connecting = host.connect(id);
    connecting.catch(() => undefined);
    await host.host.until('it printed something', async () => (await host.said(id)).includes('stdout: '));
    expect((await host.view(id)).status).toMatchObject({ kind: 'starting', phase: 'handshake' });
    await host.host.commands['servers.disconnect']({ id });
    await expect(connecting).rejects.toThrow(/cancelled.*are not JSON-RPC/s);
    expect(host.host.serverProcesses('mischief.js')).toEqual([]);
    expect((await host.view(id)).status.kind).toBe('stopped');
  });

  it.each([
    ['2025-11-25', ['${servers}/mischief.js', '--rug-pull']],
    ['2026-07-28', ['--input-type=module', '--eval', MODERN]],
  ])('of %s says that its tools changed, and the new ones are offered', async (revision, args) => {
    const host = await remoteHost();
    // The imports of a server that is given as text are looked for from its folder.
    const launch = { kind: 'stdio', command: '${node}', env: {}, cwd: process.cwd() } as const;
    const id = await host.add('changing', { ...launch, args: [...args] });
    const before = (await host.connect(id)).tools.map((tool) => tool.description);
    expect((await host.view(id)).status).toMatchObject({ revision });
    if (revision === '2026-07-28') await host.call('mcp__changing__change');
    await host.host.until('the tools are others', async () => {
      const now = (await host.view(id)).tools.map((tool) => tool.description);
      return JSON.stringify(now) !== JSON.stringify(before);
    });
  });
});
