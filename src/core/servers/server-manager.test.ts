import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ServerConfig, ServerId, ServerLaunch, StdioLaunch } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import { ScriptedSession, toolNamed } from '../testing/scripted-session.js';
import { bundledServers } from './bundled-servers.js';
import { launchFingerprint } from './launch-fingerprint.js';
import { ServerBook } from './server-book.js';
import { ServerManager } from './server-manager.js';
import type { StartQuestion } from './start-question.js';
import type { OpenOptions } from './opened-server.js';
import { ManualClock } from '../testing/manual-clock.js';
import { openedServer } from '../testing/scripted-server.js';

const never = new AbortController().signal;

function launchOf(name: string): StdioLaunch {
  return { kind: 'stdio', command: '${node}', args: [`${name}.js`, 'a b'], env: { KEY: 'v' } };
}

function config(name: string, more: Partial<ServerConfig> = {}): ServerConfig {
  return {
    id: branded<ServerId>(name),
    name,
    launch: launchOf(name),
    trustReadOnlyHint: false,
    autoConnect: false,
    bundled: false,
    ...more,
  };
}

function managed(
  configs: readonly ServerConfig[],
  answer: (signal: AbortSignal) => Promise<boolean> = async () => true,
  failure?: string,
) {
  let stored = configs;
  const book = new ServerBook({ load: () => stored, save: (next) => void (stored = next) }, []);
  const questions: StartQuestion[] = [];
  const launches: ServerLaunch[] = [];
  const opens: OpenOptions[] = [];
  const clock = new ManualClock(1);
  const sessions: ScriptedSession[] = [];
  let ids = 0;
  const manager = new ServerManager({
    book,
    open: async (launch, options) => {
      launches.push(launch);
      opens.push(options);
      if (failure !== undefined) throw new GatehouseError(failure, failure);
      const session = new ScriptedSession([toolNamed('list'), toolNamed('add')]);
      sessions.push(session);
      return openedServer(session);
    },
    variables: {
      named: { node: '/bin/node' },
      env: { HOST: 'a.example', TOKEN: 't0ken', PROXY: 'http://ada:pw@proxy.example:3128' },
      homeDir: '/home/ada',
    },
    confirmStart: (question, signal) => {
      questions.push(question);
      return answer(signal);
    },
    clock,
    newId: () => `id${(ids += 1)}`,
  });
  /** Connects the first server; gives the era that is known of it after that. */
  const tries = async () => {
    const id = configs[0]?.id ?? '';
    await manager.connect(id, never).catch(() => undefined);
    return book.get(id).knownEra;
  };
  return { manager, book, questions, launches, opens, sessions, clock, tries, stored: () => stored };
}

describe('ServerManager', () => {
  it('shows the exact command before the first start, and does not ask again', async () => {
    const { manager, book, questions, launches } = managed([config('tracker')]);
    const { alreadyConnected, live } = await manager.connect('tracker', never);
    expect([alreadyConnected, ...live.list.tools.map((tool) => tool.name)]).toEqual([false, 'list', 'add']);
    expect(questions).toEqual([
      {
        kind: 'start-server',
        serverName: 'tracker',
        commandLine: "/bin/node tracker.js 'a b'",
        cwd: '/home/ada',
        envKeys: ['KEY'],
      },
    ]);
    await manager.disconnect('tracker');
    await manager.connect('tracker', never);
    expect(questions).toHaveLength(1);
    expect(launches).toHaveLength(2);
    expect(book.get('tracker').confirmedLaunch).toBe(launchFingerprint(book.get('tracker').launch));
  });

  it('starts nothing that was not confirmed', async () => {
    const { manager, launches, stored } = managed([config('tracker')], async () => false);
    await expect(manager.connect('tracker', never)).rejects.toMatchObject({ code: 'not-confirmed' });
    expect(launches).toEqual([]);
    expect(stored()[0]?.confirmedLaunch).toBeUndefined();
  });

  it('asks again when any part of the launch is another', async () => {
    const { manager, book, questions } = managed([config('tracker')]);
    await manager.connect('tracker', never);
    await manager.disconnect('tracker');
    const now = book.get('tracker');
    book.put({ ...now, launch: { ...launchOf('tracker'), env: { KEY: 'other' } } });
    await manager.connect('tracker', never);
    expect(questions).toHaveLength(2);
  });

  it('refuses a launch that was swapped while the question stood', async () => {
    const parts = managed([config('tracker')], async () => {
      const now = parts.book.get('tracker');
      parts.book.put({ ...now, launch: { ...launchOf('tracker'), command: '/bin/evil' } });
      return true;
    });
    await expect(parts.manager.connect('tracker', never)).rejects.toMatchObject({ code: 'launch-changed' });
    expect(parts.launches).toEqual([]);
  });

  it('asks once and starts once for five requests at a time', async () => {
    const { manager, questions, launches } = managed([config('tracker')]);
    await Promise.all(Array.from({ length: 5 }, () => manager.connect('tracker', never)));
    expect([questions.length, launches.length]).toEqual([1, 1]);
  });

  it('closes the question when its asker stops, and starts nothing', async () => {
    const stop = new AbortController();
    let closed = false;
    const { manager, launches, questions } = managed(
      [config('tracker')],
      (signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            closed = true;
            resolve(true);
          });
        }),
    );
    const connecting = manager.connect('tracker', stop.signal);
    await expect.poll(() => questions.length).toBe(1);
    stop.abort();
    await expect(connecting).rejects.toMatchObject({ code: 'cancelled' });
    expect([closed, launches.length]).toEqual([true, 0]);
  });

  it('connects by name, says when it is connected already, and names the known ones', async () => {
    const { manager } = managed([config('tracker'), config('notes')]);
    expect((await manager.connectByName('tracker', never)).alreadyConnected).toBe(false);
    expect((await manager.connectByName('tracker', never)).alreadyConnected).toBe(true);
    await expect(manager.connectByName('trackers', never)).rejects.toThrow('Known servers: tracker, notes.');
  });

  it('offers the tools of running servers only, each with the life of its connection', async () => {
    const { manager, sessions } = managed([config('a'), config('b')]);
    await manager.connect('a', never);
    await manager.connect('b', never);
    expect(manager.toolSources().map((tool) => `${tool.serverName} ${tool.name}`)).toEqual([
      'a list',
      'a add',
      'b list',
      'b add',
    ]);
    sessions[0]?.crash('a exited with code 1.');
    await sessions[0]?.closed;
    await new Promise((resolve) => setImmediate(resolve));
    expect(new Set(manager.toolSources().map((tool) => tool.serverName))).toEqual(new Set(['b']));
    expect(manager.status(branded<ServerId>('a'))).toMatchObject({ kind: 'failed', message: 'a exited with code 1.' });
  });

  it('shows before the first connection what is sent where, and asks again when any of it is another', async () => {
    const launch = {
      kind: 'http',
      url: 'https://${env:HOST}/mcp',
      headers: { Authorization: 'Bearer ${env:TOKEN}' },
      transport: 'auto',
      proxy: '${env:PROXY}',
    } as const;
    const { manager, book, questions, launches } = managed([config('remote', { launch })]);
    await manager.connect('remote', never);
    expect(questions).toEqual([
      {
        kind: 'connect-remote',
        serverName: 'remote',
        url: 'https://a.example/mcp',
        headerKeys: ['Authorization'],
        proxy: 'http://ada@proxy.example:3128',
        caFile: '',
        clientId: '',
        issuerAlias: '',
        trustPrivateNetwork: false,
      },
    ]);
    expect(launches[0]).toMatchObject({ headers: { Authorization: 'Bearer t0ken' } });
    const others = [
      { url: 'https://b.example/mcp' },
      { headers: {} },
      { headers: { Authorization: 'Bearer other' } },
      { transport: 'sse' as const },
      { proxy: 'direct' },
      { caFile: '/ca.pem' },
    ];
    for (const [index, other] of others.entries()) {
      await manager.disconnect('remote');
      book.put({ ...book.get('remote'), launch: { ...launch, ...other } });
      await manager.connect('remote', never);
      expect(questions).toHaveLength(index + 2);
    }
  });

  it('remembers which era a server speaks, and forgets it when a connection with it fails', async () => {
    const { manager, book, opens } = managed([config('a')]);
    await manager.connect('a', never);
    expect(opens[0]).toMatchObject({ server: { id: 'a', name: 'a' }, era: 'auto' });
    expect(opens[0]?.knownEra).toBeUndefined();
    expect(book.get('a').knownEra).toBe('legacy');
    await manager.disconnect('a');
    await manager.connect('a', never);
    expect(opens[1]?.knownEra).toBe('legacy');
    await manager.disconnect('a');
    const known = book.get('a');
    expect(await managed([known], undefined, 'handshake-refused').tries()).toBeUndefined();
    expect(await managed([known], undefined, 'unreachable').tries()).toBe('legacy');
  });

  it('asks in the era that the user has set', async () => {
    const { manager, opens } = managed([config('a', { era: 'modern' })]);
    await manager.connect('a', never);
    expect(opens[0]?.era).toBe('modern');
  });

  it('closes all and starts nothing after that', async () => {
    const { manager, sessions, launches } = managed([config('a'), config('b')]);
    await manager.connect('a', never);
    await manager.closeAll(1000);
    expect(sessions.every((session) => session.isClosed)).toBe(true);
    await expect(manager.connect('b', never)).rejects.toMatchObject({ code: 'closing' });
    expect(launches).toHaveLength(1);
  });
});

const shelf = (servers: readonly ServerConfig[]) => ({ load: () => servers, save: () => undefined });

describe('ServerBook', () => {
  it('gives an empty shelf the bundled servers, which start without a question', () => {
    const book = new ServerBook(shelf([]), bundledServers());
    expect(book.list().map((server) => server.name)).toEqual(['notes', 'docs', 'deploy']);
    expect(book.list().every((server) => server.confirmedLaunch === launchFingerprint(server.launch))).toBe(true);
  });

  it('starts a bundled server as it ships, whatever its entry says', () => {
    const [notes] = bundledServers();
    const forged = { ...config('notes'), bundled: true, confirmedLaunch: launchFingerprint(config('notes').launch) };
    expect(new ServerBook(shelf([forged]), bundledServers()).get('notes').launch).toEqual(notes?.launch);
  });

  it('does not believe an entry that claims to be bundled and is not', () => {
    const forged = { ...config('evil'), bundled: true, trustReadOnlyHint: true, confirmedLaunch: 'x' };
    const [server] = new ServerBook(shelf([forged]), bundledServers()).list();
    expect(server).toMatchObject({ bundled: false, trustReadOnlyHint: false });
    expect(server?.confirmedLaunch).toBeUndefined();
  });
});
