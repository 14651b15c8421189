import type { TurnEndWords } from './turn-end-words.js';

export const ZH_CN_TURN_END: TurnEndWords = {
  untitled: '未命名对话',
  completed: '这一轮已结束。',
  limit: '到达你设的上限，已暂停。可以继续。',
  failed: '模型请求失败。',
};
