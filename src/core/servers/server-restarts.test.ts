import { describe, expect, it } from 'vitest';
import type { HttpLaunch, ServerStatus } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import { ManualClock } from '../testing/manual-clock.js';
import { openedServer } from '../testing/scripted-server.js';
import { ScriptedSession, toolNamed } from '../testing/scripted-session.js';
import type { OpenedServer } from './opened-server.js';
import { ServerConnection } from './server-connection.js';
import { ServerLog } from './server-log.js';

const launch: HttpLaunch = { kind: 'http', url: 'http://127.0.0.1:1/', headers: {}, transport: 'auto' };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A connection on a clock that a test moves; each start does what `start` says by then. */
function restarting() {
  const clock = new ManualClock(1_000_000);
  const log = new ServerLog(() => clock.now());
  const sessions: ScriptedSession[] = [];
  const kit = {
    clock,
    log,
    sessions,
    starts: 0,
    start: async (): Promise<OpenedServer> => {
      const session = new ScriptedSession([toolNamed('a')]);
      sessions.push(session);
      return openedServer(session);
    },
    get failed(): Extract<ServerStatus, { kind: 'failed' }> {
      if (connection.status.kind !== 'failed') throw new Error(`it is ${connection.status.kind}`);
      return connection.status;
    },
    async passes(ms: number): Promise<void> {
      clock.advance(ms);
      await settled();
    },
    /** The running life ends. */
    async ends(code: 'exited' | 'session-expired' = 'exited'): Promise<void> {
      sessions.at(-1)?.crash('x exited with code 3.', code);
      await settled();
    },
  };
  const connection = new ServerConnection({
    open: () => {
      kit.starts += 1;
      return kit.start();
    },
    log,
    clock,
    newConnectionId: () => `c${kit.starts}`,
    random: () => 0.5,
  });
  return { kit, connection };
}

describe('a connection that was lost', () => {
  it('says when it is tried again, and comes back then', async () => {
    const { kit, connection } = restarting();
    await connection.connect(launch);
    await kit.ends();
    expect(kit.failed).toMatchObject({ code: 'exited', message: 'x exited with code 3.', retryAt: 1_001_000 });
    await kit.passes(999);
    expect(kit.starts).toBe(1);
    await kit.passes(1);
    expect(connection.status.kind).toBe('running');
    expect(kit.clock.pending).toBe(0);
  });

  it('is tried five times in ten minutes, then waits for the user, whose word begins anew', async () => {
    const { kit, connection } = restarting();
    await connection.connect(launch);
    await kit.ends();
    kit.start = () => Promise.reject(new GatehouseError('exited', 'x exited with code 1.'));
    const waits: number[] = [];
    while (kit.failed.retryAt !== undefined) {
      waits.push(kit.failed.retryAt - kit.clock.now());
      await kit.passes(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([1_000, 2_000, 5_000, 15_000, 60_000]);
    expect(kit.log.last('host', 0)).toContain('tried 5 times within 10 minutes');
    await kit.passes(3_600_000);
    expect(kit.starts).toBe(6);
    await expect(connection.connect(launch)).rejects.toThrow('code 1');
    expect(kit.failed.retryAt).toBe(kit.clock.now() + 1_000);
  });

  it('is started at once by the user, and only once', async () => {
    const { kit, connection } = restarting();
    await connection.connect(launch);
    await kit.ends();
    await connection.connect(launch);
    await kit.passes(600_000);
    expect([kit.starts, connection.status.kind]).toEqual([2, 'running']);
  });

  it('stays away when the user ends it while it waits', async () => {
    const { kit, connection } = restarting();
    await connection.connect(launch);
    await kit.ends();
    await connection.disconnect();
    await kit.passes(600_000);
    connection.wake();
    expect([kit.starts, connection.status.kind, kit.clock.pending]).toEqual([1, 'stopped', 0]);
  });

  it('begins a new session at once where only the session was forgotten, but not for ever', async () => {
    const { kit, connection } = restarting();
    await connection.connect(launch);
    const former = connection.live;
    for (let n = 0; n < 5; n += 1) await kit.ends('session-expired');
    expect([kit.starts, connection.status.kind]).toEqual([6, 'running']);
    expect(former && (await connection.successor(former))?.connectionId).toBe('c6');
    await kit.ends('session-expired');
    expect([kit.starts, connection.status.kind]).toEqual([6, 'failed']);
  });
});

describe('a start that fails', () => {
  it('is not repeated where the program fails by its own fault', async () => {
    const { kit, connection } = restarting();
    kit.start = () => Promise.reject(new GatehouseError('exited', 'x exited with code 1.'));
    await expect(connection.connect(launch)).rejects.toThrow('code 1');
    expect(kit.failed.retryAt).toBeUndefined();
    await kit.passes(600_000);
    connection.wake();
    expect(kit.starts).toBe(1);
  });

  it('is repeated where only the way to a server was closed', async () => {
    const { kit, connection } = restarting();
    const usual = kit.start;
    kit.start = () => Promise.reject(new GatehouseError('unreachable', 'There is no way.'));
    await expect(connection.connect(launch)).rejects.toThrow('There is no way.');
    kit.start = usual;
    await kit.passes(1_000);
    expect(connection.status.kind).toBe('running');
  });

  it('waits for a sign-in where the server wants one', async () => {
    const { kit, connection } = restarting();
    kit.start = () => Promise.reject(new GatehouseError('sign-in-required', 'Sign in.'));
    await expect(connection.connect(launch)).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(connection.status).toMatchObject({ kind: 'sign-in-required', message: 'Sign in.' });
    expect(kit.clock.pending).toBe(0);
  });

  it('says what was printed when it is cancelled without a word of the protocol', async () => {
    const { kit, connection } = restarting();
    kit.start = () => new Promise(() => undefined);
    const hint = 'Connecting was cancelled before the server answered. The server printed 1 line';
    let cancel: (error: Error) => void = () => undefined;
    kit.start = () => new Promise((_resolve, reject) => (cancel = reject));
    const connecting = connection.connect(launch);
    await settled();
    void connection.disconnect();
    cancel(new GatehouseError('cancelled', hint));
    await expect(connecting).rejects.toThrow(hint);
    expect(connection.status.kind).toBe('stopped');
  });
});

describe('waking up', () => {
  it('leaves what answers alone', async () => {
    const { kit, connection } = restarting();
    await connection.connect(launch);
    connection.wake();
    await settled();
    expect([kit.starts, connection.status.kind]).toEqual([1, 'running']);
  });

  it('connects anew what does not answer', async () => {
    const { kit, connection } = restarting();
    const usual = kit.start;
    kit.start = async () => ({ ...(await usual()), wake: () => Promise.reject(new Error('no answer')) });
    await connection.connect(launch);
    connection.wake();
    await settled();
    expect(kit.sessions[0]?.isClosed).toBe(true);
    expect(kit.failed).toMatchObject({ code: 'no-answer', message: expect.stringContaining('woke up') });
    await kit.passes(1_000);
    expect(connection.status.kind).toBe('running');
  });

  it('does not wait for the next attempt, and grants all of them again to what had none left', async () => {
    const { kit, connection } = restarting();
    const usual = kit.start;
    await connection.connect(launch);
    kit.start = () => Promise.reject(new GatehouseError('unreachable', 'There is no way.'));
    await kit.ends();
    while (kit.failed.retryAt !== undefined) await kit.passes(kit.failed.retryAt - kit.clock.now());
    kit.start = usual;
    connection.wake();
    await settled();
    expect(connection.status.kind).toBe('running');
  });
});
