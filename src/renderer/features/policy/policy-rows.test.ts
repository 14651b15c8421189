import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { PolicyEntry } from '../../../shared/policy.js';
import type { ServerId, ServerView } from '../../../shared/server.js';
import type { RawToolName, ToolBadge } from '../../../shared/tool.js';
import { badgeTone, isGuarded } from './badge-tone.js';
import { policyRows } from './policy-rows.js';

const entry = (serverId: string, tool: string, origin: 'host' | 'user'): PolicyEntry => ({
  serverId: branded<ServerId>(serverId),
  tool: branded<RawToolName>(tool),
  verdict: 'allow',
  origin,
  since: '2026-01-01T00:00:00Z',
});

const notes: ServerView = {
  id: branded<ServerId>('s1'),
  name: 'notes',
  launch: { kind: 'stdio', command: 'node', args: [], envKeys: [], commandLine: 'node' },
  era: 'auto',
  trustReadOnlyHint: false,
  mayAskModel: false,
  autoConnect: false,
  bundled: false,
  status: { kind: 'stopped' },
  tools: [],
  unavailable: [],
  hidden: [],
  log: [],
};

describe('policyRows', () => {
  it('names servers as the user does, the rules of the user first', () => {
    const rows = policyRows(
      [entry('s1', 'b', 'host'), entry('gone', 'x', 'user'), entry('s1', 'a', 'user'), entry('gatehouse', 'y', 'user')],
      [notes],
    );
    expect(rows.map((row) => [row.serverName, row.entry.tool, row.place])).toEqual([
      ['gatehouse', 'y', 'builtin'],
      ['gone', 'x', 'removed'],
      ['notes', 'a', 'server'],
      ['notes', 'b', 'server'],
    ]);
  });
});

describe('isGuarded', () => {
  it.each<[readonly ToolBadge[], boolean]>([
    [['destructive'], true],
    [['read-only', 'dangerous-name'], true],
    [['read-only'], false],
    [['unannotated'], false],
    [[], false],
  ])('%j: %s', (badges, guarded) => {
    expect(isGuarded(badges)).toBe(guarded);
  });
});

describe('badgeTone', () => {
  it('keeps the colour of danger for what is dangerous', () => {
    expect(['read-only', 'unannotated', 'destructive', 'dangerous-name'].map((b) => badgeTone(b as ToolBadge))).toEqual(
      ['ok', 'neutral', 'danger', 'danger'],
    );
  });
});
