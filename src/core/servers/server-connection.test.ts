import { describe, expect, it } from 'vitest';
import type { ServerStatus, StdioLaunch } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import { ScriptedSession, toolNamed } from '../testing/scripted-session.js';
import { ManualClock } from '../testing/manual-clock.js';
import { openedServer } from '../testing/scripted-server.js';
import type { OpenedServer, StartOptions } from './opened-server.js';
import { ServerConnection } from './server-connection.js';
import { ServerLog } from './server-log.js';

const launch: StdioLaunch = { kind: 'stdio', command: 'x', args: [], env: {} };

interface Start {
  readonly options: StartOptions;
  give(session: ScriptedSession, more?: Partial<OpenedServer>): void;
  fail(error: Error): void;
}

/** A connection whose starts a test lets through one by one. Without jitter, and with time that stands. */
function scripted() {
  const starts: Start[] = [];
  let ids = 0;
  const clock = new ManualClock(1);
  const log = new ServerLog(() => clock.now());
  const connection = new ServerConnection({
    open: (_launch, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(new GatehouseError('cancelled', 'stopped')));
        starts.push({ options, give: (session, more) => resolve(openedServer(session, more)), fail: reject });
      }),
    log,
    clock,
    newConnectionId: () => `c${(ids += 1)}`,
    random: () => 0.5,
  });
  const seen: string[] = [];
  connection.changed.subscribe(() => {
    const { status } = connection;
    const word = status.kind === 'starting' ? status.phase : status.kind;
    if (seen.at(-1) !== word) seen.push(word);
  });
  return { connection, starts, seen, log, clock };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function running(tools = [toolNamed('a')]) {
  const parts = scripted();
  const connected = parts.connection.connect(launch);
  await settled();
  const session = new ScriptedSession(tools);
  parts.starts[0]?.give(session);
  await connected;
  return { ...parts, session };
}

describe('ServerConnection', () => {
  it('goes from stopped through its phases to running', async () => {
    const { connection, starts, seen } = scripted();
    expect(connection.status.kind).toBe('stopped');
    const connected = connection.connect(launch);
    await settled();
    starts[0]?.options.onPhase('handshake');
    starts[0]?.give(new ScriptedSession([toolNamed('a')]));
    expect((await connected).list.tools.map((tool) => tool.name)).toEqual(['a']);
    expect(seen).toEqual(['spawning', 'handshake', 'listing', 'running']);
    expect(connection.status).toEqual({
      kind: 'running',
      since: 1,
      revision: '2025-11-25',
      transport: 'stdio',
    });
  });

  it('starts one process for five requests to connect, and none while it runs', async () => {
    const { connection, starts } = scripted();
    const five = Promise.all(Array.from({ length: 5 }, () => connection.connect(launch)));
    await settled();
    starts[0]?.give(new ScriptedSession());
    const lives = await five;
    await connection.connect(launch);
    expect(starts).toHaveLength(1);
    expect(new Set(lives).size).toBe(1);
  });

  it('says why a start failed, with the last line of stderr', async () => {
    const { connection, starts } = scripted();
    const connected = connection.connect(launch);
    await settled();
    starts[0]?.options.onLog('stderr', 'Error: API_KEY missing');
    starts[0]?.fail(new GatehouseError('handshake-refused', 'x refused the handshake.'));
    await expect(connected).rejects.toThrow('x refused the handshake. It last said: Error: API_KEY missing');
    expect(connection.status).toMatchObject({ kind: 'failed', code: 'handshake-refused' });
  });

  it('closes the program again when its tools can not be listed', async () => {
    const { connection, starts } = scripted();
    const connected = connection.connect(launch);
    await settled();
    const session = new ScriptedSession();
    session.list = () => Promise.reject(new GatehouseError('timeout', 'tools/list had no answer.'));
    starts[0]?.give(session);
    await expect(connected).rejects.toThrow('tools/list had no answer.');
    expect(session.isClosed).toBe(true);
    expect(connection.status).toMatchObject({ kind: 'failed', code: 'timeout' });
  });

  it('fails when the program crashes, and starts another life with another id', async () => {
    const { connection, starts, session } = await running();
    const first = connection.live?.connectionId;
    session.crash('x exited with code 3.');
    await settled();
    expect(connection.status).toMatchObject({ kind: 'failed', code: 'exited', message: 'x exited with code 3.' });
    expect(connection.live).toBeUndefined();
    const again = connection.connect(launch);
    await settled();
    starts[1]?.give(new ScriptedSession());
    expect((await again).connectionId).not.toBe(first);
  });

  it('stops in the middle of a start, and the start ends as cancelled', async () => {
    const { connection } = scripted();
    const connected = connection.connect(launch);
    connected.catch(() => undefined);
    await settled();
    await connection.disconnect();
    await expect(connected).rejects.toMatchObject({ code: 'cancelled' });
    expect(connection.status).toEqual<ServerStatus>({ kind: 'stopped' });
  });

  it('starts the next life only when nothing of the last one is left', async () => {
    const { connection, starts, session } = await running();
    const release: (() => void)[] = [];
    session.close = () =>
      new Promise((resolve) => {
        release.push(resolve);
      });
    const ended = connection.disconnect();
    const again = connection.connect(launch);
    await settled();
    expect(starts).toHaveLength(1);
    release[0]?.();
    await ended;
    await settled();
    expect(starts).toHaveLength(2);
    starts[1]?.give(new ScriptedSession());
    await again;
  });

  it('lists again when the server says that its tools changed, and keeps the list when that fails', async () => {
    const { connection, session, log } = await running();
    session.changeTools([toolNamed('a'), toolNamed('b')]);
    await settled();
    expect(connection.live?.list.tools).toHaveLength(2);
    session.list = () => Promise.reject(new Error('no list today'));
    session.announceChange();
    await settled();
    expect(connection.live?.list.tools).toHaveLength(2);
    expect(log.last('host', 0)).toContain('no list today');
  });

  it('does not list once for each of a burst of changes', async () => {
    const { session } = await running();
    for (let n = 0; n < 100; n += 1) session.changeTools([toolNamed(`t${n}`)]);
    await settled();
    expect(session.lists).toBeLessThanOrEqual(3);
  });
});
