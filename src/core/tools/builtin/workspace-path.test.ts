import { execFileSync } from 'node:child_process';
import { link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTool } from './read.js';
import { makeWorkspace, run, SECRET, type TestWorkspace, textOf } from './workspace.test-kit.js';
import { locate, refusalOf } from './workspace-path.js';
import { writeTool } from './write.js';

let ws: TestWorkspace;
beforeEach(async () => {
  ws = await makeWorkspace();
});
afterEach(() => ws.remove());

/** What stands outside the workspace: the names, and the contents of the files. */
async function whatIsOutside(): Promise<string> {
  const names = await readdir(ws.base, { recursive: true });
  const beyond = names.filter((name) => !/^ws(?:\/|$)/u.test(name)).toSorted();
  const files = beyond.filter((name) => name.endsWith('.txt'));
  const contents = await Promise.all(files.map((name) => readFile(join(ws.base, name), 'utf8')));
  return JSON.stringify([beyond, contents]);
}

describe('a path in the workspace', () => {
  it.each([
    ['a.txt', 'a.txt'],
    ['./sub/../a.txt', 'a.txt'],
    ['', '.'],
    ['sub/new/file.txt', 'sub/new/file.txt'],
    ['link-sub/b.txt', 'sub/b.txt'],
    ['sub/link-a', 'a.txt'],
    ['..strange', '..strange'],
  ])('%s is %s', async (path, shown) => {
    expect((await locate(ws.workspace, path, 'write')).shown).toBe(shown);
  });

  it('may be absolute, also by a link to the workspace', async () => {
    const alias = join(ws.base, 'alias');
    await symlink(ws.root, alias);
    const workspace = { ...ws.workspace, folder: () => alias };
    expect((await locate(workspace, join(ws.root, 'a.txt'), 'read')).shown).toBe('a.txt');
    expect((await locate(workspace, join(alias, 'a.txt'), 'read')).shown).toBe('a.txt');
    expect(await refusalOf(workspace, join(ws.base, 'out/secret.txt'), 'read')).toContain('is outside the workspace');
  });
});

describe('a path out of the workspace', () => {
  it.each([
    ['../out/secret.txt', 'is outside the workspace'],
    ['sub/../../out/secret.txt', 'is outside the workspace'],
    ['/etc/passwd', 'is outside the workspace'],
    ['../ws-evil/secret.txt', 'is outside the workspace'],
    ['link-out/secret.txt', 'through a link to outside'],
    ['link-secret', 'through a link to outside'],
    ['sub/link-evil/secret.txt', 'through a link to outside'],
    ['link-sub/link-evil/secret.txt', 'through a link to outside'],
    ['dangling', 'a link that leads nowhere'],
    ['loop', 'a link that leads nowhere'],
    ['a.txt/b', 'through a file as if it were a folder'],
    ['a.txt\0.png', 'holds a NUL character'],
    ['data/policy.json', "Gatehouse's own data"],
    ['sub/link-data/policy.json', "Gatehouse's own data"],
    ['data', "Gatehouse's own data"],
  ])('%j is refused before it is asked about, and again when it runs', async (path, words) => {
    for (const tool of [readTool(ws.workspace), writeTool(ws.workspace)]) {
      const args = { path, content: 'x' };
      expect(await tool.invariant?.(args)).toContain(words);
      const result = await run(tool, args);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain(words);
    }
  });

  it.each(['.git/hooks/pre-commit', '.GIT/config', 'sub/.git/x', 'link-git/config', '.gi\u200Ct/config', '.git'])(
    '%j is not written, because it can run as a program',
    async (path) => {
      const write = writeTool(ws.workspace);
      expect(await write.invariant?.({ path, content: 'x' })).toContain('is in .git.');
      expect((await run(write, { path, content: 'x' })).isError).toBe(true);
      expect(await readdir(join(ws.root, '.git/hooks'))).toEqual([]);
    },
  );

  it.each([
    '.bashrc',
    'sub/.Zshrc',
    '.vscode/tasks.json',
    '.mcp.json',
    '.claude/settings.json',
    '.config/autostart/x.desktop',
  ])('%j is not written either: it would run by itself later', async (path) => {
    const write = writeTool(ws.workspace);
    expect(await write.invariant?.({ path, content: 'x' })).toContain('can run as a program by itself');
    expect((await run(write, { path, content: 'x' })).isError).toBe(true);
    expect(await readTool(ws.workspace).invariant?.({ path })).toBeUndefined();
  });

  it.each(['.ssh/id_ed25519', 'sub/.SSH', '.aws/credentials', '.netrc', '.docker/config.json', 'sub/link-keys/id'])(
    '%j holds keys, and is not even read',
    async (path) => {
      await mkdir(join(ws.root, '.ssh'));
      await symlink(join(ws.root, '.ssh'), join(ws.root, 'sub/link-keys'));
      for (const tool of [readTool(ws.workspace), writeTool(ws.workspace)]) {
        expect(await tool.invariant?.({ path, content: 'x' })).toContain('which holds keys');
        expect((await run(tool, { path, content: 'x' })).isError).toBe(true);
      }
    },
  );

  it('is every path while the workspace itself is a folder of keys', async () => {
    await mkdir(join(ws.base, '.ssh'));
    const keys = { ...ws.workspace, folder: () => join(ws.base, '.ssh') };
    expect(await readTool(keys).invariant?.({ path: 'id_ed25519' })).toContain('which holds keys');
  });

  it('may have a name that only begins like such a place', async () => {
    for (const path of ['.gitignore', '.bashrc.md', 'git', '.docker/notes.json', 'profile']) {
      expect(await writeTool(ws.workspace).invariant?.({ path, content: 'x' })).toBeUndefined();
    }
  });

  it('is every path while no workspace is picked, or when it is gone', async () => {
    const none = { ...ws.workspace, folder: () => '' };
    expect(await readTool(none).invariant?.({ path: 'a' })).toBe(
      'No workspace folder is picked. The user can pick one in Settings.',
    );
    const gone = { ...ws.workspace, folder: () => join(ws.base, 'nowhere') };
    expect(textOf(await run(readTool(gone), { path: 'a' }))).toContain('is not there any more');
  });
});

describe('what is no regular file', () => {
  it('is neither read nor written: a pipe does not make the reader wait', async () => {
    execFileSync('mkfifo', [join(ws.root, 'pipe')]);
    expect(textOf(await run(readTool(ws.workspace), { path: 'pipe' }))).toContain('is no regular file');
    expect(textOf(await run(writeTool(ws.workspace), { path: 'pipe', content: 'x' }))).toContain('is no regular file');
  });

  it('is not written over: a folder stays a folder', async () => {
    expect(textOf(await run(writeTool(ws.workspace), { path: 'sub', content: 'x' }))).toBe('"sub" is a folder.');
    expect(textOf(await run(writeTool(ws.workspace), { path: '.', content: 'x' }))).toBe('"." is a folder.');
  });
});

describe('a file with a second name outside', () => {
  it('keeps its outside content when it is written', async () => {
    await link(join(ws.base, 'out/secret.txt'), join(ws.root, 'hard.txt'));
    await run(writeTool(ws.workspace), { path: 'hard.txt', content: 'changed' });
    expect(await readFile(join(ws.base, 'out/secret.txt'), 'utf8')).toBe(SECRET);
    expect(await readFile(join(ws.root, 'hard.txt'), 'utf8')).toBe('changed');
  });
});

describe('whatever path is asked for', () => {
  const PARTS = [
    '..',
    '.',
    '',
    'sub',
    'deep',
    'a.txt',
    'new',
    'link-out',
    'link-sub',
    'link-evil',
    'link-a',
    'dangling',
  ];
  const MORE = [
    'ws',
    'ws-evil',
    'out',
    'secret.txt',
    'loop',
    'link-secret',
    'x\0y',
    '~',
    '.git',
    '%2e%2e',
    '..\\..',
    '\u2024\u2024',
  ];
  const relativePath = fc.array(fc.constantFrom(...PARTS, ...MORE), { maxLength: 7 }).map((parts) => parts.join('/'));
  const start = fc.constantFrom('', '', '/', '/proc/self/cwd/', '/proc/self/root/', 'ROOT/', 'BASE/', 'ROOT-evil/');

  it('nothing outside is read or changed', { timeout: 60_000 }, async () => {
    const before = await whatIsOutside();
    const [read, write] = [readTool(ws.workspace), writeTool(ws.workspace)];
    await fc.assert(
      fc.asyncProperty(start, relativePath, async (from, rest) => {
        const path = `${from.replace('ROOT', ws.root).replace('BASE', ws.base)}${rest}`;
        expect(textOf(await run(read, { path }))).not.toContain(SECRET);
        await run(write, { path, content: 'changed' });
        const refusal = await refusalOf(ws.workspace, path, 'read');
        if (refusal === undefined) {
          const place = await locate(ws.workspace, path, 'read');
          expect(place.segments).not.toContain('..');
        }
      }),
      { numRuns: 300 },
    );
    expect(await whatIsOutside()).toBe(before);
  });
});

/** Takes a folder away, puts a link in its place, and the folder back; again and again. */
async function swapUntil(signal: AbortSignal, real: string, aside: string, outside: string): Promise<void> {
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await rename(real, aside);
    // A write that comes now may make the folder anew; then there is no link in this round.
    await symlink(outside, real).catch(() => {});
    for (let back = false; !back;) {
      await rm(real, { recursive: true, force: true }).catch(() => {});
      back = await rename(aside, real).then(
        () => true,
        () => false,
      );
    }
  }
}

describe('a folder that is swapped for a link while it is used', () => {
  it('leads nothing outside', { timeout: 60_000 }, async () => {
    const before = await whatIsOutside();
    const [read, write] = [readTool(ws.workspace), writeTool(ws.workspace)];
    const [real, aside] = [join(ws.root, 'swap'), join(ws.root, 'aside')];
    await mkdir(real);
    await writeFile(join(real, 'secret.txt'), 'inside');
    const work = new AbortController();
    const swapping = swapUntil(work.signal, real, aside, join(ws.base, 'out'));
    const seen = new Set<string>();
    for (let round = 0; round < 200; round += 1) {
      seen.add(textOf(await run(read, { path: 'swap/secret.txt' })));
      await run(write, { path: 'swap/new.txt', content: 'changed' });
    }
    work.abort();
    await swapping;
    expect([...seen].join('\n')).not.toContain(SECRET);
    expect(textOf(await run(read, { path: 'swap/secret.txt' }))).toBe('inside');
    expect(await whatIsOutside()).toBe(before);
  });
});
