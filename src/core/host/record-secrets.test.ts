import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { CommandInput } from '../../shared/ipc/contract.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerConfig, ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { verifyAudit } from '../audit/verify-audit.js';
import { SECRET_FORMATS } from '../secrets/secret-formats.test-kit.js';
import { launchFingerprint } from '../servers/launch-fingerprint.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { MemorySecretStore } from '../testing/memory-ports.js';
import { TestHost, type Wanted } from './host.test-kit.js';
import { leakyServer } from './leaky-server.test-kit.js';

const opened: TestHost[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((host) => host.close()));
});

async function testHost(wanted: Wanted = {}): Promise<TestHost> {
  const presenter = new AutoPresenter(
    ...Array.from({ length: 9 }, () => ({ kind: 'allowed', scope: 'once' }) as const),
  );
  const host = await TestHost.open({ presenter, ...wanted });
  host.desk.answer = (question) => question.kind !== 'store-secrets-in-plain-text';
  opened.push(host);
  return host;
}

type Launch = Extract<CommandInput<'servers.save'>['launch'], { kind: 'stdio' }>;

function leakyInput(host: TestHost, name: string, env: Launch['env']) {
  const args = [leakyServer(host.folder)];
  const launch: Launch = { kind: 'stdio', command: '${node}', args, env, cwd: '' };
  return { name, launch, autoConnect: false };
}

async function addLeaky(host: TestHost, name: string, env: Launch['env']): Promise<string> {
  const { id } = await host.commands['servers.save'](leakyInput(host, name, env));
  await host.commands['servers.connect']({ id });
  return id;
}

function call(host: TestHost, serverId: string, tool: string, args: JsonObject) {
  return host.host.callTool({
    serverId: branded<ServerId>(serverId),
    tool: branded<RawToolName>(tool),
    arguments: args,
    signal: new AbortController().signal,
    onEvent: () => undefined,
  });
}

/** The secrets that stand in the text. */
function rawIn(text: string, secrets: readonly string[] = SECRET_FORMATS): readonly string[] {
  return secrets.filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));
}

async function exported(host: TestHost, format: 'jsonl' | 'csv'): Promise<string> {
  host.desk.file = join(host.folder, `out.${format}`);
  await host.commands['audit.export']({ format });
  return readFileSync(host.desk.file, 'utf8');
}

describe('thirty secrets', () => {
  it('given to a server that prints and returns them are in no log, page, result, record or export', async () => {
    const host = await testHost();
    const env = Object.fromEntries(SECRET_FORMATS.map((secret, index) => [`LEAKY_${index}`, { secret }]));
    const id = await addLeaky(host, 'leaky', env);
    await host.until('it has printed all', async () => {
      const { servers } = await host.now();
      return (servers.find((server) => server.id === id)?.log.length ?? 0) >= SECRET_FORMATS.length;
    });
    const outcome = await call(host, id, 'leak', {});
    await call(host, id, 'fail', {});
    const { entries } = await host.commands['audit.page']({});
    expect(outcome).toMatchObject({ kind: 'answered', result: { isError: false } });
    expect(JSON.stringify(outcome)).toContain('[redacted]');
    expect(entries).toHaveLength(2);
    for (const text of [
      JSON.stringify(outcome),
      JSON.stringify(await host.now()),
      JSON.stringify(host.events),
      JSON.stringify(entries),
      host.audit.text,
      await exported(host, 'jsonl'),
      await exported(host, 'csv'),
    ]) {
      expect(rawIn(text)).toEqual([]);
      // Inside of Base64 too: "user:" and the secret.
      expect(
        SECRET_FORMATS.filter((secret) => text.includes(Buffer.from(`user:${secret}`).toString('base64'))),
      ).toEqual([]);
    }
  });

  it('in arguments are in no record and no export, and the server gets them as they are', async () => {
    const host = await testHost();
    const id = await addLeaky(host, 'leaky', {});
    const args = { text: SECRET_FORMATS.join(' '), list: [...SECRET_FORMATS], password: 'hunter2' };
    const outcome = await call(host, id, 'echo', args);
    expect(rawIn(JSON.stringify(outcome))).toEqual(SECRET_FORMATS);
    const { entries } = await host.commands['audit.page']({});
    for (const text of [
      host.audit.text,
      JSON.stringify(entries),
      await exported(host, 'jsonl'),
      await exported(host, 'csv'),
    ]) {
      expect(rawIn(text, [...SECRET_FORMATS, 'hunter2'])).toEqual([]);
    }
    expect(await verifyAudit(host.audit)).toMatchObject({ sound: true, records: 2 });
  });

  it('in headers reach their server, and are not in what is told of its failure', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(JSON.stringify(request.headers));
      response.writeHead(500).end(`refused: ${JSON.stringify(request.headers)}`);
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as AddressInfo;
    try {
      const host = await testHost();
      const headers = Object.fromEntries(SECRET_FORMATS.map((secret, index) => [`X-Secret-${index}`, { secret }]));
      const launch = {
        kind: 'http',
        url: `http://127.0.0.1:${port}/mcp`,
        headers,
        transport: 'auto',
        caFile: '',
        proxy: '',
      } as const;
      const { id } = await host.commands['servers.save']({ name: 'remote', launch, autoConnect: false });
      const failure: unknown = await host.commands['servers.connect']({ id }).catch((error: unknown) => error);
      expect(rawIn(seen.join('\n'))).toEqual(SECRET_FORMATS);
      const told = [String(failure), JSON.stringify(await host.now()), JSON.stringify(host.events)].join('\n');
      expect(rawIn(told)).toEqual([]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('a secret of a server', () => {
  it('is stored by the secrets port; the settings hold its name', async () => {
    const host = await testHost();
    const id = await addLeaky(host, 'leaky', { LEAKY_TOKEN: { secret: 'correct horse' }, LEAKY_MODE: 'fast' });
    expect([...host.secrets.kept]).toEqual([
      [`server/${id}/LEAKY_TOKEN`, { value: 'correct horse', kept: 'encrypted' }],
    ]);
    const view = (await host.now()).servers.find((server) => server.id === id);
    expect(view?.launch.secrets).toEqual({ LEAKY_TOKEN: 'encrypted' });
    expect(JSON.stringify(host.storedServers())).not.toContain('correct horse');
    expect(JSON.stringify(host.storedServers())).toContain('${secret:LEAKY_TOKEN}');
  });

  it('is kept in memory only where the system can’t encrypt and the user wants no plain text', async () => {
    const host = await testHost({ secrets: new MemorySecretStore('none') });
    const id = await addLeaky(host, 'leaky', { LEAKY_TOKEN: { secret: 'correct horse' } });
    expect(host.desk.questions).toContainEqual({
      kind: 'store-secrets-in-plain-text',
      serverName: 'leaky',
      names: ['LEAKY_TOKEN'],
    });
    expect(host.secrets.kept.get(`server/${id}/LEAKY_TOKEN`)?.kept).toBe('memory');
    host.secrets.kept.clear();
    await host.commands['servers.disconnect']({ id });
    await expect(host.commands['servers.connect']({ id })).rejects.toMatchObject({
      code: 'secret-missing',
      message: expect.stringContaining('LEAKY_TOKEN'),
    });
    expect((await host.now()).servers.find((server) => server.id === id)?.launch.secrets).toEqual({
      LEAKY_TOKEN: 'missing',
    });
  });

  it('is kept when the form keeps it, asks again when it is another, and goes with its server', async () => {
    const host = await testHost();
    const id = await addLeaky(host, 'leaky', { LEAKY_TOKEN: { secret: 'correct horse' } });
    const starts = () => host.desk.questions.filter(({ kind }) => kind === 'start-server').length;
    await host.commands['servers.save']({ id, ...leakyInput(host, 'leaky', { LEAKY_TOKEN: null }) });
    await host.commands['servers.connect']({ id });
    expect(starts()).toBe(1);
    await host.commands['servers.save']({
      id,
      ...leakyInput(host, 'leaky', { LEAKY_TOKEN: { secret: 'battery staple' } }),
    });
    await host.commands['servers.connect']({ id });
    expect(starts()).toBe(2);
    await host.commands['servers.remove']({ id });
    expect([...host.secrets.kept.keys()]).toEqual([]);
  });

  it('can’t be had by another server, or at another address, by its name', async () => {
    const host = await testHost();
    await addLeaky(host, 'leaky', { LEAKY_TOKEN: { secret: 'correct horse' } });
    const stolen = leakyInput(host, 'other', { LEAKY_TOKEN: '${secret:LEAKY_TOKEN}' });
    await expect(host.commands['servers.save'](stolen)).rejects.toMatchObject({ code: 'bad-server' });
    const http = (url: string, value: string | { secret: string }) =>
      ({ kind: 'http', url, headers: { Authorization: value }, transport: 'auto', caFile: '', proxy: '' }) as const;
    const named = { name: 'remote', autoConnect: false };
    const first = { ...named, launch: http('https://a.example/mcp', { secret: 'Bearer abcdefgh' }) };
    const { id } = await host.commands['servers.save'](first);
    const elsewhere = { id, ...named, launch: http('https://b.example/mcp', '${secret:Authorization}') };
    await expect(host.commands['servers.save'](elsewhere)).rejects.toMatchObject({ code: 'bad-server' });
  });

  it('may not stand where others can read it', async () => {
    const host = await testHost();
    const { launch, ...rest } = leakyInput(host, 'leaky', { TOKEN: { secret: 'correct horse' } });
    const inArguments = { ...rest, launch: { ...launch, args: ['--token=${secret:TOKEN}'] } };
    await expect(host.commands['servers.save'](inArguments)).rejects.toMatchObject({
      code: 'bad-server',
      message: expect.stringContaining('stands where others can read it'),
    });
  });

  it.each([
    ['another server', 'other', 'echo'],
    ['a built-in tool', 'gatehouse', 'bash'],
  ])('does not go to %s in arguments, whatever policy says; to its own it does', async (_name, reader, tool) => {
    const host = await testHost();
    const owner = await addLeaky(host, 'owner', { LEAKY_TOKEN: { secret: 'correct horse' } });
    const other = reader === 'gatehouse' ? reader : await addLeaky(host, reader, {});
    for (const text of ['correct horse', Buffer.from('user:correct horse').toString('base64')]) {
      // oxlint-disable-next-line no-await-in-loop -- each is a call of its own
      expect(await call(host, other, tool, tool === 'bash' ? { command: text } : { text })).toEqual({
        kind: 'refused',
        by: 'policy',
        message: 'Permission denied by policy: The arguments hold a secret of owner, which goes to nobody else.',
      });
    }
    expect(await call(host, owner, 'echo', { text: 'correct horse' })).toMatchObject({ kind: 'answered' });
    const { entries } = await host.commands['audit.page']({ result: 'policy' });
    expect(entries).toMatchObject([{ record: { rule: 'invariant' } }, { record: { rule: 'invariant' } }]);
  });
});

describe('the API key', () => {
  it('goes to no tool', async () => {
    const host = await testHost({ env: { ANTHROPIC_API_KEY: 'sk-ant-of-the-user' } });
    const id = await addLeaky(host, 'leaky', {});
    expect(await call(host, id, 'echo', { text: 'sk-ant-of-the-user' })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('the API key'),
    });
  });
});

describe('secrets that stood in servers.json', () => {
  const config = (folder: string): ServerConfig => ({
    id: branded<ServerId>('old'),
    name: 'old',
    launch: {
      kind: 'http',
      url: `https://${folder}.example/mcp`,
      headers: { Authorization: 'Bearer abcdefgh', 'X-Tenant': 'one' },
      transport: 'auto',
    },
    trustReadOnlyHint: false,
    autoConnect: false,
    bundled: false,
  });

  it('move into the safe place once, and the launch stays confirmed', async () => {
    const old = config('a');
    const confirmed = { ...old, confirmedLaunch: launchFingerprint(old.launch) };
    const host = await testHost({ servers: [confirmed] });
    host.host.start();
    await host.until('they have moved', () => host.secrets.kept.has('server/old/Authorization'));
    const [now] = host.storedServers();
    expect(now?.launch).toMatchObject({ headers: { Authorization: '${secret:Authorization}', 'X-Tenant': 'one' } });
    expect(now?.confirmedLaunch).toBe(now && launchFingerprint(now.launch));
    expect((await host.now()).notices).toMatchObject([
      { code: 'secrets-moved', message: expect.not.stringContaining('abcdefgh') },
    ]);
  });

  it('stay where the system has no safe place', async () => {
    let asked = false;
    const secrets = new MemorySecretStore('none');
    secrets.protection = async () => {
      asked = true;
      return 'none';
    };
    const host = await testHost({ servers: [config('b')], secrets });
    host.host.start();
    await host.until('the system was asked', () => asked);
    expect(host.storedServers()[0]?.launch).toEqual(config('b').launch);
    expect([...secrets.kept]).toEqual([]);
  });

  it('come in with an import as secrets', async () => {
    const host = await testHost();
    const json = JSON.stringify({
      mcpServers: {
        git: {
          command: 'x',
          env: { GITHUB_TOKEN: 'abcdefgh', MODE: 'fast', FROM: '${env:API_KEY}', KEY_API_KEY: '${env:API_KEY}' },
        },
        far: { url: 'https://far.example', headers: { Authorization: 'Bearer abcdefgh' } },
      },
    });
    await host.commands['servers.import']({ json });
    const stored = JSON.stringify(host.storedServers());
    expect(stored).not.toContain('abcdefgh');
    expect(stored).toContain('"KEY_API_KEY":"${env:API_KEY}"');
    expect([...host.secrets.kept.values()].map(({ value }) => value)).toEqual(['abcdefgh', 'Bearer abcdefgh']);
  });
});
