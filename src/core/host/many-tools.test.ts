import { afterEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../shared/json.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import type { ScriptedAnswer } from '../testing/strict-messages-api.js';
import { calls, results, says, TestHost, type Wanted } from './host.test-kit.js';

const open: TestHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

/** A host with the sample servers and one with forty long definitions: more than 5 % of the window. */
async function manyTools(wanted: Wanted): Promise<TestHost> {
  const host = await TestHost.open(wanted);
  open.push(host);
  await host.started();
  await host.mischief('--many-tools=40');
  return host;
}

function bodies(host: TestHost): readonly JsonObject[] {
  return (host.api?.requests ?? []).flatMap(({ method, body }) =>
    method === 'POST' && isJsonObject(body) ? [body] : [],
  );
}

function namesIn(body: JsonObject | undefined): readonly string[] {
  const tools = body?.['tools'];
  const names = Array.isArray(tools) ? tools.map((tool) => (isJsonObject(tool) ? tool['name'] : undefined)) : [];
  return names.filter((name) => typeof name === 'string');
}

const find = (query: string) => calls(['find_tools', { query }]);
const OWN = ['read', 'write', 'edit', 'bash', 'connect_mcp', 'read_result', 'find_tools'];
const list = 'mcp__notes__list_notes';

describe('a chat with more tools than are sent', () => {
  it('is sent what was found behind what was sent before, also after a restart, and no other chat is', async () => {
    const answers = [find('tool_7'), calls(['mcp__mischief__tool_7', {}]), says('1'), says('2'), says('3'), says('4')];
    const host = await manyTools({ model: answers, presenter: new AutoPresenter({ kind: 'allowed', scope: 'once' }) });
    const chat = await host.newChat();
    const done = await host.say(chat, 'use tool 7');
    const [before, after, last] = bodies(host);
    expect(namesIn(before)).toEqual(OWN);
    expect(JSON.stringify(before?.['system'])).toContain('tools of these servers are not defined here');
    expect(namesIn(after).slice(0, 8)).toEqual([...OWN, 'mcp__mischief__tool_7']);
    expect(namesIn(last)).toEqual(namesIn(after));
    expect(Object.values(done.calls).map(({ permission }) => permission?.kind)).toEqual(['automatic', 'user']);
    expect(done.context?.deferred).toBeGreaterThan(40);

    const again = await host.say(chat, 'and again');
    expect(JSON.stringify(bodies(host).at(-1)?.['tools'])).toBe(JSON.stringify(last?.['tools']));
    expect(again.messages.length).toBeGreaterThan(done.messages.length);
    await host.say(await host.newChat(), 'hi');
    expect(namesIn(bodies(host).at(-1))).toEqual(OWN);

    await host.restart();
    await host.started();
    await host.until('all tools are there', async () =>
      (await host.now()).servers.some(({ name, tools }) => name === 'mischief' && tools.length > 40),
    );
    await host.say(chat, 'after a restart');
    expect(namesIn(bodies(host).at(-1))).toEqual(namesIn(last));
    // One mark for the cache, behind the last of them.
    for (const { tools } of bodies(host)) {
      const marked = Array.isArray(tools) ? tools.map((tool) => isJsonObject(tool) && 'cache_control' in tool) : [];
      expect(marked.indexOf(true)).toBe(marked.length - 1);
    }
    expect(host.api?.requests.flatMap((request) => request.refusal ?? [])).toEqual([]);
  });

  it('runs a call of a tool that was not found, by the same policy, and defines it from then on', async () => {
    const add = calls(['mcp__notes__add_note', { name: 'a', content: 'b' }]);
    const wrong = calls(['mcp__notes__add_note', { nom: 'a' }]);
    const presenter = new AutoPresenter({ kind: 'denied' });
    const host = await manyTools({ model: [calls([list, {}]), add, wrong, says('ok')], presenter });
    const chat = await host.say(await host.newChat(), 'go');
    expect(Object.values(chat.calls).map(({ tool, decision }) => [tool, decision?.rule])).toEqual([
      ['list_notes', 'trusted-read-only-hint'],
      ['add_note', 'default'],
      ['add_note', undefined],
    ]);
    expect(presenter.asked.map(({ tool }) => tool)).toEqual(['add_note']);
    expect(results(chat)[1]).toBe('Permission denied by user');
    expect(results(chat)[2]).toMatch(/do not match its schema/u);
    expect(namesIn(bodies(host).at(-1))).toEqual([...OWN, list, 'mcp__notes__add_note']);
  });

  it('does not find again what the model server refused', async () => {
    const refuse = (body: JsonObject): ScriptedAnswer | undefined => {
      const at = namesIn(body).indexOf('mcp__mischief__tool_7');
      if (at === -1) return undefined;
      const message = `tools.${at}.custom.input_schema: JSON schema is invalid.`;
      return { kind: 'error', status: 400, type: 'invalid_request_error', message };
    };
    let asked = 0;
    const model = (body: JsonObject): ScriptedAnswer =>
      refuse(body) ?? [find('tool_7'), says('it is gone'), find('tool_7'), says('still gone')][asked++] ?? says('end');
    const host = await manyTools({ model });
    const chat = await host.newChat();
    const first = await host.say(chat, 'find it');
    expect(first.setAside).toMatchObject([{ tool: 'tool_7' }]);
    const second = await host.say(chat, 'find it again');
    expect(results(second)[0]).toMatch(/^mcp__mischief__tool_7 /mu);
    expect(results(second)[1]).not.toMatch(/^mcp__mischief__tool_7 /mu);
    expect(second.turn).toMatchObject({ outcome: { kind: 'completed' } });
    expect(bodies(host).filter((body) => refuse(body) !== undefined)).toHaveLength(1);
  });

  it('is no matter for the practice model', async () => {
    const host = await manyTools({});
    for (const text of ['List my notes', '列出我的笔记', `/call ${list} {}`]) {
      // oxlint-disable-next-line no-await-in-loop -- one chat after the other
      const chat = await host.say(await host.newChat(), text);
      expect(Object.values(chat.calls).map(({ tool }) => tool)).toEqual(['find_tools', 'list_notes']);
      expect(chat.turn).toMatchObject({ outcome: { kind: 'completed' } });
    }
  });
});
