import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toldOf } from '../errors.js';
import { spawnGuarded } from './guarded-child.js';
import type { ChildLaunch, GuardedChild } from './guarded-child.js';
import { runningInGroup, until } from './process-probe.test-kit.js';

const ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
let folder = '';

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'guarded-child-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(command: string, args: readonly string[], more: Partial<ChildLaunch> = {}): Promise<GuardedChild> {
  return spawnGuarded({ command, args, env: ENV, cwd: folder, ...more });
}

async function output(child: GuardedChild): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function file(name: string, text: string, mode: number): string {
  const made = path.join(folder, name);
  writeFileSync(made, text);
  chmodSync(made, mode);
  return made;
}

/** Resolves when the program has printed the word so many times. */
async function said(child: GuardedChild, word: string, times = 1): Promise<void> {
  let seen = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen.split(word).length > times) resolve();
    });
  });
}

/** A program that says `ready` and then ignores the end of stdin and SIGTERM. */
const STUBBORN = 'trap "" TERM; echo ready; while :; do sleep 1; done';

describe.skipIf(process.platform !== 'linux')('spawnGuarded', () => {
  it('hands arguments on as they are', async () => {
    const args = ['a b', 'c\'d "e"', '$HOME', '`id`', 'x\ny', '', '*', '\\', '-n', '笔记'];
    const child = await start(process.execPath, [
      '-e',
      'console.log(JSON.stringify(process.argv.slice(1)))',
      '--',
      ...args,
    ]);
    expect(JSON.parse(await output(child))).toEqual(args);
    await child.exited;
  });

  it('gives the program exactly the environment it is told', async () => {
    const child = await start('env', ['-0'], { env: { ...ENV, LINES_IN: 'x\ny', QUOTES: '"\'$' } });
    const seen = (await output(child)).split('\0').filter((entry) => entry !== '');
    expect(seen.toSorted()).toEqual([`LINES_IN=x\ny`, `PATH=${ENV.PATH}`, `QUOTES="'$`]);
  });

  it.each([
    ['an exit code', 'exit 3', { code: 3, signal: null }],
    ['127, which is no missing command', 'exit 127', { code: 127, signal: null }],
    ['a code that looks like a signal', 'exit 137', { code: 137, signal: null }],
    ['a signal', 'kill -KILL $$', { code: null, signal: 'SIGKILL' }],
  ])('tells %s', async (_name, script, exit) => {
    const child = await start('sh', ['-c', script]);
    expect(await child.exited).toEqual(exit);
  });

  it('is the parent of nothing that the program could wait for', async () => {
    const child = await start('sh', ['-c', 'cat /proc/$$/task/$$/children; echo']);
    expect((await output(child)).trim().split(' ').filter(Boolean)).toHaveLength(1);
    await child.exited;
  });

  it('ends a program that obeys the end of stdin without a signal', async () => {
    const child = await start('cat', []);
    expect(await child.end()).toEqual({ code: 0, signal: null });
    expect(runningInGroup(child.pid)).toEqual([]);
  });

  it('ends a program that ignores the end of stdin with SIGTERM', async () => {
    // The signal must find the program itself, not the shell that is about to become it.
    const child = await start('sh', ['-c', 'echo ready; exec sleep 600']);
    await said(child, 'ready');
    expect(await child.end({ eofMs: 50, termMs: 60_000 })).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it('ends one that ignores SIGTERM too with SIGKILL, and its children with it', async () => {
    const child = await start('sh', ['-c', `sh -c '${STUBBORN}' & ${STUBBORN}`]);
    await said(child, 'ready', 2);
    const first = child.end({ eofMs: 20, termMs: 20 });
    expect(child.end()).toBe(first);
    expect(await first).toEqual({ code: null, signal: 'SIGKILL' });
    expect(runningInGroup(child.pid)).toEqual([]);
  });

  it('kills at once when asked to', async () => {
    const child = await start('sh', ['-c', STUBBORN]);
    expect(await child.kill()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await child.kill()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(runningInGroup(child.pid)).toEqual([]);
  });

  it('leaves nothing of what a program started in the background', async () => {
    const child = await start('sh', ['-c', `sh -c '${STUBBORN}' & sleep 600 & exit 5`]);
    expect(await child.exited).toEqual({ code: 5, signal: null });
    expect(runningInGroup(child.pid)).toEqual([]);
  });

  it('survives a pipe that breaks while it is read', async () => {
    const child = await start('/bin/sh', ['-c', STUBBORN]);
    await said(child, 'ready');
    // No listener for the error: that one is missing is what would be noticed.
    const gone = (pipe: Readable): Promise<void> => new Promise((resolve) => pipe.once('close', resolve));
    const closed = Promise.all([gone(child.stdout), gone(child.stderr)]);
    child.stdout.destroy(new Error('EIO'));
    child.stderr.destroy(new Error('EIO'));
    await closed;
    expect(await child.kill()).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('survives a write to a program that has gone', async () => {
    const child = await start('true', []);
    await child.exited;
    const failure = await new Promise((resolve) => child.stdin.write('x', resolve));
    expect(failure).toBeInstanceOf(Error);
  });
});

describe.skipIf(process.platform === 'win32')('a program that can not be started', () => {
  it('is looked for in the PATH of its own environment, and relative to its folder', async () => {
    file('hello', '#!/bin/sh\necho hi\n', 0o755);
    expect(await output(await start('./hello', []))).toBe('hi\n');
    expect(await output(await start('hello', [], { env: { PATH: `/nowhere:${folder}` } }))).toBe('hi\n');
  });

  it.each([
    ['missing', () => 'gatehouse-no-such', /"gatehouse-no-such".*PATH.*full path/, ['command']],
    ['missing at its path', () => './nope', /nope does not exist/, ['command', 'missing']],
    ['a folder', () => '/tmp', /is a folder/, ['command', 'folder']],
    ['not executable', () => file('plain', 'x', 0o644), /chmod \+x/, ['command', 'notRunnable']],
    [
      'a script without its interpreter',
      () => file('broken', '#!/no/such/python\n', 0o755),
      /names \/no\/such\/python/,
      ['command', 'script', 'interpreter'],
    ],
    ['empty', () => '', /The command is empty/, []],
  ])('says so when it is %s, and what a page needs to say it anew', async (_name, command, message, parts) => {
    const error: unknown = await start(command(), []).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'spawn-failed', message: expect.stringMatching(message) });
    expect(Object.keys(toldOf(error, '').parts ?? {})).toEqual(parts);
  });

  it('says so when its folder is missing', async () => {
    await expect(start('true', [], { cwd: '/no/such/folder' })).rejects.toMatchObject({
      code: 'spawn-failed',
      message: expect.stringContaining('/no/such/folder does not exist'),
      parts: { command: 'true', missingCwd: '/no/such/folder' },
    });
  });

  it('says so when a variable has a name that a shell would drop', async () => {
    await expect(start('true', [], { env: { 'a.b': '1' } })).rejects.toMatchObject({
      code: 'spawn-failed',
      message: expect.stringContaining('"a.b"'),
      parts: { command: 'true', variable: 'a.b' },
    });
  });

  it('says so when an argument is larger than the system takes', async () => {
    await expect(start('true', ['x'.repeat(8_000_000)])).rejects.toMatchObject({
      code: 'spawn-failed',
      message: expect.stringContaining('E2BIG'),
    });
  });
});

describe.skipIf(process.platform !== 'linux')('a host that is killed', () => {
  it('leaves nothing of the group two seconds later, not even what ignores SIGTERM', async () => {
    const hostFile = path.join(folder, 'host.mjs');
    buildSync({
      stdin: {
        contents: `import { spawnGuarded } from './guarded-child.js';
const script = ${JSON.stringify(`sh -c '${STUBBORN}' & ${STUBBORN}`)};
const child = await spawnGuarded({ command: 'sh', args: ['-c', script], env: { PATH: process.env.PATH }, cwd: '/' });
let seen = '';
child.stdout.on('data', (chunk) => {
  seen += chunk;
  if (seen.match(/ready/g)?.length === 2) console.log(child.pid);
});`,
        resolveDir: import.meta.dirname,
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: hostFile,
    });
    const host = spawn(process.execPath, [hostFile], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(host.stdout, 'data')) as [Buffer];
    const group = Number(line.toString());
    expect(runningInGroup(group).length).toBeGreaterThanOrEqual(3);
    host.kill('SIGKILL');
    await until(() => runningInGroup(group).length === 0, 2_000);
    expect(runningInGroup(group)).toEqual([]);
  });
});
