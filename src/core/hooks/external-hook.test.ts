import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningWith } from '../process/process-probe.test-kit.js';
import { type HookAnswer, runExternalHook } from './external-hook.js';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(`${tmpdir()}/gatehouse-hook-`);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const UNREADABLE = {
  code: 'hook-unreadable',
  message: 'what it printed is no answer that Gatehouse can read',
};

const signal = new AbortController().signal;

/** A hook that is a script of the shell. */
function sh(script: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}): Promise<HookAnswer> {
  const env = { PATH: '/usr/bin:/bin', HOOK_MARK: cwd };
  const launch = { command: '/bin/sh', args: ['-c', script], env, cwd };
  return runExternalHook(
    launch,
    { tool: 'write', arguments: { path: "it's $HOME" } },
    { timeoutMs: 30_000, signal, ...more },
  );
}

describe.skipIf(process.platform === 'win32')('an external hook', { timeout: 60_000 }, () => {
  it('gets one line of JSON, and goes on where it exits with 0 and says nothing', async () => {
    expect(await sh(`read -r line; test "$line" = '{"tool":"write","arguments":{"path":"it'"'"'s $HOME"}}'`)).toEqual({
      kind: 'proceeded',
      exitCode: 0,
    });
  });

  it('goes on without having read its input', async () => {
    expect(await sh('exec <&-; exit 0')).toEqual({ kind: 'proceeded', exitCode: 0 });
  });

  it('blocks with exit code 2, for the reason on its stderr', async () => {
    expect(await sh('echo not on Sundays >&2; exit 2')).toEqual({
      kind: 'blocked',
      reason: { code: 'hook-said', message: 'not on Sundays', parts: { said: 'not on Sundays' } },
      exitCode: 2,
    });
    expect(await sh('exit 2')).toMatchObject({ kind: 'blocked', reason: { code: 'hook-silent' } });
  });

  it('blocks with its JSON', async () => {
    expect(await sh(`echo '{"decision":"block","reason":"no"}'`)).toMatchObject({
      kind: 'blocked',
      reason: { message: 'no' },
    });
    expect(await sh(`echo '{"decision":"deny"}'`)).toMatchObject({ kind: 'blocked' });
  });

  it('can allow nothing: that is the same as going on', async () => {
    expect(await sh(`echo '{"decision":"allow"}'`)).toEqual({ kind: 'proceeded', exitCode: 0 });
    expect(await sh(`echo '{"additionalContext":"It is Monday."}'`)).toMatchObject({ context: 'It is Monday.' });
  });

  it.each([
    ['exit 3', { code: 'hook-exited', message: 'it exited with code 3', parts: { exitCode: '3' } }],
    [
      'echo broken >&2; exit 1',
      { code: 'hook-exited', message: 'it exited with code 1: broken', parts: { exitCode: '1', said: 'broken' } },
    ],
    ['kill -KILL $$', { code: 'hook-ended', message: 'it was ended by SIGKILL', parts: { signal: 'SIGKILL' } }],
    ['echo hello', UNREADABLE],
    ['echo "[]"', UNREADABLE],
    [`echo '{"decision":"maybe"}'`, UNREADABLE],
    [`echo '{"decision":"block","reason":7}'`, UNREADABLE],
    [
      'head -c 400000 /dev/zero; sleep 60',
      { code: 'hook-too-much', message: 'it printed more than 262144 bytes', parts: { most: '262144' } },
    ],
  ])('has failed after %j', async (script, why) => {
    expect(await sh(script)).toMatchObject({ kind: 'failed', why });
  });

  it('has failed where it can not be started', async () => {
    const launch = { command: '/no/such/hook', args: [], env: {}, cwd };
    expect(await runExternalHook(launch, {}, { timeoutMs: 1000, signal })).toMatchObject({
      kind: 'failed',
      why: { code: 'spawn-failed', message: expect.stringContaining('/no/such/hook') },
    });
  });

  it('is killed with all that it started when its time is over, or the turn is', async () => {
    expect(await sh('sleep 300 & sleep 300', { timeoutMs: 300 })).toEqual({
      kind: 'failed',
      why: { code: 'hook-too-late', message: 'it did not answer within 0.3 s', parts: { seconds: '0.3' } },
    });
    const turn = new AbortController();
    const running = sh('sleep 300', { signal: turn.signal });
    turn.abort();
    expect(await running).toEqual({
      kind: 'failed',
      why: { code: 'hook-cancelled', message: 'the turn was cancelled' },
    });
    expect(runningWith(`HOOK_MARK=${cwd}`)).toEqual([]);
  });
});
