import type { Words } from './en.js';

/** 一轮在等待、暂停，或运行中被接话时的文字。 */
export const zhTurn: Pick<Words, 'turn'> = {
  turn: {
    retryReason: {
      'rate-limited': '向模型发出的请求过多。',
      overloaded: '模型正忙。',
      network: '无法连接到模型服务器。',
      'stream-cut': '回答中断了。',
    },
    retryIn: (time, attempt, of) => `${time} 后重试 · 第 ${attempt} 次，共 ${of} 次`,
    retrying: (attempt, of) => `正在重试 · 第 ${attempt} 次，共 ${of} 次`,
    tryNow: '立即重试',
    cancel: '取消',
    tokens: (tokens) => `这一轮已用 ${tokens} 个 token，到达你设的上限，暂停。`,
    time: (minutes) => `这一轮已用 ${minutes} 分钟，到达你设的上限，暂停。`,
    repeats: (tool, times) => `暂停：${tool} 以相同的参数被调用了 ${times} 次，每次结果都相同。`,
    setAside: (server, tool) => `${server} ▸ ${tool} 在这个对话里不再提供`,
    setAsideWhy: (why) => `模型服务器拒绝了它的定义：${why}`,
    stoppedCall: '已停止',
    mayGoOn: '已通知服务器停止，但它可能仍在执行。',
    usage: (read, cached, written) =>
      cached === ''
        ? `输入 ${read} token · 输出 ${written}`
        : `输入 ${read} token，其中缓存 ${cached} · 输出 ${written}`,
    context: (percent) => `上下文 ${percent} %`,
    contextLabel: '模型在每次请求中读到的内容',
    contextSystem: '系统说明',
    contextTools: (server) => `${server} 的工具`,
    contextHistory: '这个对话',
    contextTokens: (tokens) => `${tokens} token`,
    queued: '等待发送',
    queue: '排队',
    queuePlaceholder: '写下接下来要说的。Enter 让它排队，这一轮结束后发送。',
    sendNow: '停止并立即发送',
    sendQueued: '立即发送',
    editQueued: '编辑',
    removeQueued: '移除',
    maxTokens: '每轮最多 token 数',
    maxTokensHint: '一轮里读写这么多 token 之后，会问你是否继续。10,000 到 1,000,000,000。',
    maxMinutes: '每轮最多分钟数',
    maxMinutesHint: '超过之后会问你是否继续，等待你答复的时间不算。1 到 1,440。',
  },
};
