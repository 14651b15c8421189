import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { ServerId, ServerStatus, ServerView } from '../../../shared/server.js';
import { WORDS } from '../../i18n/language.js';
import { formOf, problemsOf, saveInput, splitCommandLine } from './server-form.js';
import { lastErrorLine, serverDot, serverLine, stateWithTime } from './server-state.js';

const server = (part: Partial<ServerView>): ServerView => ({
  id: branded<ServerId>('s1'),
  name: 'deploy',
  launch: {
    kind: 'stdio',
    command: 'node',
    args: ['a b', ''],
    envKeys: ['TOKEN', 'REGION'],
    cwd: '/srv',
    commandLine: 'x',
  },
  trustReadOnlyHint: false,
  autoConnect: false,
  bundled: false,
  status: { kind: 'stopped' },
  tools: [],
  hidden: [],
  log: [],
  ...part,
});

describe('the server form', () => {
  it('keeps every stored value that was not replaced, and sends arguments exactly as written', () => {
    const form = formOf(server({}));
    const env = form.env.with(1, { key: 'REGION', value: 'eu', kept: false });
    expect(saveInput({ ...form, env }, 's1')).toEqual({
      id: 's1',
      name: 'deploy',
      command: 'node',
      args: ['a b', ''],
      env: { TOKEN: null, REGION: 'eu' },
      cwd: '/srv',
      autoConnect: false,
    });
  });

  it('leaves out a removed variable and a row without a name; a new server has no id', () => {
    const form = { ...formOf(undefined), name: ' n ', command: ' c ', env: [{ key: ' ', value: '', kept: false }] };
    expect(saveInput(form, undefined)).toEqual({
      name: 'n',
      command: 'c',
      args: [],
      env: {},
      cwd: '',
      autoConnect: true,
    });
  });

  it('says what is missing', () => {
    const form = formOf(undefined);
    expect(problemsOf(form)).toEqual(['name', 'command']);
    const row = { key: 'A', value: '', kept: false };
    const full = { ...form, name: 'n', command: 'c' };
    expect(problemsOf(full)).toEqual([]);
    expect(problemsOf({ ...full, env: [row, { ...row, key: ' A' }] })).toEqual(['env-twice']);
    expect(problemsOf({ ...full, env: [{ ...row, key: '', value: 'v' }] })).toEqual(['env-key']);
  });

  it.each([
    ['npx -y @acme/x', ['npx', '-y', '@acme/x']],
    [`"/opt/my app/run" --name 'a b'`, ['/opt/my app/run', '--name', 'a b']],
    ['npx', undefined],
    ['', undefined],
  ])('splits %j into %j', (line, parts) => {
    expect(splitCommandLine(line)).toEqual(parts);
  });
});

describe('a server’s state', () => {
  const words = WORDS.en;
  it.each<[ServerStatus, string, string, string]>([
    [{ kind: 'stopped' }, 'off', 'Stopped', 'stdio · not connected'],
    [{ kind: 'starting', since: 6000, phase: 'handshake' }, 'wait', 'Starting · 4 s', 'shaking hands · 4 s'],
    [{ kind: 'running', since: 0, revision: '2025-11-25' }, 'ok', 'Running · 10 s', 'stdio · 0 tools · 2025-11-25'],
    [{ kind: 'failed', at: 9000, code: 'x', message: 'exited\u202E' }, 'bad', 'Failed · 1 s', 'exited\\u{202E}'],
  ])('%j', (status, dot, state, line) => {
    expect(serverDot(status)).toBe(dot);
    expect(stateWithTime(status, 10_000, words)).toBe(state);
    expect(serverLine(server({ status }), 10_000, words)).toBe(line);
  });

  it('finds the last word on stderr', () => {
    const log = [
      { at: 0, source: 'stderr', text: 'API_KEY missing' },
      { at: 1, source: 'stderr', text: '  ' },
      { at: 2, source: 'host', text: 'exited' },
    ] as const;
    expect(lastErrorLine(server({ log }))).toBe('API_KEY missing');
    expect(lastErrorLine(server({}))).toBeUndefined();
  });
});
