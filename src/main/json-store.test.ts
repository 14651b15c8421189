import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileValidator } from '../core/schema/validator.js';
import type { ArgumentRule } from '../shared/argument-rule.js';
import { NO_POLICIES, type PolicyEntry } from '../shared/policy.js';
import { DEFAULT_SETTINGS } from '../shared/settings.js';
import type { ServerConfig } from '../shared/server.js';
import type { StoreProblem } from './json-store.js';
import { openPolicyStore } from './policy-store.js';
import { openServerStore } from './server-store.js';
import { openSettingsStore } from './settings-store.js';
import type { StorePlace } from './store-place.js';

let folder: string;
let problems: StoreProblem[];
let place: StorePlace;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-stores-'));
  problems = [];
  place = { folder, compile: (schema) => compileValidator(schema), report: (problem) => problems.push(problem) };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(file(name), 'utf8');
const asides = (): string[] => readdirSync(folder).filter((name) => /\.(broken|other-version)-/u.test(name));

describe('a settings file', () => {
  it('that is not there gives the defaults and is not reported', () => {
    expect(openSettingsStore(place).load()).toEqual(DEFAULT_SETTINGS);
    expect(problems).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('comes back as it was saved, readable, versioned, with a backup, for the user alone', () => {
    openSettingsStore(place).save({ ...DEFAULT_SETTINGS, workspace: '/笔记' });
    expect(openSettingsStore(place).load().workspace).toBe('/笔记');
    expect(JSON.parse(text('settings.json'))).toEqual({
      version: 1,
      settings: { ...DEFAULT_SETTINGS, workspace: '/笔记' },
    });
    expect(text('settings.json')).toContain('\n  "version": 1');
    expect(text('settings.json.bak')).toBe(text('settings.json'));
    for (const name of ['settings.json', 'settings.json.bak']) expect(statSync(file(name)).mode & 0o777).toBe(0o600);
    expect(problems).toEqual([]);
  });

  it('with a member missing takes its default', () => {
    writeFileSync(file('settings.json'), '{"version":1,"settings":{"theme":"dark"}}');
    expect(openSettingsStore(place).load()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
  });

  it('broken by hand is kept aside and reported with its place, and the last good copy is used', () => {
    openSettingsStore(place).save({ ...DEFAULT_SETTINGS, theme: 'dark' });
    const broken = '{\n  "version": 1,\n  "settings": { "theme": "light", }\n}\n';
    writeFileSync(file('settings.json'), broken);

    const store = openSettingsStore(place);
    expect(store.load().theme).toBe('dark');
    const [kept = ''] = asides();
    expect(text(kept)).toBe(broken);
    expect(problems).toEqual([
      { file: 'settings.json', keptAs: kept, used: 'backup', kind: 'invalid-json', line: 3, column: 35 },
    ]);

    store.save({ ...DEFAULT_SETTINGS, theme: 'system' });
    expect(text(kept)).toBe(broken);
    expect(openSettingsStore(place).load().theme).toBe('system');
  });

  it('that is empty, as after a torn write, falls back to the backup', () => {
    openSettingsStore(place).save({ ...DEFAULT_SETTINGS, maxRounds: 7 });
    writeFileSync(file('settings.json'), '');
    expect(openSettingsStore(place).load().maxRounds).toBe(7);
    expect(problems).toMatchObject([{ kind: 'invalid-json', line: 1, column: 1, used: 'backup' }]);
  });

  it('that a power cut left cut off anywhere falls back to the backup, and what is left of it is kept', () => {
    openSettingsStore(place).save({ ...DEFAULT_SETTINGS, workspace: '/笔记', maxRounds: 7 });
    const whole = readFileSync(file('settings.json'));
    // The last byte is a line end, without which it is whole. Each try writes to the disk for good, so not every byte.
    const cuts = Array.from({ length: Math.ceil((whole.length - 1) / 9) }, (_, at) => at * 9);
    for (const length of [...cuts, whole.length - 2]) {
      writeFileSync(file('settings.json'), whole.subarray(0, length));
      expect(openSettingsStore(place).load()).toMatchObject({ workspace: '/笔记', maxRounds: 7 });
      for (const name of asides()) rmSync(file(name));
    }
    expect(problems).toHaveLength(cuts.length + 1);
    for (const problem of problems) expect(problem.used).toBe('backup');
  });

  it('that is gone while its backup is there is restored and reported', () => {
    openSettingsStore(place).save({ ...DEFAULT_SETTINGS, maxRounds: 7 });
    rmSync(file('settings.json'));
    expect(openSettingsStore(place).load().maxRounds).toBe(7);
    expect(text('settings.json')).toContain('7');
    expect(problems).toMatchObject([{ kind: 'unreadable', used: 'backup' }]);
  });

  it('broken together with its backup gives the defaults', () => {
    writeFileSync(file('settings.json'), 'x');
    writeFileSync(file('settings.json.bak'), 'y');
    expect(openSettingsStore(place).load()).toEqual(DEFAULT_SETTINGS);
    expect(asides()).toHaveLength(1);
    expect(problems).toMatchObject([{ kind: 'invalid-json', used: 'defaults' }]);
  });

  it.each([
    ['a value of a wrong type', '{"version":1,"settings":{"maxRounds":"many"}}', /maxRounds/u],
    ['a member nobody knows', '{"version":1,"settings":{"tehme":"dark"}}', /tehme/u],
    ['no settings at all', '{"version":1}', /no "settings"/u],
    ['no version', '{"settings":{}}', /version/u],
    ['no object', '[]', /object/u],
  ])('with %s is kept aside and says why', (_name, content, why) => {
    writeFileSync(file('settings.json'), content);
    expect(openSettingsStore(place).load()).toEqual(DEFAULT_SETTINGS);
    expect(problems).toMatchObject([{ kind: 'invalid-data', used: 'defaults' }]);
    expect(problems[0]).toHaveProperty('detail', expect.stringMatching(why));
    expect(text(asides()[0] ?? '')).toBe(content);
  });

  it('of another version is kept under its own word', () => {
    writeFileSync(file('settings.json'), '{"version":2,"settings":{}}');
    openSettingsStore(place).save(DEFAULT_SETTINGS);
    expect(asides()[0]).toMatch(/^settings\.json\.other-version-/u);
    expect(problems).toMatchObject([{ kind: 'unknown-version', detail: '2' }]);
  });

  it('that is a folder is set aside, and the next save works', () => {
    mkdirSync(file('settings.json'));
    const store = openSettingsStore(place);
    expect(store.load()).toEqual(DEFAULT_SETTINGS);
    expect(problems).toMatchObject([{ kind: 'unreadable', used: 'defaults' }]);
    store.save({ ...DEFAULT_SETTINGS, theme: 'dark' });
    expect(openSettingsStore(place).load().theme).toBe('dark');
  });

  it('in a folder that can’t be written refuses to save with a reason', () => {
    writeFileSync(file('blocked'), '');
    const store = openSettingsStore({ ...place, folder: file('blocked/inside') });
    expect(() => store.save(DEFAULT_SETTINGS)).toThrow(/settings\.json can't be written/u);
    expect(store.load()).toEqual(DEFAULT_SETTINGS);
  });
});

describe('servers and policies', () => {
  const server = {
    id: 'a',
    name: 'notes',
    launch: { kind: 'stdio', command: 'node', args: ['a b', '$(x)'], env: { A: '1' } },
    trustReadOnlyHint: false,
    autoConnect: true,
    bundled: false,
  } as unknown as ServerConfig;
  const entry = {
    serverId: 'a',
    tool: 'add_note',
    verdict: 'allow',
    fingerprint: 'f',
    origin: 'user',
    since: '2026-11-30T00:00:00Z',
  } as unknown as PolicyEntry;

  it('come back as they were saved', () => {
    openServerStore(place).save([server]);
    const rule = {
      id: 'r',
      serverId: 'a',
      tool: 'add_note',
      when: [{ argument: 'name', kind: 'equals', value: 'x', not: true }],
      verdict: 'deny',
      since: '2026-11-30T00:00:00Z',
      via: 'page',
    } as unknown as ArgumentRule;
    const policies = { tools: [entry], argumentRules: [rule], guard: { added: ['send'], removed: ['drop'] } };
    openPolicyStore(place).save(policies);
    expect(openServerStore(place).load()).toEqual([server]);
    expect(openPolicyStore(place).load()).toEqual(policies);
    expect(problems).toEqual([]);
  });

  it('with one bad entry are kept aside whole: half a policy is another policy', () => {
    writeFileSync(
      file('policies.json'),
      JSON.stringify({ version: 1, policies: [entry, { ...entry, verdict: 'sure' }] }),
    );
    expect(openPolicyStore(place).load()).toEqual(NO_POLICIES);
    expect(problems).toMatchObject([{ file: 'policies.json', kind: 'invalid-data' }]);
  });

  it('are taken over from the list that an early release wrote', () => {
    writeFileSync(file('policies.json'), JSON.stringify({ version: 1, policies: [entry] }));
    expect(openPolicyStore(place).load()).toEqual({ ...NO_POLICIES, tools: [entry] });
    expect(problems).toEqual([]);
  });

  it.each([
    ['"verdict": "sure"', 6, 21, /verdict/u],
    ['"verdict": "deny", "verdict": "allow"', 6, 29, /"verdict" stands there twice/u],
  ])('edited by hand to %s are kept aside, with the place of the flaw', (flaw, line, column, what) => {
    const content = `{
  "version": 1,
  "policies": {
    "tools": [{
      "serverId": "a", "tool": "t",
         ${flaw}, "origin": "user", "since": ""
    }]
  }
}`;
    writeFileSync(file('policies.json'), content);
    expect(openPolicyStore(place).load()).toEqual(NO_POLICIES);
    const [problem] = problems as { kind: string; detail: string }[];
    expect(problem?.kind).toBe('invalid-data');
    expect(problem?.detail).toMatch(what);
    expect(problem?.detail).toContain(`(line ${line}, column ${column})`);
    expect(text(asides()[0] ?? '')).toBe(content);
  });

  it('of another version are kept as they are, and what is saved then does not touch them', () => {
    const content = '{ "version": 7, "policies": { "tools": [], "more": 1 } }';
    writeFileSync(file('policies.json'), content);
    openPolicyStore(place).save(NO_POLICIES);
    expect(problems).toMatchObject([{ kind: 'unknown-version', detail: '7' }]);
    expect(text(asides()[0] ?? '')).toBe(content);
  });
});
