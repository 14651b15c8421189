import { describe, expect, it } from 'vitest';
import { errorText, namesIn } from './error-text.js';
import { ZH_CN_LEAD, ZH_CN_WHOLE } from './zh-CN-errors.js';
import { ZH_CN_SERVER_PROBLEMS } from './zh-CN-server-problems.js';
import { ZH_CN_TOLD } from './zh-CN-told.js';

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
    const whole = Object.keys(ZH_CN_WHOLE);
    expect(whole.filter((code) => code in ZH_CN_LEAD || code in ZH_CN_TOLD || code in ZH_CN_SERVER_PROBLEMS)).toEqual(
      [],
    );
  });
});

describe('a sentence of the core with parts', () => {
  const message = 'The English sentence.';

  it('is put together in Chinese from what it names, and says the core’s words in English', () => {
    const parts = { name: 'mcp__b__a_b', tool: 'a.b', server: 'b' };
    const told = { code: 'tool-name-taken', message, parts };
    expect(errorText(told, 'zh-CN')).toBe('它的完整名称“mcp__b__a_b”已经属于服务器“b”的“a.b”。');
    expect(errorText(told, 'en')).toBe(message);
  });

  it('quotes below what the other side said, untranslated', () => {
    const parts = { exitCode: '1', said: 'API_KEY missing' };
    expect(errorText({ code: 'exited', message, parts }, 'zh-CN')).toBe(
      '服务器的程序已退出，退出代码 1。\n对方说：“API_KEY missing”',
    );
  });

  it('takes the first way to say it whose parts are all there', () => {
    const address = 'http://a';
    const said = (parts: Record<string, string>): string =>
      errorText({ code: 'rate-limited', message, parts }, 'zh-CN');
    expect(said({ address, seconds: '7' })).toContain('7 秒后');
    expect(said({ address })).toContain('一分钟');
  });

  it('stays whole in English, below what its code says, where a part is missing', () => {
    expect(errorText({ code: 'unreachable', message, parts: {} }, 'zh-CN')).toBe(`连不上服务器。\n${message}`);
  });

  it('leaves what a hook says itself as it is, and words what went wrong with one', () => {
    const said = { code: 'hook-said', message: 'not today', parts: { said: 'not today' } };
    expect(errorText(said, 'zh-CN')).toBe('not today');
    const parts = { exitCode: '3', said: 'broken' };
    const exited = { code: 'hook-exited', message: 'it exited with code 3: broken', parts };
    expect(errorText(exited, 'zh-CN')).toBe('它已退出，退出代码 3。\n对方说：“broken”');
  });

  it('says what it lists one by one, each with what it is about', () => {
    const taken = { code: 'server-name-taken', message: 'a: Taken.', parts: { name: 'a', entry: 'a' } };
    const details = [taken, { code: 'a-new-one', message: 'b: Something else.' }];
    expect(errorText({ code: 'bad-import', message, details }, 'zh-CN')).toBe(
      '无法导入，一个服务器都没有加入。\na：已经有一个名为“a”的服务器。\nb: Something else.',
    );
    expect(errorText({ code: 'bad-import', message, details }, 'en')).toBe(message);
  });

  it('takes a part that looks like a place for text', () => {
    const parts = { name: '{tool}', tool: 'x', server: '{name}' };
    expect(errorText({ code: 'tool-name-taken', message, parts }, 'zh-CN')).toContain('“{tool}”已经属于服务器“{name}”');
  });

  it('does not shout, and names what it needs', () => {
    for (const [code, templates] of Object.entries({ ...ZH_CN_TOLD, ...ZH_CN_SERVER_PROBLEMS })) {
      for (const template of templates) {
        expect(template, code).not.toMatch(/[!！]/);
        expect(template.replace(/\{\w+\}/g, ''), code).not.toMatch(/[{}]/);
      }
      // A way that needs no more than a later one would hide it.
      const needs = templates.map((template) => namesIn(template));
      for (const [at, first] of needs.entries()) {
        const hidden = needs.slice(at + 1).some((later) => first.every((name) => later.includes(name)));
        expect(hidden, code).toBe(false);
      }
    }
  });
});
