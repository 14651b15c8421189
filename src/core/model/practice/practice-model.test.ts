import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.js';
import type { ModelTool } from '../model-client.js';
import { planSteps } from './plan.js';
import { FOREIGN_TOOLS, SAMPLE_TOOLS } from './practice-tools.test-kit.js';
import { readCatalog } from './tool-catalog.js';

type Call = readonly [wireName: string, input: JsonObject];

function callsOf(sentence: string, tools: readonly ModelTool[]): readonly unknown[] {
  return planSteps(sentence, readCatalog(tools)).map((step) =>
    step.kind === 'call'
      ? [step.tool.wireName, step.input]
      : step.kind === 'missing'
        ? ['missing', step.tool.wireName, step.missing]
        : [step.kind],
  );
}

const list: Call = ['mcp__notes__list_notes', {}];
const readLoop: Call = ['mcp__notes__read_note', { name: 'agent-loop' }];
const add = (name: string, content: string): Call => ['mcp__notes__add_note', { name, content }];

describe('the practice model with the sample servers', () => {
  it.each<[string, readonly Call[]]>([
    ['列出我的笔记，读一下 agent-loop，再新建一篇叫 test 的笔记，内容写 hello', [list, readLoop, add('test', 'hello')]],
    [
      'List my notes, read agent-loop, then create a note named test with content hello',
      [list, readLoop, add('test', 'hello')],
    ],
    [
      'List my notes; read agent-loop. Finally, add a note called test with content hello.',
      [list, readLoop, add('test', 'hello')],
    ],
    [
      '请先列出我的笔记，然后读取 agent-loop，最后创建一篇名为 test 的笔记，内容是“hello”。',
      [list, readLoop, add('test', 'hello')],
    ],
    ['LIST MY NOTES', [list]],
    ['List my notes', [list]],
    ['show the list of notes', [list]],
    ["Let's see: list the notes", [list]],
    ['把 agent-loop 笔记打开', [readLoop]],
    ['看看 agent-loop 这篇笔记写了什么', [readLoop]],
    ['I want to read agent-loop', [readLoop]],
    ['写一篇笔记，名字是 diary，内容写：今天很好', [add('diary', '今天很好')]],
    ['show me all my notes please', [list]],
    ['what notes are there? List them.', [list, list]],
    ['列出所有笔记', [list]],
    ['我有哪些笔记？', [list]],
    ['Read the note agent-loop.', [readLoop]],
    ['Could you open the note "agent-loop"?', [readLoop]],
    ['打开笔记 agent-loop', [readLoop]],
    ['读一下笔记“agent-loop”', [readLoop]],
    ['请帮我查看 agent-loop 这篇笔记', [readLoop]],
    ['Create a note called todo saying buy milk', [add('todo', 'buy milk')]],
    [
      'add a note named "weekly plan" with content "read, write, and rest"',
      [add('weekly plan', 'read, write, and rest')],
    ],
    ['Make a new note called ideas with the content: one, two, three', [add('ideas', 'one, two, three')]],
    ['新建一篇叫周报的笔记，内容是本周完成了审批', [add('周报', '本周完成了审批')]],
    ['创建名为 plan 的笔记，内容：“先读，再写”', [add('plan', '先读，再写')]],
    ['添加笔记 name: draft, content: empty', [add('draft', 'empty')]],
    ['add a note name=draft content="a b"', [add('draft', 'a b')]],
    ['列出笔记，然后读 agent-loop', [list, readLoop]],
    ['先列出我的笔记。接着读取 agent-loop。', [list, readLoop]],
    ['list my notes and then read agent-loop', [list, readLoop]],
    ['list my notes and read agent-loop', [list, readLoop]],
    ['Connect the notes server, then list my notes', [['connect_mcp', { server: 'notes' }], list]],
    ['Search the docs for "policy"', [['mcp__docs__search', { query: 'policy' }]]],
    ['在文档里搜索“policy”', [['mcp__docs__search', { query: 'policy' }]]],
    ['Which version of the docs is this?', [['mcp__docs__get_version', {}]]],
    ['文档是哪个版本？', [['mcp__docs__get_version', {}]]],
    ['把 web 部署到 1.4.0', [['mcp__deploy__trigger', { service: 'web', version: '1.4.0' }]]],
    ['创建一个名为test的笔记，内容为hello', [add('test', 'hello')]],
    ['Search the docs for approvals', [['mcp__docs__search', { query: 'approvals' }]]],
    ['search for "agent loop" in the docs', [['mcp__docs__search', { query: 'agent loop' }]]],
    ['在文档里搜索 审批', [['mcp__docs__search', { query: '审批' }]]],
    ['搜索文档里的“权限策略”', [['mcp__docs__search', { query: '权限策略' }]]],
    ['What version are the docs?', [['mcp__docs__get_version', {}]]],
    ['文档是什么版本？', [['mcp__docs__get_version', {}]]],
    ['Show the deploy status', [['mcp__deploy__status', {}]]],
    ['查看部署状态', [['mcp__deploy__status', {}]]],
    ['deploy service web version 1.2.3', [['mcp__deploy__trigger', { service: 'web', version: '1.2.3' }]]],
    ['Deploy web 1.2.3', [['mcp__deploy__trigger', { service: 'web', version: '1.2.3' }]]],
    ['部署服务 web，版本 1.2.3', [['mcp__deploy__trigger', { service: 'web', version: '1.2.3' }]]],
    ['trigger a deployment of web, version: v2', [['mcp__deploy__trigger', { service: 'web', version: 'v2' }]]],
    ['read the file README.md', [['read', { path: 'README.md' }]]],
    ['读取文件 src/index.ts', [['read', { path: 'src/index.ts' }]]],
    ['write hello to a.txt', [['write', { path: 'a.txt', content: 'hello' }]]],
    ['Write a file named out/a.txt with content "x = 1"', [['write', { path: 'out/a.txt', content: 'x = 1' }]]],
    ['写一个文件叫 a.txt，内容是 hello', [['write', { path: 'a.txt', content: 'hello' }]]],
    ['create a file named b.txt with content hello', [['write', { path: 'b.txt', content: 'hello' }]]],
    ['新建文件 b.txt，内容是 hello', [['write', { path: 'b.txt', content: 'hello' }]]],
    ['run ls -la', [['bash', { command: 'ls -la' }]]],
    ['运行命令 `git status`', [['bash', { command: 'git status' }]]],
    ['connect the server deploy', [['connect_mcp', { server: 'deploy' }]]],
    ['connect_mcp server: docs', [['connect_mcp', { server: 'docs' }]]],
    ['连接服务器 notes', [['connect_mcp', { server: 'notes' }]]],
    ['list_notes', [list]],
    ['call mcp__notes__read_note with name agent-loop', [readLoop]],
  ])('%s', (sentence, calls) => {
    expect(callsOf(sentence, SAMPLE_TOOLS)).toEqual(calls);
  });

  it.each<[string, readonly unknown[]]>([
    ['create a note named test', [['missing', 'mcp__notes__add_note', ['content']]]],
    ['新建一篇笔记', [['missing', 'mcp__notes__add_note', ['name', 'content']]]],
    ['deploy web', [['missing', 'mcp__deploy__trigger', ['version']]]],
    ['sing me a song', [['none']]],
    ['delete my notes', [['none']]],
    ['删除笔记 agent-loop', [['none']]],
    ['tell me a joke', [['none']]],
    ['list files', [['none']]],
    ['列出文件', [['none']]],
    [
      'Show the deploy status, then trigger a deploy',
      [
        ['mcp__deploy__status', {}],
        ['missing', 'mcp__deploy__trigger', ['service', 'version']],
      ],
    ],
    [
      '查看部署状态，然后触发一次部署',
      [
        ['mcp__deploy__status', {}],
        ['missing', 'mcp__deploy__trigger', ['service', 'version']],
      ],
    ],
    ['rename the note agent-loop to other', [['none']]],
    ['send an email to bob@example.com', [['none']]],
    ['今天天气怎么样', [['none']]],
    ['what is 2 + 2?', [['none']]],
    ['跳个舞', [['none']]],
    ['List my notes, then dance for me', [[...list], ['none']]],
  ])('does not call what it can not: %s', (sentence, plan) => {
    expect(callsOf(sentence, SAMPLE_TOOLS)).toEqual(plan);
  });
});

describe('the practice model with tools that say nothing of themselves', () => {
  it.each([
    '列出我的笔记，读一下 agent-loop，再新建一篇叫 test 的笔记，内容写 hello',
    'List my notes, read agent-loop, then create a note named test with content hello',
  ])('%s', (sentence) => {
    const bare = SAMPLE_TOOLS.map((tool) => ({ ...tool, description: '' }));
    expect(callsOf(sentence, bare)).toEqual([list, readLoop, add('test', 'hello')]);
  });
});

describe('the practice model with servers it has never heard of', () => {
  const event = 'mcp__calendar__create_event';
  it.each<[string, readonly Call[]]>([
    ['Create an event called Standup on 2026-12-01', [[event, { title: 'Standup', date: '2026-12-01' }]]],
    ['create an event "Team lunch" tomorrow', [[event, { title: 'Team lunch', date: 'tomorrow' }]]],
    ['新建一个叫周会的日程，日期 2026-12-01', [[event, { title: '周会', date: '2026-12-01' }]]],
    [
      '创建日程“评审”，date: 2026-12-02，location: 三楼',
      [[event, { title: '评审', date: '2026-12-02', location: '三楼' }]],
    ],
    ['list my events', [['mcp__calendar__list_events', {}]]],
    ['列出 2026-12-01 的日程', [['mcp__calendar__list_events', { date: '2026-12-01' }]]],
    ['weather forecast for Paris', [['mcp__weather__get_forecast', { city: 'Paris' }]]],
    ['Get the forecast for New York for 3 days', [['mcp__weather__get_forecast', { city: 'New York', days: 3 }]]],
    ['查一下北京的天气', [['mcp__weather__get_forecast', { city: '北京' }]]],
    ['城市：上海，天气预报，days=5', [['mcp__weather__get_forecast', { city: '上海', days: 5 }]]],
    [
      '创建一个工单，标题：登录失败，优先级 high',
      [['mcp__tracker__chuangjian', { title: '登录失败', priority: 'high' }]],
    ],
    ['新建工单叫“按钮坏了”', [['mcp__tracker__chuangjian', { title: '按钮坏了' }]]],
    ['列出工单', [['mcp__tracker__liebiao', {}]]],
    ['列出 open 的工单', [['mcp__tracker__liebiao', { status: 'open' }]]],
    ['add the numbers a=2 b=3.5', [['mcp__math__add', { a: 2, b: 3.5 }]]],
    ['add numbers 2 and 3', [['mcp__math__add', { a: 2, b: 3 }]]],
    ['set light room: kitchen, on: false', [['mcp__home__setLight', { room: 'kitchen', on: false }]]],
    [
      'send a message to user Bob saying dinner is ready',
      [['mcp__chat__sendMessage', { user: 'Bob', message: 'dinner is ready' }]],
    ],
    [
      'list my events, then weather in Paris',
      [
        ['mcp__calendar__list_events', {}],
        ['mcp__weather__get_forecast', { city: 'Paris' }],
      ],
    ],
  ])('%s', (sentence, calls) => {
    expect(callsOf(sentence, FOREIGN_TOOLS)).toEqual(calls);
    expect(callsOf(sentence, [...SAMPLE_TOOLS, ...FOREIGN_TOOLS])).toEqual(calls);
  });
});

describe('the practice model with any sentence', () => {
  const fragments =
    'list|my|notes|新建|笔记|叫|内容|named|with content|a=1|"x y"|“|\'|再|，|then|,|.|read|agent-loop|/call|{|}|2|2026-12-01|true|:|\n|\uE100|(|[a';
  const word = fc.constantFrom(...fragments.split('|'));
  const sentence = fc.oneof(
    fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
    fc.string({ unit: 'binary' }),
  );
  const definitions = [...SAMPLE_TOOLS, ...FOREIGN_TOOLS];
  const ajv = new Ajv2020({ strict: false });
  const validators = new Map(
    definitions.map(({ name, input_schema }) => [name, ajv.compile({ ...input_schema, additionalProperties: false })]),
  );

  it('never breaks, and never calls without what the tool requires', () => {
    fc.assert(
      fc.property(sentence, (said) => {
        for (const step of planSteps(said, readCatalog(definitions))) {
          if (step.kind !== 'call' || said.includes('/call')) continue;
          expect(validators.get(step.tool.wireName)?.(step.input)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it('is done with a very long one', () => {
    for (const part of ['笔记', 'note ', 'named ', 'content ', '叫', '"', 'a,', 'a: ']) {
      expect(planSteps(part.repeat(20_000 / part.length), readCatalog(definitions)).length).toBeGreaterThan(0);
    }
  }, 60_000);
});
