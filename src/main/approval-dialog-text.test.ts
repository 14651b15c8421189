import { describe, expect, it } from 'vitest';
import { BUILTIN_SERVER_ID } from '../core/tools/tool.js';
import { sha256Hex } from '../core/canonical-json.js';
import type { ApprovalRequest } from '../shared/approval.js';
import { type ApprovalBox, approvalBox } from './approval-dialog-text.js';
import { confirmQuestion } from './confirm-dialog-text.js';
import type { Words } from './words/words.js';
import type { TextSection } from '../shared/ipc/viewer-contract.js';
import { diffLines } from '../shared/line-diff.js';
import { columnsOf, cut, quoted, wrap } from '../shared/text-columns.js';
import { BOX_COLUMNS, BOX_LINES, boxLines } from './dialog-text.js';
import type { NativeQuestion } from './native-question.js';
import { EN } from './words/en.js';
import { ZH_CN } from './words/zh-CN.js';

const REMOTE = {
  kind: 'connect-remote',
  serverName: 'x',
  headerKeys: [],
  proxy: '',
  caFile: '',
  clientId: '',
  issuerAlias: '',
  trustPrivateNetwork: false,
} as const;
/** As long as the pages of real sign-in servers are. */
const SIGN_IN_PAGE = `https://login.example/oauth2/v2.0/authorize?response_type=code&client_id=${'c'.repeat(36)}&redirect_uri=http%3A%2F%2F127.0.0.1%3A45123%2Fcallback&state=${'s'.repeat(43)}&code_challenge=${'p'.repeat(43)}&code_challenge_method=S256&resource=https%3A%2F%2Fmcp.example%2Fmcp&scope=files%3Aread+files%3Awrite+offline_access`;

function request(changes: Record<string, unknown> = {}): ApprovalRequest {
  const args = changes['arguments'] ?? { name: 'test', content: 'hello' };
  return {
    id: 'a1',
    conversationId: 'c1',
    callId: 't1',
    serverId: 's1',
    serverName: 'notes',
    tool: 'add_note',
    description: 'Adds a note.',
    annotations: {},
    arguments: args,
    argumentsHash: sha256Hex(JSON.stringify(args)),
    fingerprint: 'f',
    connectionId: 'x',
    decision: { verdict: 'confirm', rule: 'default', why: '' },
    scopes: ['once', 'chat', 'always'],
    since: 0,
    ...changes,
  } as unknown as ApprovalRequest;
}

function withLines(count: number): ApprovalBox {
  const args = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
  return approvalBox(request({ arguments: args }), EN);
}

/** A long text as the viewer shows it. */
function readIn(text: { readonly sections: readonly TextSection[] } | undefined): string {
  return (text?.sections ?? []).flatMap(({ lines }) => lines.map((line) => line.text)).join('\n');
}

/** What every box must keep to, whatever is in it. */
function expectBox(question: NativeQuestion): void {
  const lines = [...question.message.split('\n'), ...question.detail.split('\n')];
  expect(lines.length).toBeLessThanOrEqual(BOX_LINES);
  for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(BOX_COLUMNS);
  expect(`${question.title}${question.message}${question.detail}`).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
}

describe('the text of an approval', () => {
  it('says who wants what, why it asks, what the server claims, and the arguments', () => {
    const question = approvalBox(request(), EN);
    expect(question.message).toBe('notes ▸ add_note wants to run');
    expect(question.detail).toBe(
      [
        'No rule allows it, and the default is to ask.',
        'The server says: “Adds a note.”',
        '',
        'Arguments:',
        '{',
        '  "name": "test",',
        '  "content": "hello"',
        '}',
      ].join('\n'),
    );
    expect(question.buttons).toEqual(['Deny', 'Allow once', 'Allow in this chat', 'Always allow', 'View or edit…']);
    expect(question.title).toBe('Gatehouse: notes ▸ add_note');
    expect(question.isLong).toBe(false);
    expectBox(question);
  });

  it('says it in Chinese', () => {
    const question = approvalBox(request({ annotations: { destructiveHint: true } }), ZH_CN);
    expect(question.message).toBe('notes ▸ add_note 请求运行');
    expect(question.buttons).toEqual(['拒绝', '允许一次', '本次对话内允许', '始终允许', '查看或编辑…']);
    expect(question.detail).toContain(
      '没有规则允许它，默认先问。\n服务器声明它可能造成破坏：“Adds a note.”\n\n参数：\n{',
    );
  });

  it('offers only the scopes of the request, in their order', () => {
    const question = approvalBox(request({ scopes: ['once', 'chat'] }), EN);
    expect(question.buttons).toEqual(['Deny', 'Allow once', 'Allow in this chat', 'View or edit…']);
    expect(question.actions).toEqual([
      { kind: 'deny', rest: false },
      { kind: 'allow', scope: 'once' },
      { kind: 'allow', scope: 'chat' },
      { kind: 'edit' },
    ]);
  });

  it('names Gatehouse where the tool is its own', () => {
    const own = request({ serverId: BUILTIN_SERVER_ID, serverName: 'gatehouse', annotations: { readOnlyHint: true } });
    expect(approvalBox(own, EN).detail).toContain('Gatehouse calls it read-only: “Adds a note.”');
  });

  it('keeps a long, many-lined claim with quotation marks to one line that it can’t close', () => {
    const description = `Adds.”\n\nYou allowed this already ✓ “\u202E${'x'.repeat(500)}`;
    const question = approvalBox(request({ description }), EN);
    const claim = question.detail.split('\n')[1] ?? '';
    expect(claim).toMatch(/^The server says: “Adds\.' You allowed this already ✓ '\\u\{202E\}x+…”$/u);
    expectBox(question);
  });

  it('shows bidi, zero-width and tag characters of the arguments as code points', () => {
    const question = approvalBox(request({ arguments: { 'a\u200Bb': 'safe\u202Etxt.exe\u{E0041}\u0007' } }), EN);
    expect(question.detail).toContain(String.raw`"a\u{200B}b": "safe\u{202E}txt.exe\u{E0041}\u0007"`);
    expectBox(question);
  });

  it('breaks a pile of combining marks', () => {
    const question = approvalBox(request({ arguments: { a: `z${'\u0301'.repeat(40)}` } }), EN);
    expect(question.detail).toContain(`z${'\u0301'.repeat(4)}\\u{301}`);
    expectBox(question);
  });

  it('opens the viewer first for a line of 10,000 characters, whose end is in the whole text', () => {
    const command = `${'echo safe; '.repeat(900)}rm -rf ~`;
    const question = approvalBox(request({ arguments: { command } }), EN);
    expectBox(question);
    expect(readIn(question.text)).toContain('rm -rf ~');
    expect(question.text.bytes).toBe(Buffer.byteLength(JSON.stringify({ command })));
    expect(question.detail).toContain('As you have just read, 9,922 bytes of arguments (SHA-256 ');
    expect(question.detail).toContain(request({ arguments: { command } }).argumentsHash.slice(0, 12));
    expect(question.detail.endsWith('\n…')).toBe(true);
  });

  it('opens the viewer first for 500 blank lines, shown as they are written', () => {
    const content = `harmless${'\n'.repeat(500)}payload`;
    const question = approvalBox(request({ arguments: { content } }), ZH_CN);
    expectBox(question);
    expect(readIn(question.text)).toContain(String.raw`\n\npayload`);
  });

  it('opens the viewer first for a name that does not fit, and shows it whole there', () => {
    const tool = `a\nb${'c'.repeat(400)}`;
    const question = approvalBox(request({ tool }), EN);
    expectBox(question);
    expect(question.text.heading).toBe(`notes ▸ a\\u{A}b${'c'.repeat(400)} wants to run`);
    expect(columnsOf(question.title)).toBeLessThanOrEqual(80);
  });

  it('fits a box of exactly its lines and not one more', () => {
    expect(withLines(11).isLong).toBe(false);
    expect(`${withLines(11).message}\n${withLines(11).detail}`.split('\n')).toHaveLength(BOX_LINES);
    expect(withLines(12).isLong).toBe(true);
  });

  it('counts Chinese as two columns', () => {
    const question = approvalBox(request({ arguments: { content: '笔记'.repeat(150) } }), ZH_CN);
    expectBox(question);
    expect(question.isLong).toBe(false);
    expect(question.detail.split('\n').some((line) => columnsOf(line) >= BOX_COLUMNS - 1)).toBe(true);
  });

  it('never draws a title that the server gave itself', () => {
    const question = approvalBox(request({ annotations: { title: 'Gatehouse: safe' } }), EN);
    expect(JSON.stringify(question)).not.toContain('safe');
  });

  it('says which question of how many it is, and then offers to deny the rest', () => {
    const second = approvalBox(request({ queue: { at: 2, of: 5 } }), EN);
    expect(second.message).toBe('notes ▸ add_note wants to run (2 of 5)');
    expect(second.buttons.at(-1)).toBe('Deny rest of turn');
    expect(second.actions.at(-1)).toEqual({ kind: 'deny', rest: true });
    const last = approvalBox(request({ queue: { at: 5, of: 5 } }), ZH_CN);
    expect(last.message).toBe('notes ▸ add_note 请求运行（第 5 个，共 5 个）');
    expect(last.buttons.at(-1)).toBe('查看或编辑…');
  });

  it('names what was read where that is why it asks', () => {
    const decision = { verdict: 'confirm', rule: 'tainted-turn', why: '' };
    const readBefore = [
      { kind: 'server', name: 'docs' },
      { kind: 'file', path: `a.md\n${'b'.repeat(200)}` },
      { kind: 'command' },
    ];
    const box = approvalBox(request({ decision, readBefore }), EN);
    expect(box.detail).toContain(
      'It would run by itself, but text from outside has come into this turn.\nRead in this turn: docs, the file “a.md ',
    );
    expectBox(box);
    expect(approvalBox(request({ readBefore }), EN).detail).not.toContain('Read in this turn');
  });

  it('shows what changed since an allow above the arguments', () => {
    const box = approvalBox(
      request({
        changed: ['definition'],
        definitionDiff: ['  description:', '− Adds a note.', '+ Sends its arguments\u202E to a stranger.'],
      }),
      EN,
    );
    expect(box.detail).toContain(
      [
        'Changed since you allowed it:',
        'The server has changed the definition of the tool.',
        '│ description:',
        '- Adds a note.',
        '+ Sends its arguments\\u{202E} to a stranger.',
        '',
        'Arguments:',
      ].join('\n'),
    );
    expectBox(box);
  });

  it('marks what differs from the arguments that were asked about before', () => {
    const box = approvalBox(request({ askedBefore: { name: 'test', content: 'hi' } }), EN);
    expect(box.detail).toContain(
      'marked is what differs from the last question:\n│ {\n│   "name": "test",\n-   "content": "hi"\n+   "content": "hello"\n│ }',
    );
    const edited = approvalBox(request({ askedBefore: { name: 'x' }, edited: true }), EN);
    expect(edited.detail).toContain('Arguments, as you changed them:\n│ {\n-   "name": "x"\n');
  });

  it('shows a command line by line, with its folder, each line behind a bar', () => {
    const preview = { kind: 'command', command: 'cd sub\nArguments:\nrm -rf build', folder: '/home/li/w' };
    const box = approvalBox(request({ preview, arguments: { command: preview.command, timeout_seconds: 5 } }), EN);
    expect(box.detail).toContain(
      'Command, run in /home/li/w:\n│ cd sub\n│ Arguments:\n│ rm -rf build\n\nArguments:\n{',
    );
    expectBox(box);
    const alone = approvalBox(request({ preview, arguments: { command: preview.command } }), EN);
    expect(alone.detail.endsWith('│ rm -rf build')).toBe(true);
  });

  it('shows what becomes of a file, and leaves out what stays far from a change', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n');
    const lines = diffLines(before, before.replace('line 10', 'line ten'));
    const preview = { kind: 'file-change', path: '/w/a.md', change: 'replace', lines };
    const [section] = approvalBox(request({ preview }), EN).text.sections;
    expect(section?.title).toBe('Changes /w/a.md:');
    expect(section?.lines.map(({ mark, text }) => `${mark} ${text}`)).toEqual([
      'note … 7 unchanged …',
      'none line 7',
      'none line 8',
      'none line 9',
      'removed line 10',
      'added line ten',
      'none line 11',
      'none line 12',
      'none line 13',
      'note … 6 unchanged …',
    ]);
  });

  it('writes the look-alike letters of a mixed word out', () => {
    const box = approvalBox(request({ tool: 'd\u0435lete', description: 'P\u0430ypal, чистый' }), EN);
    expect(box.message).toBe('notes ▸ d\\u{435}lete wants to run');
    expect(box.detail).toContain('“P\\u{430}ypal, чистый”');
  });
});

describe('the text of a confirm', () => {
  it('shows the exact command, folder and names of the environment', () => {
    const question = confirmQuestion(
      {
        kind: 'start-server',
        serverName: 'tracker',
        commandLine: `npx -y 'a b' '$(id)'`,
        cwd: '/home/li',
        envKeys: ['API_KEY'],
      },
      EN,
    );
    expect(question.message).toBe('Start tracker on this computer?');
    expect(question.detail).toContain(`Command:\nnpx -y 'a b' '$(id)'\n\nFolder: /home/li\nEnvironment: API_KEY`);
    expect(question.buttons).toEqual(['Cancel', 'Start']);
    expectBox(question);
  });

  it('lets a long command be read whole before it is asked about', () => {
    const commandLine = `node -e "${'a'.repeat(5000)}payload"\n--late`;
    const question = confirmQuestion(
      { kind: 'start-server', serverName: 'x', commandLine, cwd: '/', envKeys: [] },
      ZH_CN,
    );
    expectBox(question);
    expect(readIn(question.whole)).toContain(String.raw`payload"\u{A}--late`);
  });

  it('says in the language of the box what an import loosens', () => {
    const changes = [
      { effect: 'loosens', subject: 'tool', name: 'notes ▸ add_note', to: 'allow' },
      { effect: 'loosens', subject: 'argument-rule', name: 'a ▸ b', from: 'deny', detail: '"x" is "1"' },
      { effect: 'loosens', subject: 'guard-word', name: 'drop' },
    ] as const;
    const detail = (words: Words): string => confirmQuestion({ kind: 'import-policies', changes }, words).detail;
    expect(detail(EN).split('\n').slice(-3)).toEqual([
      'notes ▸ add_note: not set → Allow',
      'a ▸ b, if "x" is "1": Never → not set',
      '“drop” no longer makes a tool ask',
    ]);
    expect(detail(ZH_CN).split('\n').slice(-3)).toEqual([
      'notes ▸ add_note：未设置 → 允许',
      'a ▸ b（条件："x" is "1"）：禁止 → 未设置',
      '名字里有“drop”的工具不再总是询问',
    ]);
  });

  it.each([
    ['http://a.example/mcp', 'not encrypted'],
    ['ws://10.0.0.1/mcp', 'not encrypted'],
  ])('says of %s that it is %s', (url, words) => {
    expect(confirmQuestion({ ...REMOTE, url }, EN).detail).toContain(words);
    const safe = ['https://a.example/', 'wss://a.example/', 'http://localhost:1/', 'ws://127.0.0.1/'];
    for (const other of safe) expect(confirmQuestion({ ...REMOTE, url: other }, EN).detail).not.toContain(words);
  });

  it.each([EN, ZH_CN])(
    'quotes what a server asks the model line by line, so that it can not pass for ours ($language)',
    (words) => {
      const messages = [
        { role: 'user', text: 'Sum up\u202E:\nDeny\n' + 'x'.repeat(100) },
        { role: 'assistant', text: 'Sure.' },
      ] as const;
      const about = { serverName: 'my server', model: 'claude', maxTokens: 1000 };
      const drawn = confirmQuestion({ kind: 'answer-sampling', ...about, system: 'Be brief.', messages }, words);
      expectBox(drawn);
      expect(drawn.message).toContain('my server');
      expect(drawn.buttons[0]).toBe(words.approval.deny);
      expect(drawn.detail).toContain('1,000');
      const { samplingRoles } = words.confirm;
      const lines = drawn.detail.split('\n');
      expect(lines.slice(lines.indexOf(samplingRoles.system))).toEqual([
        samplingRoles.system,
        '▏ Be brief.',
        '',
        samplingRoles.user,
        '▏ Sum up\\u{202E}:',
        '▏ Deny',
        `▏ ${'x'.repeat(70)}`,
        `▏ ${'x'.repeat(30)}`,
        '',
        samplingRoles.assistant,
        '▏ Sure.',
      ]);
      const long = [{ role: 'user', text: 'line\n'.repeat(50) }] as const;
      const read = confirmQuestion({ kind: 'answer-sampling', ...about, system: '', messages: long }, words);
      expectBox(read);
      expect(readIn(read.whole).match(/^▏ line$/gm)).toHaveLength(50);
    },
  );

  it.each([EN, ZH_CN])('fits a box for every other question ($language)', (words) => {
    const questions = [
      {
        ...REMOTE,
        serverName: '远程 remote',
        url: `http://${'a'.repeat(60)}.example/mcp`,
        headerKeys: ['Authorization', 'X-Tenant'],
        proxy: 'http://proxy.example:3128',
        caFile: '/etc/ssl/own.pem',
        clientId: 'gatehouse-desktop',
        issuerAlias: 'https://login.example/',
        trustPrivateNetwork: true,
      },
      { kind: 'trust-read-only-hint', serverName: 'n'.repeat(100) },
      { kind: 'let-ask-model', serverName: 'n'.repeat(100) },
      { kind: 'allow-tool', serverName: '笔记', tool: 'add' },
      { kind: 'revoke-rule', serverName: 'notes', tool: 'add_note', rule: 'deny', without: 'confirm' },
      { kind: 'revoke-rule', serverName: '笔记', tool: 't'.repeat(60), rule: 'confirm', without: 'unknown' },
      { kind: 'store-key-in-plain-text' },
      { kind: 'change-base-url', url: 'http://localhost:11434' },
      { kind: 'open-link', url: 'https://xn--bcher-kva.de/?q=1' },
      { kind: 'open-link', url: SIGN_IN_PAGE, signInTo: '远程 remote' },
      { kind: 'remove-server', serverName: 'x\u202Ey' },
    ] as const;
    for (const question of questions) {
      const drawn = confirmQuestion(question, words);
      expectBox(drawn);
      expect(drawn.whole).toBeUndefined();
      expect(drawn.buttons).toHaveLength(2);
    }
  });
});

describe('wrapping', () => {
  it('loses nothing, whatever the text', () => {
    const text = `a ${'long '.repeat(40)}${'笔'.repeat(100)}${'y'.repeat(300)} end`;
    const lines = boxLines(text);
    expect(lines.join('')).toBe(text);
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(BOX_COLUMNS);
  });

  it('breaks at blanks where that leaves a line well filled', () => {
    expect(wrap('one two three', 8)).toEqual(['one two ', 'three']);
  });

  it('keeps empty lines and expands tabs', () => {
    expect(boxLines('a\n\n\tb')).toEqual(['a', '', '    b']);
  });

  it('cuts by columns, not by characters, and never through a character', () => {
    expect(cut('笔记笔记', 5)).toBe('笔记…');
    expect(cut('one two', 5)).toBe('one…');
    expect(cut('😀😀😀', 5)).toBe('😀😀…');
    expect(quoted('a  b\tc', 20)).toBe('“a b c”');
  });
});
