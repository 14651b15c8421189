import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, results, says, TestHost, type Wanted } from './host.test-kit.js';

const open: TestHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

async function testHost(wanted: Wanted = {}): Promise<TestHost> {
  const host = await TestHost.open(wanted);
  open.push(host);
  return host;
}

const add = (name: string) => calls(['mcp__notes__add_note', { name, content: 'hello' }]);
const allow = (scope: 'once' | 'chat' | 'always') => ({ kind: 'allowed', scope }) as const;

describe('a turn of the whole mind', () => {
  it.each([
    ['Chinese', '列出我的笔记，读一下 agent-loop，再新建一篇叫 test 的笔记，内容写 hello'],
    ['English', 'List my notes, read agent-loop, then add a note called test with the content hello'],
  ])('plays the example prompt in %s: two calls by themselves, one asked, a note on disk', async (_name, prompt) => {
    const host = await testHost({ presenter: new AutoPresenter(allow('once')) });
    await host.started();
    const chat = await host.say(await host.newChat(), prompt);
    expect(chat.turn).toMatchObject({ kind: 'ended', outcome: { kind: 'completed' } });
    expect(Object.values(chat.calls).map((call) => [call.tool, call.permission?.kind, call.decision?.rule])).toEqual([
      ['list_notes', 'automatic', 'trusted-read-only-hint'],
      ['read_note', 'automatic', 'trusted-read-only-hint'],
      ['add_note', 'user', 'default'],
    ]);
    expect(host.presenter.asked).toHaveLength(1);
    expect(host.presenter.asked[0]).toMatchObject({
      serverName: 'notes',
      tool: 'add_note',
      arguments: { name: 'test', content: 'hello' },
      scopes: ['once', 'chat', 'always'],
    });
    expect(readFileSync(join(host.folder, 'notes', 'test.md'), 'utf8')).toContain('hello');
    expect((await host.commands['app.snapshot']({})).state.conversations[0]?.title).not.toBe('');
  });

  it('tells the model of a denial, and nothing is on disk', async () => {
    const presenter = new AutoPresenter({ kind: 'denied' });
    const host = await testHost({ presenter, model: [add('no'), says('I see.')] });
    await host.started();
    const chat = await host.say(await host.newChat(), 'add');
    expect(results(chat)).toEqual(['Permission denied by user']);
    expect(Object.values(chat.calls)[0]?.permission).toEqual({ kind: 'refused', by: 'user' });
    expect(existsSync(join(host.folder, 'notes', 'no.md'))).toBe(false);
  });

  it('asks once for a chat that was allowed, and again in another chat', async () => {
    const presenter = new AutoPresenter(allow('chat'), allow('once'));
    const host = await testHost({ presenter, model: [add('a'), says('1'), add('b'), says('2'), add('c'), says('3')] });
    await host.started();
    const first = await host.newChat();
    await host.say(first, 'one');
    await host.say(first, 'two');
    expect(presenter.asked).toHaveLength(1);
    expect((await host.commands['app.snapshot']({})).state.chatGrants).toMatchObject([
      { conversationId: first, serverName: 'notes', tool: 'add_note' },
    ]);
    await host.say(await host.newChat(), 'three');
    expect(presenter.asked).toHaveLength(2);
  });

  it('asks again after the grant of a chat was revoked', async () => {
    const presenter = new AutoPresenter(allow('chat'), { kind: 'denied' });
    const host = await testHost({ presenter, model: [add('a'), says('1'), add('b'), says('2')] });
    await host.started();
    const conversationId = await host.newChat();
    await host.say(conversationId, 'one');
    await host.commands['policy.revokeChatGrant']({ conversationId, serverId: 'notes', tool: 'add_note' });
    const chat = await host.say(conversationId, 'two');
    expect(results(chat)[1]).toBe('Permission denied by user');
  });

  it('keeps an always over a restart, and history too', async () => {
    const presenter = new AutoPresenter(allow('always'));
    const host = await testHost({ presenter, model: [add('a'), says('1'), add('b'), says('2')] });
    await host.started();
    const id = await host.newChat();
    await host.say(id, 'one');
    await host.restart();
    await host.started();
    const { state } = await host.commands['conversations.open']({ id });
    expect(state.messages).toHaveLength(3);
    expect(results(state)).toHaveLength(1);
    await host.say(id, 'two');
    expect(presenter.asked).toHaveLength(1);
    expect(existsSync(join(host.folder, 'notes', 'b.md'))).toBe(true);
    expect(host.api?.requests.flatMap((request) => request.refusal ?? [])).toEqual([]);
  });

  it('asks again when a tool that was always allowed has changed', async () => {
    const echo = calls(['mcp__mischief__echo', { text: 'x' }]);
    const presenter = new AutoPresenter(allow('always'), { kind: 'denied' });
    const host = await testHost({ presenter, model: [echo, says('1'), echo, says('2')] });
    const id = await host.mischief();
    const chat = await host.newChat();
    await host.say(chat, 'one');
    // The rug pull changes the description of echo; the server keeps its id, and the user allowed the launch.
    const { servers } = (await host.commands['app.snapshot']({})).state;
    expect(servers.find((server) => server.id === id)?.tools.find((tool) => tool.name === 'echo')?.decision.rule).toBe(
      'user-allow',
    );
    await host.commands['servers.disconnect']({ id });
    const args = ['${servers}/mischief.js', '--rug-pull', host.folder];
    const launch = { kind: 'stdio', command: '${node}', args, env: {}, cwd: '' } as const;
    await host.commands['servers.save']({ id, name: 'mischief', launch, autoConnect: true });
    expect((await host.commands['app.snapshot']({})).state.policies.filter((entry) => entry.serverId === id)).toEqual(
      [],
    );
    await host.commands['servers.connect']({ id });
    const after = await host.say(chat, 'two');
    expect(presenter.asked).toHaveLength(2);
    expect(results(after)[1]).toBe('Permission denied by user');
  });

  it('lives on when a server crashes in the middle of a call, and says how it ended', async () => {
    const presenter = new AutoPresenter(allow('once'));
    const answers = [calls(['mcp__mischief__echo', { text: 'x' }]), says('It crashed.')];
    const host = await testHost({ presenter, model: answers });
    const id = await host.mischief('--exit-mid-call=3');
    const chat = await host.say(await host.newChat(), 'go');
    expect(chat.turn).toMatchObject({ outcome: { kind: 'completed' } });
    expect(results(chat)[0]).toMatch(/^MCP error: /);
    await host.until('the server has failed', async () => {
      const { servers } = (await host.commands['app.snapshot']({})).state;
      return servers.some(
        (server) => server.id === id && server.status.kind === 'failed' && /3/.test(server.status.message),
      );
    });
  });

  it('answers an unknown tool with what there is', async () => {
    const host = await testHost({ model: [calls(['mcp__notes__add-note', {}]), says('ok')] });
    await host.started();
    const chat = await host.say(await host.newChat(), 'go');
    expect(results(chat)[0]).toContain('Did you mean "mcp__notes__add_note"?');
  });

  it('ends a turn with a message when the model server fails, and Retry sends the same history', async () => {
    const failure = { kind: 'error', status: 400, type: 'invalid_request_error', message: 'no' } as const;
    const host = await testHost({ model: [failure, says('now')] });
    const conversationId = await host.newChat();
    const failed = await host.say(conversationId, 'hi');
    expect(failed.turn).toMatchObject({ kind: 'ended', outcome: { kind: 'failed', code: 'bad-request' } });
    const chat = await host.turn(conversationId, () => host.commands['chat.retry']({ conversationId }));
    expect(chat.messages).toHaveLength(2);
    expect(chat.turn).toMatchObject({ outcome: { kind: 'completed' } });
    await expect(host.commands['chat.retry']({ conversationId })).rejects.toMatchObject({ code: 'nothing-to-retry' });
  });

  it('stops at the cap on rounds, and Continue goes on', async () => {
    const list = calls(['mcp__notes__list_notes', {}]);
    const host = await testHost({ model: [list, list, says('end')], settings: { maxRounds: 2 } });
    await host.started();
    const conversationId = await host.newChat();
    const capped = await host.say(conversationId, 'go');
    expect(capped.turn).toMatchObject({ outcome: { kind: 'limit', rounds: 2 } });
    const chat = await host.turn(conversationId, () => host.commands['chat.continue']({ conversationId }));
    expect(chat.messages).toHaveLength(4);
    expect(chat.turn).toMatchObject({ outcome: { kind: 'completed' } });
    expect(host.api?.requests.flatMap((request) => request.refusal ?? [])).toEqual([]);
  });

  it('sends cancelled to the server when the user stops in the middle of a call, and the next message works', async () => {
    const presenter = new AutoPresenter(allow('once'), allow('once'), allow('once'));
    const answers = [
      calls(['mcp__mischief__echo', { text: 'x' }], ['mcp__mischief__echo', { text: 'y' }]),
      calls(['mcp__mischief__cancelled', {}]),
      says('yes'),
    ];
    const host = await testHost({ presenter, model: answers });
    await host.mischief('--never-answer');
    const conversationId = await host.newChat();
    await host.commands['chat.send']({ conversationId, text: 'go' });
    await host.until('the call runs', () =>
      Object.values(host.chat(conversationId).calls).some((call) => call.stage === 'running'),
    );
    await expect(host.commands['chat.send']({ conversationId, text: 'more' })).rejects.toMatchObject({ code: 'busy' });
    const stopped = await host.turn(conversationId, () => host.commands['chat.stop']({ conversationId }));
    expect(stopped.turn).toMatchObject({ outcome: { kind: 'cancelled' } });
    expect(results(stopped)).toEqual([
      expect.stringMatching(/may still be working/),
      expect.stringMatching(/before this call ran/),
    ]);
    const chat = await host.say(conversationId, 'was it cancelled?');
    expect(results(chat)[2]).toMatch(/\d/);
    expect(host.api?.requests.flatMap((request) => request.refusal ?? [])).toEqual([]);
  });

  it('asks about what was allowed once text from outside was read, unless the user switched that off', async () => {
    const search = calls(['mcp__docs__search', { query: 'policy' }]);
    const presenter = new AutoPresenter(allow('chat'), { kind: 'denied' });
    const model = [add('a'), says('ok'), search, add('b'), says('ok'), search, add('c'), says('ok')];
    const host = await testHost({ presenter, model, starts: ['notes', 'docs'] });
    await host.started();
    const conversationId = await host.newChat();
    await host.say(conversationId, 'add');
    const tainted = await host.say(conversationId, 'search, then add');
    expect(presenter.asked[1]).toMatchObject({
      decision: { rule: 'tainted-turn', why: expect.stringMatching(/docs\.$/) },
      readBefore: [{ kind: 'server', name: 'docs' }],
      scopes: ['once'],
    });
    expect(results(tainted).at(-1)).toBe('Permission denied by user');

    const off = () => host.commands['settings.update']({ askAfterReading: false });
    await expect(off()).rejects.toMatchObject({ code: 'cancelled' });
    host.desk.answer = (question) => question.kind === 'stop-asking-after-reading';
    await off();
    const again = await host.say(conversationId, 'search, then add');
    expect(presenter.asked).toHaveLength(2);
    expect(Object.values(again.calls).at(-1)?.permission).toEqual({ kind: 'automatic' });
    // Back on needs no question.
    host.desk.answer = () => false;
    await host.commands['settings.update']({ askAfterReading: true });
    expect((await host.now()).settings.askAfterReading).toBe(true);
  });

  it('closes the question of a turn that is stopped', async () => {
    const host = await testHost({ model: [add('a'), says('ok')] });
    await host.started();
    const conversationId = await host.newChat();
    await host.commands['chat.send']({ conversationId, text: 'go' });
    await host.until('the question is open', () => host.presenter.open === 1);
    const chat = await host.turn(conversationId, () => host.commands['chat.stop']({ conversationId }));
    expect(Object.values(chat.calls)[0]?.permission).toEqual({ kind: 'refused', by: 'cancelled' });
    await host.until('the question is gone', () => host.presenter.open === 0);
  });

  it('closes a turn that the end of the app cut off, and the next message works', async () => {
    const presenter = new AutoPresenter(allow('once'));
    const answers = [calls(['mcp__mischief__echo', { text: 'x' }]), says('welcome back')];
    const host = await testHost({ presenter, model: answers });
    await host.mischief('--never-answer');
    const conversationId = await host.newChat();
    await host.commands['chat.send']({ conversationId, text: 'go' });
    await host.until('the call runs', () =>
      Object.values(host.chat(conversationId).calls).some((call) => call.stage === 'running'),
    );
    await host.killed();
    const { state } = await host.commands['conversations.open']({ id: conversationId });
    expect(state.turn).toMatchObject({ kind: 'ended', outcome: { kind: 'cancelled' } });
    expect(Object.values(state.calls)[0]).toMatchObject({ stage: 'finished' });
    await host.say(conversationId, 'hi');
    expect(JSON.stringify(host.api?.requests.at(-1)?.body)).toContain('interrupted; outcome unknown');
    expect(host.api?.requests.flatMap((request) => request.refusal ?? [])).toEqual([]);
  });

  it('uses a stored key for a turn that begins before the store was read', async () => {
    const host = await testHost({ model: [says('hello')] });
    await host.secrets.write('anthropic-api-key', 'sk-stored', 'encrypted');
    await host.say(await host.newChat(), 'hi');
    expect(JSON.stringify(host.api?.requests[0]?.headers)).toContain('sk-stored');
  });
});
