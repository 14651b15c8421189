import type { TurnEndWords } from './turn-end-words.js';

export const EN_TURN_END: TurnEndWords = {
  untitled: 'Untitled chat',
  completed: 'The turn has ended.',
  limit: 'Paused at a limit you set. It can be continued.',
  failed: 'The model request failed.',
};
