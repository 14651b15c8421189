import type { SandboxFacts, WallWords } from './wall-words.js';

/** What a sandbox leaves, as one sentence. */
export function wallsInChinese({ network, read }: SandboxFacts): string {
  const reads = read === '' ? '读不到你的主文件夹' : `主文件夹里只能读 ${read}`;
  return `它在沙箱里运行：可以读系统和它自己的程序，${reads}；只能写入工作区和它自己的数据文件夹，${network ? '可以使用网络' : '没有网络'}。`;
}

export const ZH_CN_WALLS: WallWords = {
  loosenSandbox: (server, sandbox) => ({
    message: sandbox === undefined ? `让 ${server} 离开沙箱？` : `让 ${server} 在沙箱里能做更多？`,
    detail:
      sandbox === undefined ? '之后你能做的它都能做：读取和修改你的所有文件，使用网络。' : wallsInChinese(sandbox),
    accept: sandbox === undefined ? '离开沙箱' : '允许',
  }),
  loosenBash: (to) =>
    to === 'off'
      ? {
          message: '不用沙箱就运行 bash 的命令？',
          detail: '之后，得到允许的命令能做你能做的一切：读取和修改你的所有文件，使用网络。',
          accept: '不用沙箱',
        }
      : {
          message: '让 bash 的命令使用网络？',
          detail: '之后，得到允许的命令能把它在工作区里读到的内容发送到任何地方。',
          accept: '允许',
        },
  saveHook: ({ event, command, before, server, tool }) => ({
    message: `每次 ${event} 都运行这个程序？`,
    detail:
      'Gatehouse 会自己启动它，不再询问。你能做的它都能做，它还会收到事件的内容：参数、结果或你的消息。' +
      `\n\n命令：\n${command}` +
      (before === '' ? '' : `\n\n取代：\n${before}`) +
      (server === '' ? '' : `\n\n只针对服务器：${server}`) +
      (tool === '' ? '' : `\n只针对工具：${tool}`),
    accept: '运行',
  }),
  removeHook: (event, command) => ({
    message: `移除这个 ${event} 钩子？`,
    detail: `${command}\n\n它本来会拦下的，以后不再拦下。`,
    accept: '移除',
  }),
};
