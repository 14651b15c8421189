import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArgumentRule } from '../../shared/argument-rule.js';
import { matchRule } from '../policy/argument-match.js';
import { argumentFacts, realPlace } from './policy-paths.js';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-paths-')));
  mkdirSync(join(home, 'notes/deep'), { recursive: true });
  mkdirSync(join(home, 'private'));
  writeFileSync(join(home, 'notes/a.md'), 'a');
  symlinkSync(join(home, 'private'), join(home, 'notes/link'));
  symlinkSync(join(home, 'gone'), join(home, 'notes/dangling'));
  symlinkSync(join(home, 'notes'), join(home, 'shortcut'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const rule = { when: [{ argument: 'path', kind: 'under', folder: '~/notes' }] } as unknown as ArgumentRule;

describe('where a path leads', () => {
  it.each([
    ['notes/a.md', 'notes/a.md'],
    ['notes/./deep/../a.md', 'notes/a.md'],
    ['shortcut/a.md', 'notes/a.md'],
    ['notes/new/deeper/b.md', 'notes/new/deeper/b.md'],
    ['notes/link/x.md', 'private/x.md'],
    ['notes/../private', 'private'],
  ])('%s: %s', async (path, real) => {
    expect(await realPlace(`${home}/${path}`)).toBe(join(home, real));
  });

  it.each([
    ['a link that leads nowhere', 'notes/dangling'],
    ['a name under such a link', 'notes/dangling/x'],
    ['a name under a file', 'notes/a.md/x'],
    ['a step back behind a link, which some take before following it', 'notes/link/../a.md'],
    ['a NUL', 'notes/a\0.md'],
  ])('is not certain for %s', async (_name, path) => {
    expect(await realPlace(`${home}/${path}`)).toBeUndefined();
  });

  it('is not certain for a relative path', async () => {
    expect(await realPlace('notes/a.md')).toBeUndefined();
  });
});

describe('a rule about a folder', () => {
  const judged = async (verdict: 'allow' | 'deny', path: unknown, base?: string) => {
    const facts = await argumentFacts([rule], { path: path as string }, { homeDir: home, base });
    return matchRule({ ...rule, verdict }, facts);
  };

  it.each([
    ['notes/a.md', 'yes', 'yes'],
    ['notes/new.md', 'yes', 'yes'],
    ['shortcut/new.md', 'yes', 'yes'],
    ['notes', 'yes', 'yes'],
    ['notes-evil/a.md', 'no', 'no'],
    ['notes/../private/a.md', 'no', 'no'],
    ['notes/link/a.md', 'no', 'no'],
    ['notes/dangling', 'unclear', 'unclear'],
    ['notes/link/../a.md', 'unclear', 'unclear'],
  ])('judges %s: %s', async (path, allows, denies) => {
    expect(await judged('allow', `${home}/${path}`)).toBe(allows);
    expect(await judged('deny', `${home}/${path}`)).toBe(denies);
  });

  it('judges a relative path only where it is known what it starts from', async () => {
    expect(await judged('allow', 'notes/a.md')).toBe('unclear');
    expect(await judged('deny', 'notes/a.md', home)).toBe('yes');
    expect(await judged('deny', '../x', home)).toBe('no');
  });

  it('takes ~ for the home folder in the rule, and in an argument for nothing that is known', async () => {
    expect(await judged('allow', '~/notes')).toBe('unclear');
    expect(await judged('allow', '~/notes/a.md')).toBe('unclear');
  });

  it('is not clear about what is no text', async () => {
    expect(await judged('allow', ['x'])).toBe('unclear');
    expect(await judged('allow', undefined)).toBe('unclear');
  });
});
