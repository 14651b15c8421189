import { describe, expect, it } from 'vitest';
import type { ModelTool } from '../model-client.js';
import { planSteps } from './plan.js';
import { SAMPLE_TOOLS, tool } from './practice-tools.test-kit.js';
import { readCatalog } from './tool-catalog.js';
import { lookupFor } from './tool-lookup.js';

const FIND = tool('find_tools', 'Find tools of the connected MCP servers by what they do.', { 'query?': {} });
const READ_ON = tool('read_result', 'Read on in a tool result of this chat.', { call: { type: 'string' } });
const own = [...SAMPLE_TOOLS.filter(({ name }) => !name.startsWith('mcp__')), READ_ON, FIND];

function lookup(request: string, tools: readonly ModelTool[]): unknown {
  const catalog = readCatalog(tools);
  return lookupFor(request, planSteps(request, catalog), catalog)?.input['query'];
}

describe('the practice model', () => {
  it.each([
    ['列出我的笔记', 'list note 列出我的笔记'],
    ['List my notes, then deploy docs', 'list note then deploy doc List my notes, then deploy docs'],
    ['/call notes/list_notes {}', 'notes/list_notes'],
  ])('looks for what %j asks for, where not all tools are given', (request, query) => {
    expect(lookup(request, own)).toBe(query);
  });

  it.each(['List my notes', '列出我的笔记', '/call mcp__notes__list_notes {}', '/call read {"path":"a"}'])(
    'does not look for tools where it has one for %j',
    (request) => {
      expect(lookup(request, [...SAMPLE_TOOLS, READ_ON, FIND])).toBeUndefined();
    },
  );

  it('can not look where there is nothing to look with', () => {
    expect(lookup('play a song', SAMPLE_TOOLS)).toBeUndefined();
  });

  it('takes no wish for one to read on in a result or to find tools', () => {
    const catalog = readCatalog(own);
    for (const wish of ['find tools', 'read the result', 'read result of call x']) {
      const called = planSteps(wish, catalog).flatMap((step) => (step.kind === 'call' ? [step.tool.wireName] : []));
      expect(called.filter((name) => name === 'read_result' || name === 'find_tools')).toEqual([]);
    }
    expect(planSteps('/call find_tools {"query":"x"}', catalog)).toMatchObject([{ tool: { wireName: 'find_tools' } }]);
  });
});
