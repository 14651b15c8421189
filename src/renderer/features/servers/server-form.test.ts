import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { ServerId, ServerStatus, ServerView } from '../../../shared/server.js';
import { WORDS } from '../../i18n/language.js';
import { formOf, problemsOf, sameHeader, sameVariable, saveInput, splitCommandLine, wrongRows } from './server-form.js';
import { lastErrorLine, lastPrinted, serverDot, serverLine, stateWithTime } from './server-state.js';

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
  ...part,
});

describe('the server form', () => {
  it('keeps every stored value that was not replaced, and sends arguments exactly as written', () => {
    const form = formOf(server({}));
    const env = form.env.with(1, { key: 'REGION', value: 'eu', kept: false, secret: false });
    expect(saveInput({ ...form, env }, 's1')).toEqual({
      id: 's1',
      name: 'deploy',
      launch: {
        kind: 'stdio',
        command: 'node',
        args: ['a b', ''],
        env: { TOKEN: null, REGION: 'eu' },
        cwd: '/srv',
      },
      autoConnect: false,
      era: 'auto',
    });
  });

  it('leaves out a removed variable and a row without a name; a new server has no id', () => {
    const form = {
      ...formOf(undefined),
      name: ' n ',
      command: ' c ',
      env: [{ key: ' ', value: '', kept: false, secret: false }],
    };
    expect(saveInput(form, undefined)).toEqual({
      name: 'n',
      launch: { kind: 'stdio', command: 'c', args: [], env: {}, cwd: '' },
      autoConnect: true,
      era: 'auto',
    });
  });

  it('says what is missing', () => {
    const form = formOf(undefined);
    expect(problemsOf(form)).toEqual(['name', 'command']);
    const row = { key: 'A', value: '', kept: false, secret: false };
    const full = { ...form, name: 'n', command: 'c' };
    expect(problemsOf(full)).toEqual([]);
    expect(problemsOf({ ...full, env: [row, { ...row, key: ' A' }] })).toEqual(['env-twice']);
    expect(problemsOf({ ...full, env: [{ ...row, key: '', value: 'v' }] })).toEqual(['env-key']);
    const rows = [row, { ...row, key: 'a' }, { ...row, key: ' A' }, { ...row, key: '', value: 'v' }];
    expect(wrongRows(rows, sameVariable)).toEqual([rows[2], rows[3]]);
    expect(wrongRows(rows, sameHeader)).toEqual(rows.slice(1));
  });

  it('keeps the values of headers, and what belongs to an address', () => {
    const launch = {
      kind: 'http',
      url: 'https://a.example/mcp',
      headerKeys: ['Authorization', 'X-Tenant'],
      transport: 'sse',
      proxy: 'direct',
      address: 'https://a.example/mcp',
    } as const;
    const form = formOf(server({ launch, era: 'legacy' }));
    const headers = form.headers.with(1, { key: 'X-Tenant', value: 'two', kept: false, secret: false });
    expect(saveInput({ ...form, headers }, 's1')).toMatchObject({
      launch: {
        kind: 'http',
        url: 'https://a.example/mcp',
        headers: { Authorization: null, 'X-Tenant': 'two' },
        transport: 'sse',
        caFile: '',
        proxy: 'direct',
      },
      era: 'legacy',
    });
    expect(saveInput({ ...form, kind: 'websocket', url: ' wss://a.example ', headers: [] }, 's1').launch).toEqual({
      kind: 'websocket',
      url: 'wss://a.example',
      headers: {},
      caFile: '',
      proxy: 'direct',
      clientId: '',
      clientSecret: '',
      issuerAlias: '',
      trustPrivateNetwork: false,
    });
  });

  it('keeps a client secret until it is replaced or its client is another', () => {
    const launch = {
      kind: 'http',
      url: 'https://a.example/mcp',
      headerKeys: [],
      transport: 'auto',
      address: 'https://a.example/mcp',
      clientId: 'gatehouse',
      hasClientSecret: true,
      trustPrivateNetwork: true,
    } as const;
    const form = formOf(server({ launch }));
    expect(saveInput(form, 's1').launch).toMatchObject({
      clientId: 'gatehouse',
      clientSecret: null,
      trustPrivateNetwork: true,
    });
    const replaced = { ...form, clientSecret: { value: 'new', kept: false } };
    expect(saveInput(replaced, 's1').launch).toMatchObject({ clientSecret: 'new' });
    expect(problemsOf({ ...replaced, clientId: ' ' })).toEqual(['client-id']);
  });

  it('says what is missing of an address', () => {
    const form = { ...formOf(undefined), name: 'n', kind: 'http' } as const;
    const row = { key: 'A', value: '', kept: false, secret: false };
    expect(problemsOf(form)).toEqual(['http-url']);
    expect(problemsOf({ ...form, url: 'wss://a.example' })).toEqual(['http-url']);
    expect(problemsOf({ ...form, kind: 'websocket', url: 'https://a.example' })).toEqual(['websocket-url']);
    expect(problemsOf({ ...form, url: '${env:URL}' })).toEqual([]);
    const url = 'https://a.example';
    expect(problemsOf({ ...form, url, headers: [row, { ...row, key: 'a' }] })).toEqual(['header-twice']);
    expect(problemsOf({ ...form, url, headers: [{ ...row, key: '', value: 'v' }] })).toEqual(['header-key']);
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
    [
      { kind: 'running', since: 0, revision: '2025-11-25', transport: 'stdio' },
      'ok',
      'Running · 10 s',
      'stdio · 0 tools · 2025-11-25',
    ],
    [{ kind: 'failed', at: 9000, code: 'x', message: 'exited\u202E' }, 'bad', 'Failed · 1 s ago', 'exited\\u{202E}'],
    [
      { kind: 'failed', at: 9000, code: 'x', message: 'gone', retryAt: 11_400 },
      'bad',
      'Failed · tries again in 2 s',
      'gone',
    ],
    [
      { kind: 'starting', since: 6000, phase: 'signing-in' },
      'wait',
      'Starting · 4 s',
      'waiting for your sign-in · 4 s',
    ],
    [{ kind: 'sign-in-required', at: 9000, code: 'x', message: 'Sign in.' }, 'wait', 'Needs sign-in', 'Sign in.'],
  ])('%j', (status, dot, state, line) => {
    expect(serverDot(status)).toBe(dot);
    expect(stateWithTime(status, 10_000, words)).toBe(state);
    expect(serverLine(server({ status }), 10_000, words, 'en')).toBe(line);
  });

  it('names what carries the messages of a server that is elsewhere', () => {
    const remote = { url: 'x', address: 'x', headerKeys: [] } as const;
    const http = server({ launch: { kind: 'http', transport: 'auto', ...remote } });
    expect(serverLine(http, 0, words, 'en')).toBe('HTTP · not connected');
    const running = { kind: 'running', since: 0, revision: '2025-11-25', transport: 'sse' } as const;
    expect(serverLine({ ...http, status: running }, 0, words, 'en')).toBe('HTTP+SSE · 0 tools · 2025-11-25');
    const starting = { kind: 'starting', since: 0, phase: 'spawning' } as const;
    expect(serverLine({ ...http, status: starting }, 0, words, 'en')).toBe('reaching the server · 0 s');
  });

  it('finds what was printed in this start instead of an answer', () => {
    const log = [
      { at: 1, source: 'stdout', text: 'of an earlier start' },
      { at: 6, source: 'stdout', text: 'Installing…' },
      { at: 7, source: 'host', text: 'a note' },
    ] as const;
    const status = { kind: 'starting', since: 5, phase: 'handshake' } as const;
    expect(lastPrinted(server({ log, status }))).toBe('Installing…');
    expect(lastPrinted(server({ log }))).toBeUndefined();
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
