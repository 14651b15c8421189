import { execFileSync } from 'node:child_process';
import { link, mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTool } from './read.js';
import { makeWorkspace, run, SECRET, type TestWorkspace, textOf } from './workspace.test-kit.js';
import { locate } from './workspace-path.js';
import { writeTool } from './write.js';

const CASES = 5000;
/** Cases that run at a time. */
const TOGETHER = 25;

let ws: TestWorkspace;
beforeEach(async () => {
  ws = await makeWorkspace();
  const { root, base } = ws;
  execFileSync('mkfifo', [join(root, 'pipe')]);
  // Two spellings of one name, one of which is a link; the same in capitals.
  await mkdir(join(root, 'caf\u00E9'));
  await writeFile(join(base, 'out/other.txt'), 'other');
  const links = [
    ['out', 'cafe\u0301'],
    ['out', 'Link-Sub'],
    ['ws', 'out/back'],
    ['out/secret.txt', 'ws/sub/deep/link-far'],
  ] as const;
  for (const [target, name] of links) {
    await symlink(join(base, target), name.includes('/') ? join(base, name) : join(root, name));
  }
  for (const [target, name] of [
    ['/dev/zero', 'zero'],
    ['/proc/self/root', 'rooted'],
    ['..', 'up'],
    ['/', 'top'],
  ] as const) {
    await symlink(target, join(root, name));
  }
  await link(join(base, 'out/other.txt'), join(root, 'hard.txt'));
});
afterEach(() => ws.remove());

/** Names and contents of all that is not in the workspace; no link is followed, as some lead to the root. */
async function outside(): Promise<string> {
  const names = (await readdir(ws.base)).filter((name) => name !== 'ws').toSorted();
  const within = await Promise.all(
    ['out', 'ws-evil'].map((name) => readdir(join(ws.base, name)).then((found) => found.toSorted())),
  );
  const texts = ['out/secret.txt', 'out/other.txt', 'ws-evil/secret.txt'].map((name) =>
    readFile(join(ws.base, name), 'utf8'),
  );
  return JSON.stringify([names, within, await Promise.all(texts)]);
}

/** Where a path leads, or the nearest folder above it that is there. */
async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => realPath(dirname(path)));
}

const STEPS = [
  '..',
  '..',
  '.',
  '',
  '...',
  '.. ',
  '..\\',
  '..\\..\\out',
  '%2e%2e',
  '\u2024\u2024',
  '\uFF0E\uFF0E',
  '..\0',
];
const PLACES = [
  'sub',
  'SUB',
  'deep',
  'a.txt',
  'A.TXT',
  'new',
  'hard.txt',
  'pipe',
  'zero',
  'caf\u00E9',
  'cafe\u0301',
  'link-out',
  'LINK-OUT',
  'link-sub',
  'Link-Sub',
  'link-evil',
  'link-far',
  'link-a',
  'link-secret',
  'link-git',
  'link-data',
  'dangling',
  'loop',
  'rooted',
  'up',
  'top',
];
const BEYOND = [
  'ws',
  'ws-evil',
  'ws ',
  'out',
  'back',
  'secret.txt',
  'other.txt',
  '.git',
  'hooks',
  'data',
  'x\0y',
  '~',
  '$HOME',
  'a:b',
];
const STARTS = [
  '',
  '',
  '',
  '/',
  '//',
  'ROOT/',
  'ROOT//',
  'ROOT/../ws/',
  'ROOT-evil/',
  'ROOT',
  'BASE/',
  'BASE/out/back/',
  '/proc/self/cwd/',
  '/proc/self/rootROOT/',
  '/proc/self/rootBASE/out/',
  '/proc/1/root/',
  '/dev/',
  '/dev/fd/0/',
  '\\\\?\\',
  'file://BASE/',
  './ROOT/',
];

describe(`${CASES} paths that try to get out`, () => {
  it('read nothing outside, write nothing outside, and wait for no pipe or device', async () => {
    const before = await outside();
    const [read, write] = [readTool(ws.workspace), writeTool(ws.workspace)];
    const steps = fc.array(fc.constantFrom(...STEPS, ...PLACES, ...PLACES, ...BEYOND), { minLength: 1, maxLength: 7 });
    const parts = fc.tuple(fc.constantFrom(...STARTS), steps, fc.constantFrom('/', '/', '/', '//', '/./'));
    const paths = fc
      .sample(parts, { seed: 20_261_130, numRuns: CASES })
      .map(([start, names, between]) => start.replace('ROOT', ws.root).replace('BASE', ws.base) + names.join(between));
    const isInside = new RegExp(`^${ws.root}(?:/|$)`, 'u');
    let inside = 0;
    const tries = async (path: string): Promise<void> => {
      expect(textOf(await run(read, { path })), path).not.toContain(SECRET);
      const place = await locate(ws.workspace, path, 'write').catch(() => undefined);
      // What is found may be asked about, so it lies in the workspace with every link followed.
      if (place !== undefined) expect(await realPath(join(ws.root, ...place.segments)), path).toMatch(isInside);
      const { isError } = await run(write, { path, content: 'changed' });
      // What is refused before it is asked about never runs.
      if (place === undefined) expect(isError, path).toBe(true);
      if (!isError) inside += 1;
    };
    for (let at = 0; at < paths.length; at += TOGETHER) {
      await Promise.all(paths.slice(at, at + TOGETHER).map(tries));
    }
    expect(new Set(paths).size).toBeGreaterThan(CASES * 0.8);
    expect(inside).toBeGreaterThan(CASES / 50);
    expect(await outside()).toBe(before);
  });
});
