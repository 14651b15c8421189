import { assertNever } from '../../shared/assert-never.js';
import type { Verdict } from '../../shared/policy.js';
import { ZH_CN_WALLS, wallsInChinese } from './zh-CN-walls.js';
import { ZH_CN_TURN_END } from './zh-CN-turn-end.js';
import type { Words } from './words.js';

const VERDICTS: Readonly<Record<Verdict, string>> = { allow: '允许', confirm: '询问', deny: '禁止' };

function verdictText(verdict: Verdict | undefined): string {
  return verdict === undefined ? '未设置' : VERDICTS[verdict];
}

export const ZH_CN: Words = {
  language: 'zh-CN',
  cancel: '取消',
  approval: {
    wantsToRun: (what) => `${what} 请求运行`,
    says: (speaker, claim, quote) => {
      const who = speaker === 'gatehouse' ? 'Gatehouse' : '服务器';
      if (claim === 'read-only') return `${who}声明它只读：${quote}`;
      if (claim === 'destructive') return `${who}声明它可能造成破坏：${quote}`;
      return `${who}的说明：${quote}`;
    },
    saysNothing: '服务器没有说明它的用途。',
    arguments: '参数：',
    argumentsEdited: '参数（你修改过）：',
    argumentsSinceLast: '参数（标出的是与上次询问不同之处）：',
    place: (at, of) => `（第 ${at} 个，共 ${of} 个）`,
    readBefore: (names) => `本轮读取过：${names.join('、')}。`,
    origin: (origin, quoted) => {
      if (origin.kind === 'server') return origin.name;
      if (origin.kind === 'hook') return '钩子';
      return origin.kind === 'file' ? `文件 ${quoted(origin.path)}` : '命令的输出';
    },
    changedSince: '你允许之后的变化：',
    changed: {
      definition: '服务器改动了这个工具的定义。',
      connection: '与服务器的连接已是新的一次。',
      expired: '你的允许已超过五分钟。',
      other: '这不是你允许的那次调用。',
    },
    fileChange: { create: (path) => `新建 ${path}：`, replace: (path) => `修改 ${path}：` },
    noChange: '内容没有变化。',
    linesLeftOut: (count) => `… ${count} 行未变 …`,
    command: (folder) => `命令，在 ${folder} 中运行：`,
    noPreview: '无法显示它会改动什么：',
    edit: '查看或编辑…',
    denyRest: '拒绝本轮其余',
    argumentsRead: (bytes, hash) => `即你刚才读过的内容，参数 ${bytes} 字节（SHA-256 ${hash}…）：`,
    deny: '拒绝',
    allow: {
      once: '允许一次',
      'chat-exact': '本次对话内允许完全相同的调用',
      chat: '本次对话内允许',
      always: '始终允许',
    },
    waiting: (what) => `${what} 请求运行，Gatehouse 在等你的回答。`,
  },
  confirm: {
    startServer: (server, command, cwd, envKeys, { program, changed, sandbox }) => ({
      message: `在这台电脑上启动 ${server}？`,
      detail:
        { no: '', launch: '它的启动方式与你确认过的不同。\n\n', program: '你确认之后，它的程序文件变了。\n\n' }[
          changed
        ] +
        `${sandbox === undefined ? '它是独立的程序，你能做的它都能做。' : wallsInChinese(sandbox)}只有信任它的来源时才启动。\n\n` +
        `命令：\n${command}\n\n文件夹：${cwd}` +
        (program === '' ? '' : `\n程序：${program}`) +
        (envKeys === '' ? '' : `\n环境变量：${envKeys}`),
      accept: '启动',
    }),
    connectRemote: ({
      server,
      url,
      headers,
      proxy,
      caFile,
      clientId,
      issuerAlias,
      trustPrivateNetwork,
      unencrypted,
    }) => ({
      message: `连接到这个地址上的 ${server}？`,
      detail:
        `${url}\n\n每次调用其工具的参数都会发送到那里，它的回答会交给模型。只有信任其运营者时才连接。` +
        (unencrypted ? '\n\n连接没有加密：途中的其他人可以读取和篡改。' : '') +
        (headers === '' ? '' : `\n\n随请求发送的标头：${headers}`) +
        (proxy === '' ? '' : `\n代理：${proxy}`) +
        (caFile === '' ? '' : `\n另外信任此文件中的证书颁发机构：${caFile}`) +
        (clientId === '' ? '' : `\n以此客户端登录：${clientId}`) +
        (issuerAlias === '' ? '' : `\n把它的登录服务器视为：${issuerAlias}`) +
        (trustPrivateNetwork ? '\n它的登录服务器可以在你的内部网络里。' : ''),
      accept: '连接',
    }),
    trustReadOnlyHint: (server) => ({
      message: `信任 ${server} 的只读提示？`,
      detail:
        '之后，这个服务器声明为只读的工具不再询问就会运行。这只是服务器自己的说法，Gatehouse 无法核实。名字看起来危险的工具仍会询问。',
      accept: '信任',
    }),
    letAskModel: (server) => ({
      message: `允许 ${server} 询问你的模型？`,
      detail:
        '之后，这个服务器可以把自己的文字发给你的模型，费用算在你的 API 密钥上，并读到回答。每一次 Gatehouse 都会完整显示内容并询问你。模型得不到任何工具，也得不到你的对话。从下次连接起生效。',
      accept: '允许询问',
    }),
    answerSampling: ({ server, model, maxTokens, messages }) => ({
      message: `${server} 请求询问你的模型`,
      detail: `以 ▏ 开头的各行是服务器写的。它们会发送给 ${model}，不超过 ${maxTokens} 个 token 的回答会交给服务器。\n\n${messages}`,
      accept: '询问一次',
      refuse: '拒绝',
    }),
    samplingRoles: { system: '指示：', user: '消息：', assistant: '此前的话，署名为模型：' },
    allowTool: (what) => ({
      message: `始终允许 ${what}？`,
      detail: '它会在所有对话中不再询问就运行，为期 90 天，直到你收回，或者它的定义改变。',
      accept: '始终允许',
    }),
    renewAllow: (what, when) => ({
      message: `续期对 ${what} 的允许？`,
      detail:
        `只要定义仍是你允许过的那一个，它会再有 90 天不再询问就运行。` + (when === '' ? '' : `\n\n仅当：\n${when}`),
      accept: '续期',
    }),
    allowArguments: (what, when) => ({
      message: `对某些参数允许 ${what}？`,
      detail: `满足下列条件时，它会在所有对话中不再询问就运行，为期 90 天：\n\n${when}\n\n其余参数不会被查看。参数缺失或类型不同时仍会询问。`,
      accept: '允许这些',
    }),
    removeArgumentRule: (what, when, rule) => ({
      message: `移除你对 ${what} 的规则？`,
      detail: `${{ allow: '这条规则允许', confirm: '这条规则询问', deny: '这条规则禁止' }[rule]}，条件是：\n\n${when}\n\n没有它，这样的调用会询问；如果别的规则允许，则不再询问就运行。`,
      accept: '移除',
    }),
    removeGuardWord: (word) => ({
      message: `把“${word}”从危险词表中去掉？`,
      detail: '名字里有这个词的工具将不再总是询问：可以被长期允许。',
      accept: '去掉',
    }),
    importPolicies: (lines) => ({
      message: '导入会放宽现有规则的内容？',
      detail: `下列各项会降低防护。文件里的其余内容也会一并导入。\n\n${lines}`,
      accept: '导入',
    }),
    importLine: ({ subject, name, from, to, detail }) => {
      if (subject === 'guard-word') return `名字里有“${name}”的工具不再总是询问`;
      return `${name}${detail === undefined ? '' : `（条件：${detail}）`}：${verdictText(from)} → ${verdictText(to)}`;
    },
    revokeRule: (what, rule, without) => ({
      message: `撤销你为 ${what} 设的规则？`,
      detail: `${
        {
          allow: without === 'unknown' ? '你允许过它。' : '你允许过它，之后它的定义变了，所以现在会询问。',
          confirm: '你已把它设为询问。',
          deny: '你已把它设为禁止。',
        }[rule]
      }${
        {
          allow: '撤销之后，它不再询问就会运行。',
          confirm: '撤销之后，它每次都会询问。',
          unknown:
            '它的服务器没有连接，Gatehouse 看不到这个工具。撤销之后，它会询问；如果随附策略或受信任的只读提示允许它，就不再询问。',
        }[without]
      }`,
      accept: '撤销',
    }),
    storeKeyInPlainText: {
      message: '不加密就保存 API 密钥？',
      detail:
        '这个系统没有可以安全保存密钥的地方。用明文保存的话，你运行的任何程序都能读到它。不保存的话，密钥只留在内存中，Gatehouse 退出后即消失。',
      accept: '明文保存',
      refuse: '只留在内存中',
    },
    storeSecretsInPlainText: (server, names) => ({
      message: `不加密就保存 ${server} 的密钥？`,
      detail: `${names}\n\n这个系统没有可以安全保存密钥的地方。用明文保存的话，你运行的任何程序都能读到它们。不保存的话，密钥只留在内存中，Gatehouse 退出后即消失，之后要重新输入。`,
      accept: '明文保存',
      refuse: '只留在内存中',
    }),
    changeBaseUrl: (url) => ({
      message: '把对话发送到这个地址？',
      detail: `${url}\n\n从现在起，所有对话连同 API 密钥都会发送到那里。只改成你信任的服务。`,
      accept: '发送到那里',
    }),
    stopAskingAfterReading: {
      message: '读取外来内容之后不再询问？',
      detail:
        '服务器、文件或网页里的文字可能会指使模型。关掉之后，即使刚读过这样的内容，你允许过的工具也会自动运行，包括会写入或发送的工具。',
      accept: '不再询问',
    },
    openLink: ({ url, punycode, signIn }) => ({
      message: signIn === undefined ? '在浏览器中打开这个地址？' : `在浏览器中登录 ${signIn.server}？`,
      detail:
        url +
        (punycode ? '\n\n它的域名含有其他文字的字母，这里写作 xn--…；它们可能看起来像别的字母。' : '') +
        (signIn === undefined ? '' : `\n\n这个页面在 ${signIn.host} 上。认得它才登录。`),
      accept: '打开',
    }),
    ...ZH_CN_WALLS,
    removeServer: (server) => ({
      message: `移除 ${server}？`,
      detail: '它的设置和你给它的允许会一并移除。程序本身仍留在你的电脑上。',
      accept: '移除',
    }),
    readWhole: (bytes, hash) => `即你刚才读过的内容（${bytes} 字节，SHA-256 ${hash}…），开头是：`,
  },
  viewer: {
    editIntro: '这里是这次调用要做的事和它的参数。这里不会运行任何东西；看完之后再决定。',
    notJson: (line, column) => `第 ${line} 行第 ${column} 列不是有效的 JSON。`,
    keyTwice: (key, line, column) => `第 ${line} 行第 ${column} 列：键 ${key} 重复出现。`,
    notAnObject: '参数必须是一个 JSON 对象：{ … }。',
    tooLong: '参数太长，无法在这里修改。',
    intro: '内容太长，对话框放不下。请先在这里读完，然后再决定。',
    facts: (bytes, hash) => `${bytes} 字节 · SHA-256 ${hash}`,
    page: {
      search: '查找',
      matches: '第 {at} 处，共 {of} 处',
      notFound: '未找到',
      wrapLines: '自动换行',
      deny: '拒绝',
      readOn: '继续，去做决定',
      toTheEnd: '滚动到末尾才能继续。',
      edit: '编辑参数',
      editLabel: 'JSON 格式的参数',
      use: '使用这些参数',
      back: '返回',
      editing: '你在这里的修改，运行之前会重新询问，也会告诉模型。',
      checking: '正在检查…',
      added: '新增',
      removed: '删除',
    },
  },
  menu: {
    file: '文件',
    quit: '退出',
    edit: '编辑',
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
    view: '视图',
    actualSize: '实际大小',
    zoomIn: '放大',
    zoomOut: '缩小',
    fullScreen: '全屏',
    reload: '重新加载',
    developerTools: '开发者工具',
    window: '窗口',
    minimize: '最小化',
    close: '关闭',
  },
  page: {
    crashedAgain: '窗口里的页面连续崩溃了两次',
    crashedAgainDetail: '对话和服务器仍在运行。请重新加载页面，或者退出后重新启动。',
    reload: '重新加载',
    quit: '退出',
    cannotStart: 'Gatehouse 无法启动',
    internal: 'Gatehouse 内部出错，没能完成。详情在日志里；请再试一次。',
    pickFolder: '选择工作区文件夹',
    pickSaveFile: '导出',
    pickOpenFile: '导入对话',
  },
  turnEnd: ZH_CN_TURN_END,
  notices: {
    storeProblem: (problem) => {
      const kept = problem.keptAs === undefined ? '' : `原文件保存为 ${problem.keptAs}。`;
      const instead =
        problem.used === 'backup' ? 'Gatehouse 改用上一份完好的副本。' : '没有完好的副本，Gatehouse 改用默认值。';
      switch (problem.kind) {
        case 'invalid-json':
          return `${problem.file} 第 ${problem.line} 行第 ${problem.column} 列不是有效的 JSON。${kept}${instead}`;
        case 'invalid-data':
          return `${problem.file} 里有 Gatehouse 无法使用的内容：${problem.detail}。${kept}${instead}`;
        case 'unknown-version':
          return `${problem.file} 由另一个版本的 Gatehouse 写成（格式 ${problem.detail}）。${kept}${instead}`;
        case 'unreadable':
          return `无法读取 ${problem.file}：${problem.detail}。${kept}${instead}`;
        default:
          return assertNever(problem);
      }
    },
    secretLost: (name) => `在这个系统上无法解密已保存的 ${name}。请在原处重新输入。`,
    signInLost: '在这个系统上无法解密已保存的登录。请重新登录那个服务器。',
  },
};
