import type { Words } from './en.js';

/** 所有对话用量页面的文字。 */
export const zhUsage: Pick<Words, 'usage'> = {
  usage: {
    title: '用量',
    intro: '模型在所有对话中以及为服务器读入、写出了多少，花费多少。已删除的对话仍计入，只保留这些数字。',
    span: '天数',
    spans: { 7: '7 天', 30: '30 天', 90: '90 天' },
    totals: (n) => `最近 ${n} 天`,
    chart: '逐日',
    cost: '花费',
    tokens: '读入与写出的 token',
    others: '其他模型',
    readout: (day, read, written) => `${day} · 读入 ${read} · 写出 ${written}`,
    nothingOn: (day) => `${day} · 无`,
    day: '日期',
    model: '模型',
    byModel: '按模型',
    prices: (date) => `按 ${date} 公布的价格计算，账单可能不同。未计入：终端里的对话。`,
    notCounted: '未计入：终端里的对话。',
    kind: '用途',
    byKind: '按用途',
    kinds: { chat: '回答与摘要', broken: '中断的回答', server: '服务器的请求（sampling）' },
    brokenHint: '中断的回答只计入中断前已计数的部分：读入的全部，写出的只有一小部分。',
    empty: (n) => `最近 ${n} 天没有用量`,
    emptyText: '会计数的模型每作出一个回答，就计入当天。练习模型不计数，也不花钱。',
    startChat: '开始对话',
    allChats: '所有对话的逐日用量',
  },
};
