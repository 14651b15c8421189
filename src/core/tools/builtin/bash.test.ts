import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolResult } from '../../../shared/tool.js';
import { until } from '../../process/process-probe.test-kit.js';
import { bashTool } from './bash.js';
import { makeWorkspace, run, type TestWorkspace, textOf } from './workspace.test-kit.js';

let ws: TestWorkspace;
beforeEach(async () => {
  ws = await makeWorkspace();
});
afterEach(() => ws.remove());

const hostEnv = {
  ...process.env,
  ANTHROPIC_API_KEY: 'sk-ant-secret',
  NODE_OPTIONS: '--no-warnings',
  GITHUB_TOKEN: 'x',
};

function bash(command: string, more: { timeout_seconds?: number } = {}, signal?: AbortSignal): Promise<ToolResult> {
  return run(bashTool(ws.workspace, hostEnv), { command, ...more }, signal);
}

async function pidIn(file: string): Promise<number> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const text = await readFile(join(ws.root, file), 'utf8').catch(() => '');
    if (text.endsWith('\n')) return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no pid in ${file}`);
}

/** A process that has ended and waits to be reaped does not live. */
function lives(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/u.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

async function isGone(pid: number): Promise<void> {
  await until(() => !lives(pid), 20_000);
  expect(lives(pid)).toBe(false);
}

describe('bash', { timeout: 60_000 }, () => {
  it('runs in the workspace and gives the output of both streams with the exit code', async () => {
    const result = await bash('pwd; echo oops >&2');
    expect(textOf(result)).toContain(`${ws.root}\n`);
    expect(textOf(result)).toContain('oops\n');
    expect(textOf(result)).toMatch(/\[exit code 0\]$/u);
    expect(result.isError).toBe(false);
  });

  it('says the exit code of a failure, and nothing else where nothing was printed', async () => {
    expect(await bash('exit 3')).toEqual({ content: [{ type: 'text', text: '[exit code 3]' }], isError: true });
  });

  it('gives its command no key and nothing to read', async () => {
    const text = textOf(await bash('env; cat; echo end'));
    expect(text).toContain('PATH=');
    expect(text).not.toMatch(/sk-ant|ANTHROPIC|NODE_OPTIONS|GITHUB_TOKEN/u);
    expect(text).toContain('end\n[exit code 0]');
  });

  it('runs no start-up file of the shell, which could print, take its time and bring keys back', async () => {
    await writeFile(join(ws.root, '.bashrc'), 'echo from-rc; export ANTHROPIC_API_KEY=sk-ant-secret\n');
    const tool = bashTool(ws.workspace, { ...hostEnv, HOME: ws.root, BASH_ENV: join(ws.root, '.bashrc') });
    const text = textOf(await run(tool, { command: 'echo "key: <$ANTHROPIC_API_KEY>"' }));
    expect(text).toBe('key: <>\n[exit code 0]');
  });

  it('keeps the beginning and the end of a flood, without colours', async () => {
    const text = textOf(
      await bash(`printf '\\033[31mfirst\\033[0m\\n'; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo last`),
    );
    expect(text).toMatch(/^first\n/u);
    expect(text).toMatch(/bytes were left out\]/u);
    expect(text).toMatch(/last\n\[exit code 0\]$/u);
    expect(text.length).toBeLessThan(70_000);
  });

  it('is killed with everything it started when its time is over', async () => {
    const result = await bash('sleep 300 & echo $! > pid; echo started; wait', { timeout_seconds: 5 });
    expect(textOf(result)).toBe('started\n[killed after 5 s, with everything it started]');
    expect(result.isError).toBe(true);
    await isGone(await pidIn('pid'));
  });

  it('is killed with everything it started when the turn is cancelled', async () => {
    const turn = new AbortController();
    const running = bash('sleep 300 & echo $! > pid; wait', {}, turn.signal);
    const pid = await pidIn('pid');
    expect(lives(pid)).toBe(true);
    turn.abort();
    const result = await running;
    expect(textOf(result)).toBe('[cancelled; everything it started was killed]');
    expect(result.stopped).toBe('ended');
    await isGone(pid);
  });

  it('leaves nothing behind that it started in the background', async () => {
    expect(textOf(await bash('sleep 300 & echo $! > pid'))).toBe('[exit code 0]');
    await isGone(await pidIn('pid'));
  });

  it('starts nothing for a turn that is cancelled already', async () => {
    expect(textOf(await bash('touch started', {}, AbortSignal.abort()))).toContain('cancelled before it started');
    await expect(readFile(join(ws.root, 'started'))).rejects.toThrow('ENOENT');
  });

  it('is refused while no workspace is picked', async () => {
    const tool = bashTool({ folder: () => '', protectedFolders: [] }, hostEnv);
    expect(await tool.invariant?.({ command: 'ls' })).toContain('No workspace folder is picked');
    expect(textOf(await run(tool, { command: 'ls' }))).toContain('No workspace folder is picked');
    expect(await bashTool(ws.workspace, hostEnv).invariant?.({ command: 'ls' })).toBeUndefined();
  });
});
