import { describe, expect, it } from 'vitest';
import { errorText } from './error-text.js';
import { ZH_CN_LEAD, ZH_CN_WHOLE } from './zh-CN-errors.js';

describe('an error of the core', () => {
  it('is said as the core says it in English', () => {
    expect(errorText({ code: 'busy', message: 'This chat is still working.' }, 'en')).toBe(
      'This chat is still working.',
    );
  });

  it.each([
    ['empty-message', 'The message is empty.', '消息是空的。'],
    ['exited', 'notes exited with code 1.', '服务器的程序已退出。\nnotes exited with code 1.'],
    ['a-new-one', 'Something else.', 'Something else.'],
    ['constructor', 'A name that every object has.', 'A name that every object has.'],
  ])('%s is in Chinese what its code says, with what only the sentence says below', (code, message, text) => {
    expect(errorText({ code, message }, 'zh-CN')).toBe(text);
  });

  it('has one way to be said', () => {
    expect(Object.keys(ZH_CN_LEAD).filter((code) => code in ZH_CN_WHOLE)).toEqual([]);
  });
});
