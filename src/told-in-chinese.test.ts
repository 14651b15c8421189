import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toldOf } from './core/errors.js';
import { TestHost } from './core/host/host.test-kit.js';
import { launchFrom } from './core/host/launch-input.js';
import { checkAddress } from './core/http/http-door.js';
import { AuthAddresses } from './core/mcp/auth/auth-address.js';
import { sandboxed, type SandboxRules } from './core/process/sandbox.js';
import { parseMcpServersJson } from './core/servers/mcp-servers-json.js';
import { badServer, launchProblems, nameProblem } from './core/servers/server-config.js';
import { errorText } from './renderer/i18n/error-text.js';
import { ZH_CN_LEAD, ZH_CN_WHOLE } from './renderer/i18n/zh-CN-errors.js';
import { ZH_CN_SERVER_PROBLEMS } from './renderer/i18n/zh-CN-server-problems.js';
import { ZH_CN_TOLD } from './renderer/i18n/zh-CN-told.js';
import type { ServerLaunch } from './shared/server.js';
import type { Told } from './shared/told.js';

/*
 * The core's errors meet the words of the Chinese page: what a new user can do wrong with a server, what can be wrong with
 * an address and why there is no sandbox is said whole in Chinese.
 */

const codes = new Set<string>();

function noteCodes({ code, details = [] }: Told): void {
  codes.add(code);
  details.forEach(noteCodes);
}

/** The lines of an error in Chinese, without the one that its code alone says. */
function inChinese(act: () => unknown): readonly string[] {
  return chinese(act).split('\n').slice(1);
}

function chinese(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    const told = toldOf(error, 'unknown');
    noteCodes(told);
    return errorText(told, 'zh-CN');
  }
  throw new Error('Nothing was refused.');
}

const importing = (json: unknown) => () =>
  parseMcpServersJson(typeof json === 'string' ? json : JSON.stringify(json), ['notes']);
const launching = (launch: ServerLaunch) => () => {
  throw badServer(...launchProblems(launch));
};
const program = { kind: 'stdio', command: 'x', args: [], env: {} } as const;
const remote = { kind: 'http', url: 'https://a.example/', headers: {}, transport: 'auto' } as const;
const socket = { kind: 'websocket', url: 'wss://a.example/', headers: {} } as const;
const saved = { ...remote, caFile: '', proxy: '' } as const;

describe('what is wrong with a server, on a Chinese page', () => {
  it.each([
    ['', '服务器要有名称。'],
    [' a', '名称的开头或结尾有空格。'],
    ['a'.repeat(101), '名称超过了 100 个字符。'],
    ['a\u202E', '名称里有看不见的字符。'],
    ['Gatehouse', '“Gatehouse”是 Gatehouse 自己的工具的名称，请换一个。'],
    ['Notes', '已经有一个名为“Notes”的服务器。'],
  ])('the name %j', (name, text) => {
    const problem = nameProblem(name, ['notes']);
    const refuse = () => {
      throw badServer(...(problem === undefined ? [] : [problem]));
    };
    expect(inChinese(refuse)).toEqual([text]);
  });

  it.each<[ServerLaunch, ...string[]]>([
    [{ ...program, command: '', args: ['\0'] }, '命令是空的。', '命令、参数或文件夹里有 NUL 字符。'],
    [{ ...program, env: { 'a=b': 'x', A: '\0' } }, '"a=b" 不能作环境变量的名称。', '"A" 的值里有 NUL 字符。'],
    [
      { ...program, cwd: 'here', sandbox: { network: false, read: ['notes'] } },
      '可读文件夹里的 "notes" 必须是绝对路径，或以 ${home} 这样的变量开头。',
      '文件夹必须是绝对路径，或以 ${home} 这样的变量开头。',
    ],
    [{ ...program, args: ['${secret:KEY}'] }, '${secret:KEY} 所在的地方别人能看到。密钥要放在变量或标头的值里。'],
    [{ ...remote, url: ' ' }, '地址是空的。'],
    [{ ...remote, url: 'a.example' }, '地址必须以 http:// 或 https:// 开头，并且完整。'],
    [{ ...socket, url: 'https://a.example' }, '地址必须以 ws:// 或 wss:// 开头。'],
    [
      { ...remote, url: 'https://ada:pw@a.example/' },
      '地址里有用户名或密码，日志和代理会看到。请改用 Authorization 这样的标头发送。',
    ],
    [
      { ...remote, headers: { 'a b': '', Accept: '', X: '', x: '\n' } },
      '"a b" 不能作标头的名称。',
      '标头 Accept 由 Gatehouse 设置，请去掉它。',
      '标头 x 出现了两次。',
      '标头 x 的值里有换行或 NUL 字符。',
    ],
    [
      { ...remote, proxy: 'ftp://p', hasClientSecret: true, issuerAlias: 'x', caFile: '\0' },
      '代理必须是 http:// 或 https:// 地址，或者 direct 这个词。',
      '有客户端密钥，就要有它的客户端 ID。',
      '登录服务器的名称必须是完整的地址。',
      '证书文件的路径里有 NUL 字符。',
    ],
    [{ ...remote, proxy: 'http://a:b@p' }, '代理里有密码，页面会显示它。请写成变量，例如 ${env:MY_PROXY}。'],
  ])('the launch %j', (launch, ...lines) => {
    expect(inChinese(launching(launch))).toEqual(lines);
  });

  it.each<[Parameters<typeof launchFrom>[0], string]>([
    [{ ...saved, headers: { A: '${secret:A}' } }, '${secret:A} 不是这个服务器的密钥，请输入它的值。'],
    [{ ...saved, headers: { 'a}': { secret: 'x' } } }, 'a} 里有花括号，不能作密钥的名称。'],
    [{ ...saved, headers: { A: { secret: '\n' } } }, 'A 的值里有换行或 NUL 字符。'],
    [{ ...saved, headers: { A: null } }, '这里没有保存过 A 的值，请写一个。'],
    [{ ...saved, clientSecret: null }, '这里没有保存过客户端密钥，请写一个。'],
  ])('what is kept for %j', (input, text) => {
    expect(inChinese(() => launchFrom(input, undefined))).toEqual([text]);
  });
});

describe('what is wrong with JSON that was pasted, on a Chinese page', () => {
  it.each<[unknown, ...string[]]>([
    [{ a: 1 }, 'a：这一项必须是有“command”或“url”的对象。'],
    [{ '': { command: 'x' } }, '（没有名称）：服务器要有名称。'],
    [{ a: { type: 'bird', url: 'x' } }, 'a："bird" 不是服务器的类型，类型有 stdio、http、streamable-http、sse 和 ws。'],
    [{ mcpServers: { a: { command: 'x', url: 'y' } } }, 'a：“command”和“url”都有，请只留一个。'],
    [{ a: { type: 'stdio', url: 'https://a' } }, 'a：stdio 类型的服务器用“command”，不用“url”。'],
    [
      { mcpServers: { a: { command: 1 }, notes: { command: 'x', env: { PORT: 1 } } } },
      'a：“command”必须是文本。',
      'notes：已经有一个名为“notes”的服务器。',
      'notes：“env.PORT”必须是文本，请给它的值加上双引号。',
    ],
    [
      { a: { url: 'https://a', oauth: { clientId: 1, trustPrivateNetwork: 1 }, headers: [] } },
      'a：“oauth.clientId”必须是文本。',
      'a：“oauth.trustPrivateNetwork”必须是 true 或 false。',
      'a：“headers”必须是值都为文本的对象。',
    ],
    [{ a: { url: 'https://a', oauth: 1 } }, 'a：“oauth”必须是对象。'],
    [{ a: { command: 'x', args: 'y' } }, 'a：“args”必须是文本的列表。'],
    [{ a: { command: 'x', args: ['p', 8080] } }, 'a：“args”的第 2 项必须是文本，请写成 "8080"。'],
    ['[]', '应该是一个有“mcpServers”的对象。'],
    [
      '{"servers": 1, "mcpServers": 1}',
      'servers：这一项必须是有“command”或“url”的对象。',
      'mcpServers：这一项必须是有“command”或“url”的对象。',
    ],
    ['{}', '里面没有服务器。'],
    [{ command: 'x' }, '这是没有名称的一项。请写成 { "name": { "command": … } } 或 { "name": { "url": … } }。'],
    ['{"a": {"command": "x"}, "a": {"command": "y"}}', '“a”在同一个对象里出现了两次（第 1 行第 25 列）。'],
    ['{} x', '结尾之后还有内容。'],
    ['['.repeat(200), '嵌套超过了 100 层。'],
    ['{"a": oops}', '这里应该有一个值。'],
    ['{"a": 1,}', '这里应该有一个带双引号的名称。'],
    ['{"a" 1}', '"a" 后面应该有冒号。'],
    ['{"a": 1', '这里应该有逗号或 }。'],
    ['[1', '这里应该有逗号或 ]。'],
    ['"a', '引号里的文本没有结束，或有错误的转义。'],
    ['// mine', 'JSON 里没有注释，请去掉它。'],
  ])('%j', (json, ...lines) => {
    expect(inChinese(importing(json))).toEqual(lines);
  });

  it('says where it is no JSON', () => {
    expect(chinese(importing('{\n"a": 1,}'))).toMatch(/^这不是 JSON：问题在第 2 行第 8 列。\n/);
  });
});

describe('rules that can not be imported, on a Chinese page', () => {
  it.each([
    ['[]', '第 1 行第 1 列，里面没有“policies”。'],
    ['{"policies": {},\n "policies": {}}', '第 2 行第 2 列，“policies”出现了两次。'],
    ['{"version": 9, "policies": {}}', '第 1 行第 13 列，版本是 9，不是 1。'],
    ['{"version": 1, "policies": {"tools": 1}}', '第 1 行第 38 列（"/tools" must be array）。'],
  ])('%s', async (json, text) => {
    const host = await TestHost.open();
    const error: unknown = await host.commands['policy.checkImport']({ json }).catch((failure: unknown) => failure);
    await host.close();
    expect(errorText(toldOf(error, 'unknown'), 'zh-CN')).toBe(`这些不是规则：${text}`);
  });
});

describe('an address that can not be used, on a Chinese page', () => {
  it.each<[() => unknown, string]>([
    [() => checkAddress(new URL('ftp://a.example/')), '地址必须以 http:// 或 https:// 开头，不能是 ftp://。'],
    [
      () => checkAddress(new URL('https://ada:pw@a.example/')),
      'a.example 的地址里有用户名或密码，日志和代理会看到。请改用标头发送。',
    ],
    [
      () => new AuthAddresses(new URL('https://a.example'), false).check('nothing', 'its sign-in page'),
      'https://a.example 为登录给出的地址不是地址。',
    ],
  ])('%s', (act, text) => {
    expect(chinese(act)).toBe(text);
  });
});

describe.skipIf(process.platform !== 'linux')('a sandbox that can not be made, on a Chinese page', () => {
  const rules = { network: false, read: [], workspace: '', homeDir: '/root', hidden: [], bwrap: process.execPath };

  it.each<[Partial<SandboxRules>, string]>([
    [{ bwrap: '/nowhere' }, '沙箱需要 bubblewrap（bwrap），而这里没有安装它。请安装软件包 bubblewrap，或关闭沙箱。'],
    [{ homeDir: '/' }, '主文件夹 / 无法关闭。'],
    [{ read: ['notes'] }, '可读文件夹里的 notes 不是绝对路径。请更正。'],
    [{ read: ['/nowhere'] }, '可读文件夹里的 /nowhere 不存在。请新建它，或从列表里移除。'],
    [{ workspace: '/nowhere' }, '工作区 /nowhere 已经不在了。请在设置里另选一个。'],
    [
      { workspace: '/' },
      '工作区 / 包含整个主文件夹或 Gatehouse 自己的数据，所以等于什么都没有关闭。请在设置里选一个更小的工作区。',
    ],
    [{ workspace: '/usr/bin', hidden: ['/usr'] }, '工作区 /usr/bin 在 Gatehouse 自己的数据里。请在设置里另选一个。'],
  ])('for %j', async (more, text) => {
    expect(await refusal({ ...rules, ...more })).toBe(text);
  });

  it('quotes what bubblewrap says', async () => {
    // Node stands for it: it does not know the arguments.
    expect(await refusal(rules)).toMatch(
      /^在这个系统上无法建立沙箱：“[^]*bad option[^]*”。请让 bubblewrap 能建立沙箱，或关闭沙箱。$/,
    );
  });
});

async function refusal(rules: SandboxRules): Promise<string> {
  const started = sandboxed({ file: '/bin/true', args: [] }, { rules, cwd: '/' });
  const error: unknown = await started.catch((failure: unknown) => failure);
  return errorText(toldOf(error, 'unknown'), 'zh-CN');
}

/** Codes that no page shows: of results of the built-in tools, which the model reads, of the log, and of mistakes in code. */
const UNSHOWN = [
  'file-failed',
  'idle',
  'is-folder',
  'many-matches',
  'no-match',
  'no-workspace',
  'not-found',
  'not-json',
  'not-regular',
  'not-text',
  'outside-workspace',
];

/** The codes of the errors that are made in a folder, as they are written. */
function codesMadeIn(folder: string): readonly string[] {
  const root = join(import.meta.dirname, folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.test-kit.ts'),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/new GatehouseError\(\s*'([\w-]+)'/g)].map(([, code = '']) => code);
  });
}

it('has words for every code that a page may show', () => {
  const words = { ...ZH_CN_WHOLE, ...ZH_CN_LEAD, ...ZH_CN_TOLD, ...ZH_CN_SERVER_PROBLEMS };
  const made = new Set([...codesMadeIn('core'), ...codesMadeIn('main')]);
  expect(made.size).toBeGreaterThan(100);
  expect([...made].filter((code) => !Object.hasOwn(words, code)).toSorted()).toEqual(UNSHOWN);
});

it('has a word for nothing that the core does not say', () => {
  expect(Object.keys(ZH_CN_SERVER_PROBLEMS).filter((code) => !codes.has(code))).toEqual([]);
});
