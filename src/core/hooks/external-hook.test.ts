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
      reason: 'not on Sundays',
      exitCode: 2,
    });
    expect(await sh('exit 2')).toMatchObject({ kind: 'blocked', reason: 'it gave no reason' });
  });

  it('blocks with its JSON', async () => {
    expect(await sh(`echo '{"decision":"block","reason":"no"}'`)).toMatchObject({ kind: 'blocked', reason: 'no' });
    expect(await sh(`echo '{"decision":"deny"}'`)).toMatchObject({ kind: 'blocked' });
  });

  it('can allow nothing: that is the same as going on', async () => {
    expect(await sh(`echo '{"decision":"allow"}'`)).toEqual({ kind: 'proceeded', exitCode: 0 });
    expect(await sh(`echo '{"additionalContext":"It is Monday."}'`)).toMatchObject({ context: 'It is Monday.' });
  });

  it.each([
    ['exit 3', 'it exited with code 3'],
    ['echo broken >&2; exit 1', 'it exited with code 1: broken'],
    ['kill -KILL $$', 'it was ended by SIGKILL'],
    ['echo hello', 'no answer that Gatehouse can read'],
    ['echo "[]"', 'no answer that Gatehouse can read'],
    [`echo '{"decision":"maybe"}'`, 'no answer that Gatehouse can read'],
    [`echo '{"decision":"block","reason":7}'`, 'no answer that Gatehouse can read'],
    ['head -c 400000 /dev/zero; sleep 60', 'it printed more than 262144 bytes'],
  ])('has failed after %j', async (script, why) => {
    expect(await sh(script)).toMatchObject({ kind: 'failed', why: expect.stringContaining(why) });
  });

  it('has failed where it can not be started', async () => {
    const launch = { command: '/no/such/hook', args: [], env: {}, cwd };
    expect(await runExternalHook(launch, {}, { timeoutMs: 1000, signal })).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('/no/such/hook'),
    });
  });

  it('is killed with all that it started when its time is over, or the turn is', async () => {
    expect(await sh('sleep 300 & sleep 300', { timeoutMs: 300 })).toEqual({
      kind: 'failed',
      why: 'it did not answer within 0.3 s',
    });
    const turn = new AbortController();
    const running = sh('sleep 300', { signal: turn.signal });
    turn.abort();
    expect(await running).toEqual({ kind: 'failed', why: 'the turn was cancelled' });
    expect(runningWith(`HOOK_MARK=${cwd}`)).toEqual([]);
  });
});
