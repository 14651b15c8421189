import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ServerView } from '../../shared/server.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, results, says, TestHost, type Wanted } from './host.test-kit.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // children start slowly on a busy machine

/* What users of other hosts reported, kind by kind, as far as it takes the whole host to see it. */

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function testHost(wanted: Wanted = {}): Promise<TestHost> {
  const host = await TestHost.open(wanted);
  cleanUp.push(() => host.close());
  return host;
}

async function view(host: TestHost, id: string): Promise<ServerView | undefined> {
  return (await host.now()).servers.find((server) => server.id === id);
}

/** A home whose login shell adds a folder with `npx` and `node`, and prints a greeting. */
function homeWithNpx(): { readonly shell: string; readonly bin: string } {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-npx-'));
  cleanUp.push(() => rmSync(home, { recursive: true, force: true }));
  const bin = join(home, '.nvm/versions/node/v22/bin');
  mkdirSync(bin, { recursive: true });
  const program = (file: string, text: string): string => {
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  };
  symlinkSync(process.execPath, join(bin, 'node'));
  program(join(bin, 'npx'), '#!/bin/sh\nshift\nexec node "$@"\n');
  const startUp = `echo 'Welcome to fish 🐟'\nPATH="${bin}:$PATH"; export PATH`;
  return { shell: program(join(home, 'shell'), `#!/bin/sh\n${startUp}\nshift\neval "$1"\n`), bin };
}

describe('an app that a desktop started', () => {
  it('finds npx, and node for it, where only the login shell looks for them', async () => {
    const { shell, bin } = homeWithNpx();
    const allow = { kind: 'allowed', scope: 'once' } as const;
    const host = await testHost({ env: { PATH: '/usr/bin:/bin', SHELL: shell }, presenter: new AutoPresenter(allow) });
    const args = ['-y', '${servers}/mischief.js'];
    const launch = { kind: 'stdio' as const, command: 'npx', args, env: {}, cwd: '' };
    const { id } = await host.commands['servers.save']({ name: 'nvm', launch, autoConnect: false });
    host.desk.answer = () => true;
    await host.commands['servers.connect']({ id });
    const chat = await host.say(await host.newChat(), '/call mcp__nvm__env {}');
    expect(JSON.parse(results(chat)[0] ?? '')).toMatchObject({ PATH: `${bin}:/usr/bin:/bin` });
  });
});

describe('a server that is slow to start', () => {
  it('holds up no chat: the model is told that it has no tools yet, and the user in which phase it is', async () => {
    const host = await testHost({ model: [says('hello')] });
    const id = await host.addServer('sleepy', ['--slow-start=600000']);
    host.desk.answer = () => true;
    const connecting = host.commands['servers.connect']({ id }).catch(() => undefined);
    await host.until('it starts', async () => (await view(host, id))?.status.kind === 'starting');
    const chat = await host.say(await host.newChat(), 'hello');
    expect(chat.messages.at(-1)).toMatchObject({ blocks: [{ text: 'hello' }] });
    expect(JSON.stringify(host.api?.requests[0]?.body)).toMatch(/without tools now: [^.]*sleepy/);
    expect((await view(host, id))?.status).toMatchObject({ kind: 'starting', since: expect.any(Number) });
    await host.commands['servers.disconnect']({ id });
    await connecting;
  });
});

describe('what was denied', () => {
  it('stays denied when the server gets another name', async () => {
    const host = await testHost({ model: [calls(['mcp__renamed__echo', {}]), says('ok')] });
    const id = await host.mischief();
    await host.commands['policy.set']({ serverId: id, tool: 'echo', verdict: 'deny' });
    const args = ['${servers}/mischief.js', host.folder];
    const launch = { kind: 'stdio' as const, command: '${node}', args, env: {}, cwd: '' };
    await host.commands['servers.save']({ id, name: 'renamed', launch, autoConnect: true });
    const chat = await host.say(await host.newChat(), 'go');
    expect(Object.values(chat.calls)[0]).toMatchObject({ decision: { verdict: 'deny' } });
    expect(host.presenter.asked).toEqual([]);
  });
});

describe('a request to the model', () => {
  it('holds every tool of every server that runs, while they are few enough not to be searched for', async () => {
    const host = await (await testHost({ model: [says('ok')] })).started();
    await host.mischief('--many-tools=12');
    await host.say(await host.newChat(), 'hi');
    const { servers } = await host.now();
    const ready = servers.flatMap((server) => server.tools.map((tool) => tool.wireName));
    expect(ready.length).toBeGreaterThan(18);
    const body = host.api?.requests.at(-1)?.body as { tools?: readonly { name: string }[] } | undefined;
    expect(body?.tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(ready));
  });
});
