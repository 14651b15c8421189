import { readdirSync, readFileSync } from 'node:fs';
import { serversReady } from './chat.js';
import { expect, test } from './gatehouse-app.js';
import { ordinaryStart } from './ordinary-user.js';

test('started by an ordinary user, the page runs in Chromium’s sandbox', async ({ home, launch }) => {
  const start = await ordinaryStart(home);
  test.skip(start.kind === 'impossible', start.kind === 'impossible' ? start.why : '');
  if (start.kind === 'impossible') return;
  const { app, page } = await launch({ program: start.program, env: start.env, sandbox: true });
  await serversReady(page);

  const processes = descendants(app.process().pid ?? 0);
  const renderers = processes.filter(({ args }) => args.includes('--type=renderer'));
  expect(renderers.length).toBeGreaterThan(0);
  for (const { pid } of renderers) expect(statusOf(pid)).toEqual({ Seccomp: '2', NoNewPrivs: '1' });
  expect(processes.flatMap(({ args }) => args)).not.toContain('--no-sandbox');
  // Chromium changes the command line that it shows, so the app is asked as well.
  expect(await app.evaluate(({ app: running }) => running.commandLine.hasSwitch('no-sandbox'))).toBe(false);
});

interface SeenProcess {
  readonly pid: number;
  readonly args: readonly string[];
}

/** A process and all below it, as they are now. */
function descendants(root: number): readonly SeenProcess[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(/^PPid:\s*(\d+)/m.exec(text(Number(name), 'status'))?.[1])]),
  );
  const below = (pid: number | undefined): boolean => pid !== undefined && (pid === root || below(parents.get(pid)));
  return [...parents.keys()].filter(below).map((pid) => ({ pid, args: argsOf(pid) }));
}

function argsOf(pid: number): readonly string[] {
  // A process forked by Chromium's zygote has its arguments in one piece, parted by blanks.
  return text(pid, 'cmdline').split(/[\0 ]/);
}

function statusOf(pid: number): Readonly<Record<string, string | undefined>> {
  const status = text(pid, 'status');
  const field = (name: string): string | undefined => new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1];
  return { Seccomp: field('Seccomp'), NoNewPrivs: field('NoNewPrivs') };
}

/** Empty where the process has ended meanwhile. */
function text(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
