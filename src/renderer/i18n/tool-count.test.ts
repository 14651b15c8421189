import { describe, expect, it } from 'vitest';
import { en } from './en.js';
import { zhCN } from './zh-CN.js';

describe('the head of the tools', () => {
  it.each([
    [3, 0, 'Tools 3', '工具 3'],
    [9, 2, 'Tools 9 · 2 not offered', '工具 9 · 2 个未提供'],
    [undefined, 0, 'Tools', '工具'],
  ])('counts %s offered and %s hidden', (tools, hidden, english, chinese) => {
    expect(en.server.tools(tools, hidden)).toBe(english);
    expect(zhCN.server.tools(tools, hidden)).toBe(chinese);
  });
});
