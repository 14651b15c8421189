import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBreaches } from './architecture.test-kit.js';
import type { SourceFile } from './source-imports.test-kit.js';

const root = resolve(import.meta.dirname, '..');

function sourcesIn(folder: string): readonly SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): readonly SourceFile[] => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.tsx?$/u.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}

function rootFolders(): readonly string[] {
  const there = new Set(readdirSync(root));
  return ['src', 'servers'].filter((folder) => there.has(folder));
}

/** What the rules say about one small file. */
function breachesOf(path: string, text: string): readonly string[] {
  return findBreaches([{ path, text }]);
}

function lines(count: number): string {
  return 'export {};\n'.repeat(count);
}

describe('the house', () => {
  it('is built as the plan says', () => {
    const files = rootFolders().flatMap(sourcesIn);
    expect(files.length).toBeGreaterThan(20);
    expect(findBreaches(files)).toEqual([]);
  });
});

describe('the rules', () => {
  it.each([
    ['shared', 'src/shared/a.ts', '../core/errors.js', 'shared must not import core'],
    ['core', 'src/core/host/a.ts', '../../main/window.js', 'core must not import main'],
    ['preload', 'src/preload/index.ts', '../core/errors.js', 'preload must not import core'],
    ['main', 'src/main/a.ts', '../renderer/store/a.js', 'main must not import renderer'],
    ['cli', 'src/cli/index.ts', '../main/window.js', 'cli must not import main'],
    ['renderer', 'src/renderer/a.ts', '../core/errors.js', 'renderer must not import core'],
    ['servers', 'servers/notes/a.ts', '../../src/shared/json.js', 'servers must not import shared'],
  ])('keep %s from a region it may not know', (_region, path, specifier, sentence) => {
    expect(breachesOf(path, `import { x } from '${specifier}';\nx();\n`)).toEqual([`${path}: ${sentence}`]);
  });

  it.each([
    ['a type import', "import type { X } from '../core/errors.js';\nexport type Y = X;\n"],
    ['a type among values', "import { type X } from '../core/errors.js';\nexport type Y = X;\n"],
    ['a re-export', "export { x } from '../core/errors.js';\nexport const y = 1;\n"],
    ['an import()', "export const x = () => import('../core/errors.js');\n"],
    ['the type of an import()', "export type X = import('../core/errors.js').Y;\n"],
    ['a require()', "export const x = require('../core/errors.js');\n"],
    ['an import for its effect', "import '../core/errors.js';\n"],
  ])('see %s', (_form, text) => {
    expect(breachesOf('src/renderer/a.ts', text)).toEqual(['src/renderer/a.ts: renderer must not import core']);
  });

  it.each([
    ['agent', 'host'],
    ['policy', 'agent'],
    ['policy', 'approval'],
    ['hooks', 'model'],
    ['tools', 'servers'],
    ['tools', 'conversation'],
    ['mcp', 'tools'],
    ['jsonrpc', 'process'],
    ['process', 'jsonrpc'],
    ['jsonrpc', 'mcp'],
    ['schema', 'jsonrpc'],
  ])('keep core/%s from core/%s', (from, to) => {
    const path = `src/core/${from}/a.ts`;
    expect(breachesOf(path, `import type { X } from '../${to}/b.js';\nexport type Y = X;\n`)).toEqual([
      `${path}: core/${from} must not import core/${to}, which is no rung below it`,
    ]);
  });

  it('keep the files right in core at the bottom of the ladder', () => {
    expect(breachesOf('src/core/errors.ts', "import { x } from './schema/a.js';\nx();\n")).toHaveLength(1);
    expect(breachesOf('src/core/schema/a.ts', "import { x } from '../errors.js';\nx();\n")).toEqual([]);
  });

  it('let a rung import every rung below it and its own room', () => {
    const below = ['agent', 'policy', 'tools', 'mcp', 'jsonrpc', 'process', 'schema'];
    const text = below.map((room, n) => `import { x${n} } from '../${room}/b.js';\nx${n}();\n`).join('');
    expect(breachesOf('src/core/host/a.ts', `${text}import { y } from './b.js';\ny();\n`)).toEqual([]);
    expect(breachesOf('src/core/tools/builtin/bash.ts', "import { x } from '../../process/b.js';\nx();\n")).toEqual([]);
  });

  it('ask for a rung for every room of core', () => {
    expect(breachesOf('src/core/attic/a.ts', "import { x } from '../errors.js';\nx();\n")).toEqual([
      'src/core/attic/a.ts: core/attic is on no rung of the ladder',
    ]);
  });

  it('keep testing, test kits and tests away from what ships', () => {
    const text = "import { x } from '../testing/fake.js';\nx();\n";
    expect(breachesOf('src/core/agent/a.ts', text)).toEqual(['src/core/agent/a.ts: only tests import testing']);
    expect(breachesOf('src/core/agent/a.test.ts', text)).toEqual([]);
    expect(breachesOf('src/core/testing/b.ts', "import { x } from '../host/a.js';\nx();\n")).toEqual([]);
    expect(breachesOf('src/core/agent/a.ts', "import { x } from './b.test-kit.js';\nx();\n")).toHaveLength(1);
  });

  it.each([
    ['src/renderer/a.ts', 'node:fs'],
    ['src/renderer/a.ts', 'electron'],
    ['src/renderer/a.ts', 'ajv'],
    ['src/renderer/a.ts', 'ajv/dist/2020.js'],
    ['src/core/host/a.ts', 'electron'],
    ['src/core/host/a.ts', 'react'],
    ['src/shared/a.ts', 'node:path'],
    ['src/preload/a.ts', 'node:path'],
    ['src/main/a.ts', 'react'],
    ['servers/notes/a.ts', '@modelcontextprotocol/sdk/server/index.js'],
  ])('keep from %s the package %s', (path, specifier) => {
    expect(breachesOf(path, `import { x } from '${specifier}';\nx();\n`)[0]).toContain(`must not import ${specifier}`);
  });

  it.each([
    ['src/core/mcp/transports/stdio.ts', 'spawn', 'node:child_process', 'src/core/process/'],
    ['src/core/agent/a.ts', 'Anthropic', '@anthropic-ai/sdk', 'src/core/model/anthropic.ts'],
    ['src/main/window.ts', 'ipcMain', 'electron', 'src/main/ipc-binder.ts'],
    ['src/main/window.ts', 'dialog', 'electron', 'src/main/native-dialogs.ts'],
    ['src/main/window.ts', 'shell', 'electron', 'src/main/external-links.ts'],
    ['src/main/window.ts', 'ipcRenderer', 'electron', 'src/preload/'],
  ])('let %s not import %s of %s', (path, name, module, home) => {
    const text = `import { ${name} } from '${module}';\n${name}();\n`;
    expect(breachesOf(path, text)[0]).toContain(`one home: ${home}`);
    const atHome = home.endsWith('/') ? `${home}door.ts` : home;
    expect(breachesOf(atHome, text)).toEqual([]);
  });

  it('see through a renamed name, and want electron by name', () => {
    expect(breachesOf('src/main/a.ts', "import { ipcMain as quiet } from 'electron';\nquiet();\n")).toHaveLength(1);
    expect(breachesOf('src/main/a.ts', "import electron from 'electron';\nelectron();\n")).toHaveLength(1);
    expect(breachesOf('src/main/a.ts', "import * as all from 'electron';\nall.x();\n")).toHaveLength(1);
  });

  it('keep one server from another, but not from the kit', () => {
    expect(breachesOf('servers/notes/a.ts', "import { x } from '../docs/b.js';\nx();\n")).toHaveLength(1);
    expect(breachesOf('servers/kit/a.ts', "import { x } from '../docs/b.js';\nx();\n")).toHaveLength(1);
    expect(breachesOf('servers/notes/a.ts', "import { x } from '../kit/b.js';\nx();\n")).toEqual([]);
  });

  it('cap the length of files', () => {
    expect(breachesOf('src/core/a.ts', lines(300))).toEqual([]);
    expect(breachesOf('src/core/a.ts', lines(301))).toHaveLength(1);
    expect(breachesOf('src/core/a.test.ts', lines(500))).toEqual([]);
    expect(breachesOf('src/core/a.test.ts', lines(501))).toHaveLength(1);
  });

  it('know a barrel', () => {
    expect(breachesOf('src/core/tools/all.ts', "export { x } from './a.js';\n")).toHaveLength(1);
    expect(breachesOf('src/core/tools/a.ts', "export * from './b.js';\nexport const x = 1;\n")).toHaveLength(1);
    expect(breachesOf('src/core/tools/index.ts', 'export const x = 1;\n')).toHaveLength(1);
    expect(breachesOf('src/renderer/index.tsx', 'export const x = 1;\n')).toEqual([]);
    expect(breachesOf('src/core/tools/a.ts', "export type { X } from './b.js';\nexport const x = 1;\n")).toEqual([]);
  });

  it.each([
    'src/core/utils.ts',
    'src/core/string-utils.ts',
    'src/core/helpers/a.ts',
    'src/shared/common.ts',
    'src/main/misc/a.ts',
  ])('refuse the name %s', (path) => {
    expect(breachesOf(path, 'export const x = 1;\n')[0]).toContain('names no noun');
  });

  it('want kebab-case, PascalCase for components, and language tags as they are', () => {
    expect(breachesOf('src/core/someThing.ts', 'export const x = 1;\n')).toHaveLength(1);
    expect(breachesOf('src/core/SomeThing.ts', 'export const x = 1;\n')).toHaveLength(1);
    expect(breachesOf('src/renderer/ui/SomeThing.tsx', 'export const x = 1;\n')).toEqual([]);
    expect(breachesOf('src/renderer/i18n/zh-CN.ts', 'export const x = 1;\n')).toEqual([]);
  });

  it('want the .js ending on what is imported, unless it is an asset', () => {
    expect(breachesOf('src/core/a.ts', "import { x } from './b';\nx();\n")).toHaveLength(1);
    expect(breachesOf('src/renderer/a.ts', "import './a.css';\n")).toEqual([]);
  });

  it('let main wait for nothing at its top level', () => {
    expect(breachesOf('src/main/index.ts', 'await Promise.resolve();\n')).toHaveLength(1);
    expect(breachesOf('src/main/index.ts', 'for await (const x of []) x();\n')).toHaveLength(1);
    expect(breachesOf('src/main/index.ts', 'export const f = async () => {\n  await f();\n};\n')).toEqual([]);
  });

  it('do not take words in texts and comments for imports', () => {
    const text = "// import { x } from 'electron';\nexport const x = \"import y from 'electron'\";\n";
    expect(breachesOf('src/renderer/a.ts', text)).toEqual([]);
  });
});
