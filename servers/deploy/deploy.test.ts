import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BuiltServer, textOf } from '../kit/built-server.test-kit.js';
import type { RunningServer } from '../kit/built-server.test-kit.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 }); // children start slowly on a busy machine

let built: BuiltServer;
let log: string;
let deploy: RunningServer;

beforeAll(() => {
  built = new BuiltServer('deploy');
});
afterAll(() => built.dispose());
beforeEach(async () => {
  log = join(built.folder(), 'new', 'deployments.log');
  deploy = await built.connect(log);
});
afterEach(async () => {
  expect(await deploy.close()).toEqual({ code: 0, signal: null });
  expect(deploy.groupLives()).toBe(false);
  expect(deploy.messages).toHaveLength(deploy.lines.length);
});

describe('deploy', () => {
  it('says that status only reads and trigger may destroy', async () => {
    expect((await deploy.tools()).map((tool) => [tool['name'], tool['annotations']])).toEqual([
      ['status', { readOnlyHint: true, openWorldHint: false }],
      ['trigger', { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }],
    ]);
  });

  it('appends a line that status shows', async () => {
    expect(await deploy.text('status')).toBe('Nothing has been deployed yet.');
    const before = Date.now();
    const said = await deploy.text('trigger', { service: 'web', version: '1.4.0' });
    await deploy.text('trigger', { service: 'worker_2', version: 'v2.0.0-rc.1+build' });
    const lines = readFileSync(log, 'utf8').split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z web 1\.4\.0$/);
    expect(Date.parse(lines[0]?.split(' ')[0] ?? '')).toBeGreaterThanOrEqual(before);
    expect(said).toBe(`Deployed: ${lines[0]}`);
    expect(await deploy.text('status')).toBe(`${lines[0]}\n${lines[1]}`);
  });

  it('shows the last ten of a long log', async () => {
    await deploy.text('trigger', { service: 'web', version: '1' });
    writeFileSync(log, Array.from({ length: 5000 }, (_, at) => `2026-01-01T00:00:00.000Z web ${at}\n`).join(''));
    const shown = (await deploy.text('status')).split('\n');
    expect(shown).toHaveLength(10);
    expect(shown[0]).toBe('2026-01-01T00:00:00.000Z web 4990');
    expect(shown[9]).toBe('2026-01-01T00:00:00.000Z web 4999');
  });

  it('deploys nothing for arguments that do not fit, and names the one that is wrong', async () => {
    for (const [args, argument] of [
      [{ service: '', version: '1' }, 'service'],
      [{ service: 'web\n2026 fake', version: '1' }, 'service'],
      [{ service: '../web', version: '1' }, 'service'],
      [{ service: 'web', version: '1 2' }, 'version'],
      [{ service: 'web', version: '-rf' }, 'version'],
      [{ service: 'web' }, 'version'],
    ] as const) {
      const result = await deploy.call('trigger', args);
      expect([args, result['isError']]).toEqual([args, true]);
      expect(textOf(result)).toContain(`"${argument}"`);
    }
    expect(existsSync(log)).toBe(false);
  });
});

describe('the command line', () => {
  it('needs a log file', async () => {
    const server = built.start();
    expect(await server.ended).toEqual({ code: 2, signal: null });
    expect(server.stderr).toMatch(/^Usage: deploy <log file>/);
  });
});
