import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runChild } from './child-run.mjs';

const NODE = process.execPath;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await sleep(100);
  return !isAlive(pid);
}

describe.skipIf(process.platform === 'win32')('a program that is run to its end', () => {
  it('gives its code and what it printed', async () => {
    const end = await runChild(NODE, ['-e', 'console.log("out"); console.error("err"); process.exitCode = 3'], {
      deadlineMs: 30_000,
    });
    expect(end).toMatchObject({ code: 3, timedOut: false, leftOver: [] });
    expect(end.output).toContain('out\n');
    expect(end.output).toContain('err\n');
  });

  it('is ended at its deadline, also when it ignores SIGTERM', async () => {
    // A shell, because it says its pid long before the deadline.
    const end = await runChild('/bin/sh', ['-c', `trap '' TERM; echo $$; while :; do sleep 0.2; done`], {
      deadlineMs: 3000,
    });
    expect(end).toMatchObject({ code: 1, timedOut: true });
    const pid = Number(end.output);
    expect(pid).toBeGreaterThan(1);
    expect(await gone(pid)).toBe(true);
  });

  it('takes its children with it, also those that left its process group', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'ignore' });
      child.unref();
      console.log(child.pid);`;
    const end = await runChild(NODE, ['-e', script], { deadlineMs: 30_000 });
    const pid = Number(end.output);
    expect(end.code).toBe(0);
    if (process.platform === 'linux') expect(end.leftOver).toEqual([pid]);
    expect(await gone(pid)).toBe(true);
  });

  it('takes its children with it when it is itself told to end', async () => {
    const module = JSON.stringify(new URL('child-run.mjs', import.meta.url).href);
    const program = JSON.stringify('console.log(process.pid); setInterval(() => {}, 1e6)');
    const script = `const { runChild } = await import(${module});
      await runChild(process.execPath, ['-e', ${program}], { deadlineMs: 60000, show: true });`;
    const runner = spawn(NODE, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(runner.stdout, 'data');
    const exit = once(runner, 'exit');
    runner.kill('SIGTERM');
    expect(await exit).toEqual([null, 'SIGTERM']);
    expect(await gone(Number(String(line)))).toBe(true);
  });

  it('is refused with the system’s words where it is not there', async () => {
    await expect(runChild('/nowhere/program', [], { deadlineMs: 1000 })).rejects.toThrow('ENOENT');
  });
});
