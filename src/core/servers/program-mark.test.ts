import {
  chmodSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ServerConfig, ServerId, StdioLaunch } from '../../shared/server.js';
import { ManualClock } from '../testing/manual-clock.js';
import { openedServer } from '../testing/scripted-server.js';
import { ScriptedSession, toolNamed } from '../testing/scripted-session.js';
import { launchFingerprint } from './launch-fingerprint.js';
import { programMark } from './program-mark.js';
import { ServerBook } from './server-book.js';
import { ServerManager } from './server-manager.js';
import type { StartQuestion } from './start-question.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-program-')));
  program('tool', '#!/bin/sh\necho 1\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), 0o755);
}

const launch = (command: string): StdioLaunch => ({ kind: 'stdio', command, args: [], env: {} });
const variables = () => ({ named: { node: '/bin/sh', data: folder }, env: { PATH: folder }, homeDir: folder });
const mark = (command: string) => programMark(launch(command), variables());

describe('the mark of a program', () => {
  it('is of the file that the command stands for, found in PATH, every link followed', async () => {
    symlinkSync(join(folder, 'tool'), join(folder, 'alias'));
    expect((await mark('alias'))?.path).toBe(join(folder, 'tool'));
    expect(await mark('alias')).toEqual(await mark(join(folder, 'tool')));
    expect(await mark('${data}/tool')).toEqual(await mark('./tool'));
  });

  it('is another where the content is another, and the same where only the time is', async () => {
    const before = await mark('tool');
    utimesSync(join(folder, 'tool'), 1, 1);
    expect(await mark('tool')).toEqual(before);
    program('tool', '#!/bin/sh\necho 2\n');
    expect((await mark('tool'))?.mark).not.toBe(before?.mark);
  });

  it('is of size and time where the file is large', async () => {
    truncateSync(join(folder, 'tool'), 5 * 1024 * 1024);
    const before = await mark('tool');
    utimesSync(join(folder, 'tool'), 1, 1);
    expect((await mark('tool'))?.mark).not.toBe(before?.mark);
  });

  it('is not there for what is not found, is elsewhere, or is a part of Gatehouse', async () => {
    expect(await mark('nothing-of-that-name')).toBeUndefined();
    expect(await mark('${node}')).toBeUndefined();
    expect(await mark('${unknown}/x')).toBeUndefined();
    const remote = { kind: 'websocket', url: 'wss://a.example', headers: {} } as const;
    expect(await programMark(remote, variables())).toBeUndefined();
  });
});

describe('a server whose program file changes', () => {
  function managed(more: Partial<ServerConfig> = {}) {
    const id = branded<ServerId>('s');
    let stored: readonly ServerConfig[] = [
      {
        id,
        name: 'mine',
        launch: launch('tool'),
        trustReadOnlyHint: false,
        autoConnect: false,
        bundled: false,
        ...more,
      },
    ];
    const book = new ServerBook({ load: () => stored, save: (next) => void (stored = next) }, []);
    const questions: StartQuestion[] = [];
    const sessions: ScriptedSession[] = [];
    const clock = new ManualClock(1);
    let ids = 0;
    const manager = new ServerManager({
      book,
      open: async () => {
        const session = new ScriptedSession([toolNamed('list')]);
        sessions.push(session);
        return openedServer(session);
      },
      variables: variables(),
      confirmStart: async (question) => questions.push(question) > 0,
      clock,
      newId: () => `id${(ids += 1)}`,
    });
    const connect = () => manager.connect(id, new AbortController().signal);
    return { manager, connect, questions, sessions, clock, id, config: () => book.get(id) };
  }

  it('asks again before it is started, and says why', async () => {
    const { manager, connect, questions, id } = managed();
    await connect();
    expect(questions).toMatchObject([{ program: join(folder, 'tool') }]);
    expect(questions[0]).not.toHaveProperty('changed');
    await manager.disconnect(id);
    await connect();
    expect(questions).toHaveLength(1);
    await manager.disconnect(id);
    program('tool', '#!/bin/sh\necho evil\n');
    await connect();
    expect(questions[1]).toMatchObject({ kind: 'start-server', changed: 'program' });
    await manager.disconnect(id);
    await connect();
    expect(questions).toHaveLength(2);
  });

  it('does not come back by itself after a crash', async () => {
    const { manager, connect, questions, sessions, clock, id } = managed();
    await connect();
    program('tool', '#!/bin/sh\necho evil\n');
    sessions[0]?.crash('It exited.');
    await expect.poll(() => manager.status(id).kind).toBe('failed');
    clock.advance(60_000);
    await expect.poll(() => manager.status(id)).toMatchObject({ kind: 'failed', code: 'program-changed' });
    expect([sessions.length, questions.length]).toEqual([1, 1]);
  });

  it('that was confirmed by an earlier release goes on with the file of now', async () => {
    const { connect, questions, config } = managed({ confirmedLaunch: launchFingerprint(launch('tool')) });
    await connect();
    expect(questions).toEqual([]);
    expect(config().confirmedProgram).toBe((await mark('tool'))?.mark);
  });

  it('asks where another launch was confirmed before', async () => {
    const { connect, questions } = managed({ confirmedLaunch: 'of another launch' });
    await connect();
    expect(questions).toMatchObject([{ changed: 'launch' }]);
  });
});
