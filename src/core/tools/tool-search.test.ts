import { describe, expect, it } from 'vitest';
import { createValidatorCache } from '../schema/validator.js';
import { manyTools } from '../testing/many-tools.js';
import { toolOf } from '../testing/tool-source.js';
import { searchTerms } from './search-terms.js';
import { createToolPool } from './tool-pool.js';
import { ToolSearch } from './tool-search.js';

const said = (description: string, title?: string) => ({ description, ...(title === undefined ? {} : { title }) });
const tools = createToolPool(
  [
    toolOf('github', 'create_issue', said('Open a new issue in a repository')),
    toolOf('github', 'list_issues', said('List the issues of a repository, by label, state or assignee')),
    toolOf('github', 'createPullRequest', said('Create a pull request from a branch')),
    toolOf('github', 'search_repositories', said('Search for repositories by words')),
    toolOf('gitlab', 'create_issue', said('Create an issue in a project')),
    toolOf('calendar', 'create-event', said('Put an event with a time and guests into a calendar')),
    toolOf('calendar', 'list_calendars', said('List the calendars of the user')),
    toolOf('mail', 'send', said('Send an e-mail to some people', 'Send mail')),
    toolOf('files', 'read_file', said('Read a text file whole')),
    toolOf('weather', 'get_forecast', said('Weather of the next days in a city')),
    toolOf('飞书', '新建日程', said('在日历里新建一个日程，可以邀请参与人')),
    toolOf('飞书2', '查询天气', said('查询一个城市的天气预报')),
  ],
  createValidatorCache(),
).tools;
const search = new ToolSearch();
const found = async (query: string): Promise<readonly string[]> =>
  (await search.find(query, tools)).map(({ serverName, name }) => `${serverName}/${name}`);

describe('a search for tools', () => {
  it.each([
    ['create github issue', 'github/create_issue'],
    ['issue in gitlab', 'gitlab/create_issue'],
    ['open a pull request', 'github/createPullRequest'],
    ['PullRequest', 'github/createPullRequest'],
    ['schedule an event in my calendar', 'calendar/create-event'],
    ['send an e-mail', 'mail/send'],
    ['email', 'mail/send'],
    ['what is the weather', 'weather/get_forecast'],
    ['repos', 'github/search_repositories'],
    ['read files', 'files/read_file'],
    ['新建日程', '飞书/新建日程'],
    ['帮我在日历里安排一个日程', '飞书/新建日程'],
    ['城市天气', '飞书2/查询天气'],
    ['mcp__github__list_issues', 'github/list_issues'],
    ['mcp__github__list-issues', 'github/list_issues'],
    ['List Issues', 'github/list_issues'],
  ])('for %j finds %s first', async (query, first) => {
    expect((await found(query))[0]).toBe(first);
  });

  it.each(['', '   ', 'the of and', '!?', 'quantum chromodynamics', '量子'])('for %j finds nothing', async (query) => {
    expect(await found(query)).toEqual([]);
  });

  it('puts a tool that has all words before one that has some', async () => {
    const order = await found('list calendars');
    expect(order[0]).toBe('calendar/list_calendars');
    expect(order.indexOf('calendar/create-event')).toBeGreaterThan(0);
  });

  it('gives the same order whatever was searched before', async () => {
    const before = await found('create');
    await found('weather');
    expect(await found('create')).toEqual(before);
  });

  it('finds the tools of one kind on a hundred servers, and the one of a server that is named', async () => {
    const { tools: many } = createToolPool(manyTools(100), createValidatorCache());
    const all = await search.find('merge invoices', many);
    expect(all.slice(0, 100).every(({ name }) => name === 'merge_invoice')).toBe(true);
    expect((await search.find('merge invoices server-042', many))[0]?.wireName).toBe('mcp__server-042__merge_invoice');
  });
});

describe('the terms of a text', () => {
  it.each<[string, readonly string[]]>([
    ['createPullRequest', ['create', 'pull', 'request']],
    ['parseHTMLDocument', ['parse', 'html', 'document']],
    ['list-my_notes.v2', ['list', 'note', 'v2']],
    ['queries, boxes, status and glass', ['query', 'box', 'status', 'glass']],
    ['列出笔记', ['列出', '出笔', '笔记']],
    ['查PDF文件', ['查', 'pdf', '文件']],
    ['Ｆｕｌｌ width', ['full', 'width']],
    ['Überblick über Größe', ['überblick', 'über', 'größe']],
  ])('of %j are %j', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms);
  });
});
