import { describe, expect, it } from 'vitest';
import { markMixedScripts } from './mixed-scripts.js';

describe('markMixedScripts', () => {
  it.each([
    ['p\u0430ypal', 'p\\u{430}ypal'],
    ['d\u0435lete_f\u0456le', 'd\\u{435}lete_f\\u{456}le'],
    ['\u03BFpen', '\\u{3BF}pen'],
    ['чистый текст', 'чистый текст'],
    ['delete файл', 'delete файл'],
    ['笔记 notes 笔记x', '笔记 notes 笔记x'],
    ['café', 'café'],
  ])('%s is shown as %s', (text, shown) => {
    expect(markMixedScripts(text)).toBe(shown);
  });
});
