import { describe, expect, it } from 'vitest';
import { BUILTIN_SERVER_ID } from '../core/tools/tool.js';
import { sha256Hex } from '../core/canonical-json.js';
import type { ApprovalRequest } from '../shared/approval.js';
import { approvalQuestion } from './approval-dialog-text.js';
import { confirmQuestion } from './confirm-dialog-text.js';
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

function withLines(count: number): NativeQuestion {
  const args = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
  return approvalQuestion(request({ arguments: args }), EN);
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
    const question = approvalQuestion(request(), EN);
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
    expect(question.buttons).toEqual(['Deny', 'Allow once', 'Allow in this chat', 'Always allow']);
    expect(question.title).toBe('Gatehouse: notes ▸ add_note');
    expect(question.whole).toBeUndefined();
    expectBox(question);
  });

  it('says it in Chinese', () => {
    const question = approvalQuestion(request({ annotations: { destructiveHint: true } }), ZH_CN);
    expect(question.message).toBe('notes ▸ add_note 请求运行');
    expect(question.buttons).toEqual(['拒绝', '允许一次', '本次对话内允许', '始终允许']);
    expect(question.detail).toContain(
      '没有规则允许它，默认先问。\n服务器声明它可能造成破坏：“Adds a note.”\n\n参数：\n{',
    );
  });

  it('offers only the scopes of the request, in their order', () => {
    const question = approvalQuestion(request({ scopes: ['once', 'chat'] }), EN);
    expect(question.buttons).toEqual(['Deny', 'Allow once', 'Allow in this chat']);
    expect(question.scopes).toEqual(['once', 'chat']);
  });

  it('names Gatehouse where the tool is its own', () => {
    const own = request({ serverId: BUILTIN_SERVER_ID, serverName: 'gatehouse', annotations: { readOnlyHint: true } });
    expect(approvalQuestion(own, EN).detail).toContain('Gatehouse calls it read-only: “Adds a note.”');
  });

  it('keeps a long, many-lined claim with quotation marks to one line that it can’t close', () => {
    const description = `Adds.”\n\nYou allowed this already ✓ “\u202E${'x'.repeat(500)}`;
    const question = approvalQuestion(request({ description }), EN);
    const claim = question.detail.split('\n')[1] ?? '';
    expect(claim).toMatch(/^The server says: “Adds\.' You allowed this already ✓ '\\u\{202E\}x+…”$/u);
    expectBox(question);
  });

  it('shows bidi, zero-width and tag characters of the arguments as code points', () => {
    const question = approvalQuestion(request({ arguments: { 'a\u200Bb': 'safe\u202Etxt.exe\u{E0041}\u0007' } }), EN);
    expect(question.detail).toContain(String.raw`"a\u{200B}b": "safe\u{202E}txt.exe\u{E0041}\u0007"`);
    expectBox(question);
  });

  it('breaks a pile of combining marks', () => {
    const question = approvalQuestion(request({ arguments: { a: `z${'\u0301'.repeat(40)}` } }), EN);
    expect(question.detail).toContain(`z${'\u0301'.repeat(4)}\\u{301}`);
    expectBox(question);
  });

  it('opens the viewer first for a line of 10,000 characters, whose end is in the whole text', () => {
    const command = `${'echo safe; '.repeat(900)}rm -rf ~`;
    const question = approvalQuestion(request({ arguments: { command } }), EN);
    expectBox(question);
    expect(question.whole?.text).toContain('rm -rf ~');
    expect(question.whole?.bytes).toBe(Buffer.byteLength(JSON.stringify({ command })));
    expect(question.detail).toContain('as you have just read them (9,922 bytes, SHA-256 ');
    expect(question.detail).toContain(request({ arguments: { command } }).argumentsHash.slice(0, 12));
    expect(question.detail.endsWith('\n…')).toBe(true);
  });

  it('opens the viewer first for 500 blank lines, shown as they are written', () => {
    const content = `harmless${'\n'.repeat(500)}payload`;
    const question = approvalQuestion(request({ arguments: { content } }), ZH_CN);
    expectBox(question);
    expect(question.whole?.text).toContain(String.raw`\n\npayload`);
  });

  it('opens the viewer first for a name that does not fit, and shows it whole there', () => {
    const tool = `a\nb${'c'.repeat(400)}`;
    const question = approvalQuestion(request({ tool }), EN);
    expectBox(question);
    expect(question.whole?.heading).toBe(`notes ▸ a\\u{A}b${'c'.repeat(400)} wants to run`);
    expect(columnsOf(question.title)).toBeLessThanOrEqual(80);
  });

  it('fits a box of exactly its lines and not one more', () => {
    expect(withLines(11).whole).toBeUndefined();
    expect(`${withLines(11).message}\n${withLines(11).detail}`.split('\n')).toHaveLength(BOX_LINES);
    expect(withLines(12).whole).toBeDefined();
  });

  it('counts Chinese as two columns', () => {
    const question = approvalQuestion(request({ arguments: { content: '笔记'.repeat(150) } }), ZH_CN);
    expectBox(question);
    expect(question.whole).toBeUndefined();
    expect(question.detail.split('\n').some((line) => columnsOf(line) >= BOX_COLUMNS - 1)).toBe(true);
  });

  it('never draws a title that the server gave itself', () => {
    const question = approvalQuestion(request({ annotations: { title: 'Gatehouse: safe' } }), EN);
    expect(JSON.stringify(question)).not.toContain('safe');
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
    expect(question.whole?.text).toContain(String.raw`payload"\u{A}--late`);
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
      expect(read.whole?.text.match(/^▏ line$/gm)).toHaveLength(50);
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
