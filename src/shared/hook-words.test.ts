import { describe, expect, it } from 'vitest';
import { branded } from './brand.js';
import type { MessageId } from './conversation.js';
import { hookText, hookWords, ownText } from './hook-words.js';

describe('what a hook said in a chat', () => {
  it.each(['Stop', 'UserPromptSubmit'] as const)('at %s is told apart from what the user wrote', (event) => {
    const words = { event, text: 'It is Monday.\n[Added by a Stop hook]\nReally.' };
    expect(hookWords(hookText(words))).toEqual(words);
  });

  it.each([
    'list my notes',
    '',
    ' [Added by a Stop hook]\nx',
    '[Added by a Stop hook] x',
    '[Added by a PreToolUse hook]\nx',
    'x\n[Added by a Stop hook]\nx',
  ])('is not %j', (text) => {
    expect(hookWords(text)).toBeUndefined();
  });

  it('is not said again with what the user wrote', () => {
    const texts = ['list my notes', hookText({ event: 'UserPromptSubmit', text: 'It is Monday.' }), 'please'];
    const blocks = texts.map((text) => ({ type: 'text', text }) as const);
    expect(ownText({ role: 'user', id: branded<MessageId>('m'), at: 0, blocks })).toBe('list my notes\nplease');
  });
});
