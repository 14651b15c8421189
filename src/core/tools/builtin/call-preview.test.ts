import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bashTool } from './bash.js';
import { editTool } from './edit.js';
import { readTool } from './read.js';
import { makeWorkspace, type TestWorkspace } from './workspace.test-kit.js';
import { writeTool } from './write.js';

let ws: TestWorkspace;
beforeEach(async () => {
  ws = await makeWorkspace();
});
afterEach(() => ws.remove());

describe('what a call would do', () => {
  it('is the real file against the result, and nothing is written', async () => {
    const edit = { path: 'sub/link-a', old_string: 'two', new_string: '2' };
    expect(await editTool(ws.workspace).preview?.(edit)).toEqual({
      kind: 'file-change',
      path: join(ws.root, 'a.txt'),
      change: 'replace',
      lines: [
        { kind: 'same', text: 'one' },
        { kind: 'removed', text: 'two' },
        { kind: 'added', text: '2' },
        { kind: 'same', text: 'three' },
        { kind: 'same', text: '' },
      ],
    });
    expect(await writeTool(ws.workspace).preview?.({ path: 'new/x', content: 'a' })).toEqual({
      kind: 'file-change',
      path: join(ws.root, 'new/x'),
      change: 'create',
      lines: [{ kind: 'added', text: 'a' }],
    });
    expect(await readFile(join(ws.root, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('is the exact command and the real folder', async () => {
    const preview = await bashTool(ws.workspace, {}).preview?.({ command: 'ls\n  -l' });
    expect(preview).toEqual({ kind: 'command', command: 'ls\n  -l', folder: ws.root });
  });

  it('says why where it can’t be shown', async () => {
    const edit = { path: 'a.txt', old_string: 'four', new_string: '4' };
    expect(await editTool(ws.workspace).preview?.(edit)).toMatchObject({
      kind: 'unknown',
      why: expect.stringMatching(/old_string is not in "a.txt"/),
    });
  });
});

it('the result of a read or a command comes from outside, that of a write does not', () => {
  expect(readTool(ws.workspace).origin({ path: 'a.txt' })).toEqual({ kind: 'file', path: 'a.txt' });
  expect(bashTool(ws.workspace, {}).origin({ command: 'ls' })).toEqual({ kind: 'command' });
  expect(writeTool(ws.workspace).origin({ path: 'a.txt', content: '' })).toBeUndefined();
});
