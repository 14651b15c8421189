import type { Words } from './en.js';

/** 简体中文：程序周围的墙。 */
export const zhGuards: Pick<Words, 'sandbox' | 'hooks'> = {
  hooks: {
    title: '钩子',
    intro:
      '你自己的程序，Gatehouse 在事件发生时询问它：JSON 从 stdin 传入，退出代码 2 或 JSON 答复即为拦下。钩子能拦下，不能放行。工具运行前的钩子若出错，调用会被拒绝。',
    list: '钩子',
    add: '添加钩子',
    edit: '编辑',
    remove: '移除',
    editLabel: (event, command) => `编辑 ${event} 钩子 ${command}`,
    removeLabel: (event, command) => `移除 ${event} 钩子 ${command}`,
    event: '事件',
    events: {
      PreToolUse: '工具运行之前。它可以拦下调用。',
      PostToolUse: '工具运行之后。它可以不让模型看到结果。',
      Stop: '模型停下时。它给出的理由会要求再来一轮。',
      UserPromptSubmit: '你的消息发送之前。它可以拦下消息，或者补充上下文。',
    },
    commandHint: '只填程序，不含参数。不经过 shell，环境变量里没有你的密钥。',
    server: '只针对服务器',
    serverHint: '名称之间用 | 隔开，* 代表任意文字。留空：所有服务器。',
    tool: '只针对工具',
    toolHint: '写法相同。留空：所有工具。',
    timeout: '时限（秒）',
    timeoutHint: '超过之后程序会被结束，算作失败。',
    save: '保存钩子',
    matches: (server, tool, seconds) =>
      [server === '' ? '' : `服务器：${server}`, tool === '' ? '' : `工具：${tool}`, `时限 ${seconds} 秒`]
        .filter((part) => part !== '')
        .join(' · '),
    runs: '最近的运行',
    noRuns: 'Gatehouse 启动以来它还没有运行过。',
    exit: (code) => `退出代码 ${code}`,
    verdicts: { proceeded: '继续', blocked: '拦下', failed: '失败' },
  },
  sandbox: {
    label: '沙箱',
    none: '没有沙箱：你能做的它都能做',
    mayTouch: '它能接触什么',
    reads: (paths) =>
      paths === ''
        ? '可读：系统和它自己的程序；你的主文件夹里其他内容都读不到。'
        : `可读：系统、它自己的程序，以及主文件夹里的 ${paths}。`,
    writes: (workspace, own) => {
      const places = [workspace, own].filter((place) => place !== undefined && place !== '');
      return places.length === 0 ? '哪里都不能写。' : `只能写入 ${places.join(' 和 ')}。`;
    },
    network: '可以使用网络，包括这台电脑上的其他程序。',
    noNetwork: '没有网络。',
    form: '在沙箱里运行',
    formText:
      '主文件夹除你列出的之外都关闭；只能写入工作区和它自己的数据文件夹。需要 bubblewrap，没有它服务器不会启动。',
    formNetwork: '网络',
    formNetworkText: '关闭时，它既连不上互联网，也连不上这台电脑上的其他程序。',
    read: '可读的文件夹',
    readHint: '完整路径，每行一个。${home} 代表你的主文件夹。',
    readRow: (n) => `可读的文件夹 ${n}`,
    addRead: '添加文件夹',
    removeRead: (n) => `移除可读的文件夹 ${n}`,
    bash: '内置 bash 的命令',
    bashHint: '在沙箱里，命令只能写入工作区，读不到你的主文件夹。需要 bubblewrap，没有它命令不会运行。',
    bashKinds: { off: '不在沙箱里', 'with-network': '在沙箱里，有网络', 'without-network': '在沙箱里，没有网络' },
  },
};
