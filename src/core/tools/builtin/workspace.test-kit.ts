import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../shared/json.js';
import type { ToolResult } from '../../../shared/tool.js';
import type { ToolSource } from '../tool.js';
import type { Workspace } from './workspace-path.js';

export const SECRET = 'the secret outside';

/** A workspace `ws` with a file `a.txt`, a folder `sub` and links, beside folders that nothing may reach. */
export interface TestWorkspace {
  readonly base: string;
  readonly root: string;
  readonly workspace: Workspace;
  remove(): Promise<void>;
}

export async function makeWorkspace(): Promise<TestWorkspace> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-ws-')));
  const root = join(base, 'ws');
  for (const folder of ['ws/sub/deep', 'ws/.git/hooks', 'ws/data', 'ws-evil', 'out']) {
    await mkdir(join(base, folder), { recursive: true });
  }
  await writeFile(join(root, 'a.txt'), 'one\ntwo\nthree\n');
  await writeFile(join(root, 'sub/b.txt'), 'inside');
  await writeFile(join(root, 'data/policy.json'), '[]');
  for (const folder of ['out', 'ws-evil']) await writeFile(join(base, folder, 'secret.txt'), SECRET);
  const links = [
    ['out', 'link-out'],
    ['ws-evil', 'sub/link-evil'],
    ['out/secret.txt', 'link-secret'],
    ['ws/sub', 'link-sub'],
    ['ws/a.txt', 'sub/link-a'],
    ['out/new.txt', 'dangling'],
    ['ws/.git', 'link-git'],
    ['ws/data', 'sub/link-data'],
  ] as const;
  for (const [target, link] of links) await symlink(join(base, target), join(root, link));
  await symlink('loop', join(root, 'loop'));
  return {
    base,
    root,
    workspace: { folder: () => root, protectedFolders: [join(root, 'data')] },
    remove: () => rm(base, { recursive: true, force: true }),
  };
}

/** Runs a tool as the loop does once it is allowed; without asking `invariant`, so that only the execution guards. */
export function run(tool: ToolSource, args: JsonObject, signal = new AbortController().signal): Promise<ToolResult> {
  return tool.handler(args, { signal, onProgress: () => {} });
}

export function textOf(result: ToolResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n');
}
