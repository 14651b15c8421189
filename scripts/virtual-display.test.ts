import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hasDisplay, withVirtualDisplay } from './virtual-display.mjs';

/** Whether an X server answers on a display like `:99`. */
function answers(display: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function ended(display: string): Promise<boolean> {
  for (let tries = 0; tries < 100 && (await answers(display)); tries += 1) await sleep(100);
  return !(await answers(display));
}

describe('a display', () => {
  it('is there where Linux names one, and elsewhere always', () => {
    expect(hasDisplay({}, 'linux')).toBe(false);
    expect(hasDisplay({ DISPLAY: '' }, 'linux')).toBe(false);
    expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
    expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
    expect(hasDisplay({}, 'darwin')).toBe(true);
  });
});

describe.skipIf(spawnSync('Xvfb', ['-help']).error !== undefined)('a virtual display', () => {
  it('is there for the work, its own for each, and gone afterwards', async () => {
    const displays = await withVirtualDisplay((first) =>
      withVirtualDisplay(async (second) => {
        const both = [first['DISPLAY'] ?? '', second['DISPLAY'] ?? ''];
        expect(await Promise.all(both.map(answers))).toEqual([true, true]);
        return both;
      }),
    );
    expect(new Set(displays).size).toBe(2);
    for (const display of displays) expect(await ended(display)).toBe(true);
  });

  it('goes also when the work fails', async () => {
    let display = '';
    const work = withVirtualDisplay((env) => {
      display = env['DISPLAY'] ?? '';
      return Promise.reject(new Error('the work failed'));
    });
    await expect(work).rejects.toThrow('the work failed');
    expect(await ended(display)).toBe(true);
  });

  it('goes also when its owner is killed', async () => {
    const module = JSON.stringify(new URL('virtual-display.mjs', import.meta.url).href);
    const script = `const { withVirtualDisplay } = await import(${module});
      await withVirtualDisplay((env) => { console.log(env.DISPLAY); return new Promise(() => setInterval(() => {}, 1e6)); });`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(owner.stdout, 'data');
    const display = String(line).trim();
    expect(await answers(display)).toBe(true);
    owner.kill('SIGKILL');
    expect(await ended(display)).toBe(true);
  });
});
