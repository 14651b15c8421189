import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { earlyLook, lookQuery } from './early-look.js';
import { spokenLanguage, wordsOf } from './language.js';
import { placement, readWindowState, writeWindowState } from './window-state.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-look-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const screens = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 800 },
];
const at = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  maximized: false,
});

describe('the place of the window', () => {
  it('is the system’s choice the first time', () => {
    expect(placement(undefined, screens)).toEqual({ width: 1180, height: 780 });
  });

  it('is where it was, on either screen', () => {
    expect(placement(at(10, 20), screens)).toEqual({ x: 10, y: 20, width: 1000, height: 700 });
    expect(placement(at(2000, 20), screens)).toEqual({ x: 2000, y: 20, width: 1000, height: 700 });
  });

  it('keeps its size but not its place when its screen is gone', () => {
    for (const lost of [at(5000, 20), at(-990, 20), at(10, -500), at(10, 1070)]) {
      expect(placement(lost, screens)).toEqual({ width: 1000, height: 700 });
    }
  });

  it('is never smaller than usable nor larger than its screen', () => {
    expect(placement(at(0, 0, 10, 10), screens)).toMatchObject({ width: 720, height: 520 });
    expect(placement(at(1920, 0, 5000, 5000), screens)).toMatchObject({ width: 1280, height: 800 });
    expect(placement(undefined, [{ x: 0, y: 0, width: 800, height: 600 }])).toEqual({ width: 800, height: 600 });
  });

  it('comes back from its file, and a useless file is as good as none', () => {
    expect(readWindowState(folder)).toBeUndefined();
    writeWindowState(folder, at(1, 2));
    expect(readWindowState(folder)).toEqual(at(1, 2));
    for (const broken of ['', 'null', '{"bounds":{"x":"1"}}', '{"bounds":{"x":1,"y":1,"width":1.5,"height":1}}']) {
      writeFileSync(join(folder, 'window.json'), broken);
      expect(readWindowState(folder)).toBeUndefined();
    }
  });
});

describe('the look of the window', () => {
  it('is read before anything else is loaded', () => {
    writeFileSync(
      join(folder, 'settings.json'),
      '{"version":1,"settings":{"theme":"dark","language":"zh-CN","model":"x","textSize":18,"density":"compact"}}',
    );
    const look = earlyLook(folder);
    expect(look).toEqual({ theme: 'dark', language: 'zh-CN', textSize: 18, density: 'compact' });
    expect(lookQuery(look)).toBe('text=18&density=compact');
  });

  it.each([
    undefined,
    '',
    '{',
    '[]',
    '{"settings":3}',
    '{"settings":{"theme":"pink","language":{},"textSize":1,"density":9}}',
  ])('is the default for a file that says %j', (content) => {
    if (content !== undefined) writeFileSync(join(folder, 'settings.json'), content);
    expect(earlyLook(folder)).toEqual({
      theme: 'system',
      language: 'system',
      textSize: 14,
      density: 'comfortable',
    });
  });
});

describe('the language of main', () => {
  it.each([
    ['system', 'zh-CN', 'zh-CN'],
    ['system', 'zh-TW', 'zh-CN'],
    ['system', 'zh', 'zh-CN'],
    ['system', 'ZH-Hans', 'zh-CN'],
    ['system', 'en-US', 'en'],
    ['system', 'de', 'en'],
    ['system', 'zhx', 'en'],
    ['system', '', 'en'],
    ['en', 'zh-CN', 'en'],
    ['zh-CN', 'en-US', 'zh-CN'],
  ] as const)('with the setting %s on a %s system is %s', (setting, system, spoken) => {
    expect(spokenLanguage(setting, system)).toBe(spoken);
    expect(wordsOf(spoken).language).toBe(spoken);
  });

  it('tells of every trouble with a file, in both languages', () => {
    const problems = [
      { kind: 'invalid-json', line: 3, column: 9 },
      { kind: 'invalid-data', detail: 'theme must be a string' },
      { kind: 'unknown-version', detail: '2' },
      { kind: 'unreadable', detail: 'EACCES' },
    ] as const;
    for (const language of ['en', 'zh-CN'] as const) {
      for (const problem of problems) {
        const said = wordsOf(language).notices.storeProblem({
          file: 'settings.json',
          keptAs: 'settings.json.broken-1',
          used: 'backup',
          ...problem,
        });
        expect(said).toContain('settings.json.broken-1');
        expect(said).toContain('detail' in problem ? problem.detail : '9');
      }
    }
  });
});
