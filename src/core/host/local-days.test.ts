import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalDays, localDays } from './local-days.js';

const PROGRAM = `
  import { localDays } from './local-days.js';
  process.stdout.write(JSON.stringify(localDays(Date.parse(process.argv[2]), 3)));
`;

let folder: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-days-'));
  program = join(folder, 'days.mjs');
  const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' } as const;
  await build({ stdin, outfile: program, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The last three days in that part of the world: a process takes its zone from where it was started. */
function daysIn(zone: string, now: string) {
  const env = { ...process.env, TZ: zone };
  const { days, bounds } = JSON.parse(
    execFileSync(process.execPath, [program, now], { env, encoding: 'utf8' }),
  ) as LocalDays;
  return { days, bounds: bounds.map((at) => new Date(at).toISOString().slice(5, 16)) };
}

describe('localDays', () => {
  it('ends with today, and gives each day to the next midnight', () => {
    const now = new Date(2026, 2, 1, 13).getTime();
    const { days, bounds } = localDays(now, 30);
    expect([days.length, days[0], days.at(-2), days.at(-1)]).toEqual([30, '2026-01-31', '2026-02-28', '2026-03-01']);
    expect(bounds).toHaveLength(31);
    expect(bounds.at(-2)).toBe(new Date(2026, 2, 1).getTime());
    expect(bounds.at(-1)).toBe(new Date(2026, 2, 2).getTime());
  });

  it.each([
    [
      'Asia/Shanghai',
      '2026-11-29T16:30:00Z',
      '2026-11-30',
      ['11-27T16:00', '11-28T16:00', '11-29T16:00', '11-30T16:00'],
    ],
    [
      'America/New_York',
      '2026-11-30T04:30:00Z',
      '2026-11-29',
      ['11-27T05:00', '11-28T05:00', '11-29T05:00', '11-30T05:00'],
    ],
    // Clocks are put forward: the day in the middle has 23 hours.
    [
      'Europe/Berlin',
      '2026-03-30T10:00:00Z',
      '2026-03-30',
      ['03-27T23:00', '03-28T23:00', '03-29T22:00', '03-30T22:00'],
    ],
    // And back: the last has 25.
    [
      'America/New_York',
      '2026-11-01T12:00:00Z',
      '2026-11-01',
      ['10-30T04:00', '10-31T04:00', '11-01T04:00', '11-02T05:00'],
    ],
    // There was no midnight: the day began at one.
    [
      'America/Sao_Paulo',
      '2018-11-05T12:00:00Z',
      '2018-11-05',
      ['11-03T03:00', '11-04T03:00', '11-05T02:00', '11-06T02:00'],
    ],
  ])('knows the midnights of %s', (zone, now, today, bounds) => {
    const found = daysIn(zone, now);
    expect(found.days.at(-1)).toBe(today);
    expect(found.bounds).toEqual(bounds);
  });
});
