import type { Words } from './en.js';

/** 说明一段文字出自谁的文字。 */
export const zhTrust: Pick<Words, 'trust'> = {
  trust: {
    skipped: {
      'no-server': '这里没有这个服务器',
      'built-in': '内置工具不能长期允许',
      'no-definition': '没有写明允许的是哪个定义',
    },
    aHook: '钩子',
    fromHook: '来自钩子',
    fromHookTip: (event) => `这段文字由你的 ${event} 钩子写入。`,
  },
};
