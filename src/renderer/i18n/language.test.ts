import { describe, expect, it } from 'vitest';
import { pageLanguage, WORDS } from './language.js';

type Leaf = string | ((...values: unknown[]) => string);

/** Every word of a dictionary by its path. */
function leaves(node: unknown, path = ''): readonly (readonly [string, Leaf])[] {
  if (typeof node === 'string' || typeof node === 'function') return [[path, node as Leaf]];
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}

const en = leaves(WORDS.en);
const zh = new Map(leaves(WORDS['zh-CN']));

/** Calls a word with values that can be found again in what it says. */
function spoken(word: Leaf): string {
  if (typeof word === 'string') return word;
  return word(...Array.from({ length: word.length }, (_, index) => 7001 + index));
}

describe('the dictionaries', () => {
  it('have the same words', () => {
    expect([...zh.keys()].toSorted()).toEqual(en.map(([path]) => path).toSorted());
  });

  it('say all of their values in both languages', () => {
    for (const [path, word] of en) {
      const other = zh.get(path);
      expect(typeof other, path).toBe(typeof word);
      if (typeof word === 'string' || typeof other !== 'function') continue;
      for (let index = 0; index < word.length; index += 1) {
        expect(spoken(word), path).toContain(String(7001 + index));
        expect(spoken(other), path).toContain(String(7001 + index));
      }
    }
  });

  it('leave nothing empty, and do not shout', () => {
    for (const [path, word] of [...en, ...zh]) {
      expect(spoken(word).trim(), path).not.toBe('');
      expect(spoken(word), path).not.toMatch(/[!！]/);
    }
  });

  it.each([
    ['server', '服务器'],
    ['workspace', '工作区'],
    ['policy', '策略'],
  ])('say %s as %s', (english, chinese) => {
    const missing = en.filter(([path, word]) => {
      const other = zh.get(path);
      return other !== undefined && spoken(word).toLowerCase().includes(english) && !spoken(other).includes(chinese);
    });
    // Names of keys and texts in quotes are not words of ours.
    const own = missing.filter(([, word]) => !/mcpServers|"policy"/.test(spoken(word)));
    expect(own.map(([path]) => path)).toEqual([]);
  });

  it('count in English', () => {
    expect(WORDS.en.chat.tools(1, 1)).toBe('1 server · 1 tool');
    expect(WORDS.en.chat.tools(3, 9)).toBe('3 servers · 9 tools');
  });

  it('begin with the example prompt of the first run', () => {
    expect(WORDS['zh-CN'].examples[0]).toBe('列出我的笔记，读一下 agent-loop，再新建一篇叫 test 的笔记，内容写 hello');
    expect(WORDS.en.examples[0]).toBe(
      'List my notes, read agent-loop, then create a note named test with content hello',
    );
  });
});

describe('pageLanguage', () => {
  it.each([
    ['system', 'zh-CN', 'zh-CN'],
    ['system', 'zh_TW.UTF-8', 'zh-CN'],
    ['system', 'ZH', 'zh-CN'],
    ['system', 'de-DE', 'en'],
    ['system', 'zhx', 'en'],
    ['system', '', 'en'],
    ['en', 'zh-CN', 'en'],
    ['zh-CN', 'en-US', 'zh-CN'],
  ] as const)('%s on a system that speaks %j is %s', (chosen, system, language) => {
    expect(pageLanguage(chosen, system)).toBe(language);
  });
});
