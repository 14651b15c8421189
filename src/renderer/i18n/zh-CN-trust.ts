import type { Words } from './en.js';

/** 说明一段文字出自谁的文字。 */
export const zhTrust: Pick<Words, 'trust'> = {
  trust: {
    aHook: '钩子',
    fromHook: '来自钩子',
    fromHookTip: (event) => `这段文字由你的 ${event} 钩子写入。`,
  },
};
