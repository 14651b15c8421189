import { afterEach, describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { PolicyEntry } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, says, TestHost, type Wanted } from './host.test-kit.js';

const open: TestHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

async function testHost(wanted: Wanted = {}): Promise<TestHost> {
  const host = await TestHost.open(wanted);
  open.push(host);
  await host.started();
  return host;
}

/** One whose servers do not run: for what needs no tool. */
async function stillHost(): Promise<TestHost> {
  const host = await TestHost.open();
  open.push(host);
  return host;
}

const add = (name: string) => calls(['mcp__notes__add_note', { name, content: 'y' }]);
const notes = { serverId: 'notes', tool: 'add_note' } as const;
const nameIs = (value: string, not = false) => [
  { argument: 'name', kind: 'equals' as const, value, ...(not ? { not } : {}) },
];
const always: PolicyEntry = {
  serverId: branded<ServerId>('notes'),
  tool: branded<RawToolName>('add_note'),
  verdict: 'allow',
  fingerprint: 'of another day',
  origin: 'user',
  since: '2026-11-30T00:00:00.000Z',
};

/** Says something in a new chat; gives how the call that came of it was decided. */
async function decided(host: TestHost): Promise<string> {
  const chat = await host.say(await host.newChat(), 'go');
  return Object.values(chat.calls)[0]?.decision?.rule ?? 'none';
}

describe('rules about arguments', () => {
  it('that deny hold at once, those that allow after a native confirm that says for what', async () => {
    const model = [add('a'), says('ok'), add('b'), says('ok'), add('a'), says('ok')];
    const host = await testHost({ model, presenter: new AutoPresenter({ kind: 'denied' }) });
    const rule = { ...notes, when: nameIs('a'), verdict: 'allow' as const };
    await expect(host.commands['policy.addArgumentRule'](rule)).rejects.toMatchObject({ code: 'cancelled' });
    expect(host.desk.questions).toEqual([
      { kind: 'allow-arguments', serverName: 'notes', tool: 'add_note', when: '"name" is "a"' },
    ]);
    host.desk.answer = () => true;
    await host.commands['policy.addArgumentRule'](rule);
    expect(await decided(host)).toBe('argument-allow');
    expect(await decided(host)).toBe('default');
    await host.commands['policy.addArgumentRule']({ ...notes, when: nameIs('b', true), verdict: 'deny' });
    expect(host.desk.questions).toHaveLength(2);
    expect(await decided(host)).toBe('argument-deny');
    expect((await host.now()).argumentRules).toMatchObject([
      { serverName: 'notes', verdict: 'allow', via: 'page' },
      { verdict: 'deny' },
    ]);
  });

  it('allow no guarded tool and no built-in, and take folders by their whole path', async () => {
    const host = await testHost({ starts: ['notes', 'deploy'] });
    host.desk.answer = () => true;
    const rule = (serverId: string, tool: string, folder = '~') =>
      host.commands['policy.addArgumentRule']({
        serverId,
        tool,
        when: [{ argument: 'path', kind: 'under', folder }],
        verdict: 'allow',
      });
    await expect(rule('deploy', 'trigger')).rejects.toMatchObject({ code: 'guarded' });
    await expect(rule('gatehouse', 'write')).rejects.toMatchObject({ code: 'guarded' });
    await expect(rule('nobody', 'write')).rejects.toMatchObject({ code: 'unknown-server' });
    await expect(rule('notes', 'add_note', 'notes')).rejects.toMatchObject({ code: 'bad-folder' });
    expect(host.desk.questions).toEqual([]);
  });

  it('are taken away at once where that raises nothing, else after a native confirm', async () => {
    const host = await testHost();
    host.desk.answer = ({ kind }) => kind === 'allow-arguments';
    const when = nameIs('a');
    const allow = await host.commands['policy.addArgumentRule']({ ...notes, when, verdict: 'allow' });
    const deny = await host.commands['policy.addArgumentRule']({ ...notes, when, verdict: 'deny' });
    await host.commands['policy.set']({ ...notes, verdict: 'confirm' });
    // The allow about arguments would count again.
    await expect(host.commands['policy.revoke'](notes)).rejects.toMatchObject({ code: 'cancelled' });
    await host.commands['policy.removeArgumentRule'](allow);
    await host.commands['policy.revoke'](notes);
    await expect(host.commands['policy.removeArgumentRule'](deny)).rejects.toMatchObject({ code: 'cancelled' });
    expect(host.desk.questions.at(-1)).toMatchObject({ kind: 'remove-argument-rule', rule: 'deny' });
    host.desk.answer = () => true;
    await host.commands['policy.removeArgumentRule'](deny);
    expect((await host.now()).argumentRules).toEqual([]);
    await expect(host.commands['policy.removeArgumentRule'](deny)).rejects.toMatchObject({ code: 'unknown-rule' });
  });
});

describe('an allow', () => {
  it('that has ended asks again, and is renewed after a native confirm alone', async () => {
    const presenter = new AutoPresenter({ kind: 'allowed', scope: 'always' }, { kind: 'denied' });
    const host = await testHost({ presenter, model: [add('a'), says('ok')] });
    await host.say(await host.newChat(), 'go');
    const own = async () => (await host.now()).policies.find(({ origin }) => origin === 'user');
    expect(await own()).toMatchObject({ via: 'question', verdict: 'allow' });
    expect(await own()).not.toHaveProperty('definition');
    await expect(host.commands['policy.renew'](notes)).rejects.toMatchObject({ code: 'cancelled' });
    expect(await own()).not.toHaveProperty('renewed');
    host.desk.answer = ({ kind }) => kind === 'renew-allow';
    await host.commands['policy.renew'](notes);
    expect(await own()).toHaveProperty('renewed');
    await host.commands['policy.set']({ ...notes, verdict: 'deny' });
    await expect(host.commands['policy.renew'](notes)).rejects.toMatchObject({ code: 'unknown-rule' });
  });

  it('of more than 90 days ago does not hold, and says so', async () => {
    const presenter = new AutoPresenter({ kind: 'denied' });
    const first = await testHost();
    const tool = (await first.now()).servers
      .find(({ id }) => id === 'notes')
      ?.tools.find(({ name }) => name === 'add_note');
    expect(tool?.decision.rule).toBe('default');
    first.desk.answer = () => true;
    await first.commands['policy.set']({ ...notes, verdict: 'allow' });
    const fingerprint = (await first.now()).policies.find(({ origin }) => origin === 'user')?.fingerprint ?? '';
    const old = { ...always, fingerprint, since: '2020-01-01T00:00:00.000Z' };
    const host = await testHost({ presenter, policies: [old], model: [add('a'), says('ok')] });
    expect(await decided(host)).toBe('grant-expired');
    expect(presenter.asked[0]).toMatchObject({ scopes: ['once', 'chat', 'always'] });
  });

  it('lives through a rename, a reconnect, a restart and an update of the app', async () => {
    const presenter = new AutoPresenter({ kind: 'allowed', scope: 'always' });
    const again = calls(['mcp__renamed__add_note', { name: 'x', content: 'y' }]);
    const host = await testHost({
      presenter,
      model: [add('a'), says('ok'), again, says('ok'), again, says('ok'), again, says('ok')],
    });
    await host.say(await host.newChat(), 'go');
    const { launch } = (await host.now()).servers.find(({ id }) => id === 'notes') ?? {};
    if (launch?.kind !== 'stdio') throw new Error('notes is a program');
    const env = Object.fromEntries(launch.envKeys.map((key) => [key, null]));
    const same = {
      kind: 'stdio' as const,
      command: launch.command,
      args: [...launch.args],
      env,
      cwd: launch.cwd ?? '',
    };
    await host.commands['servers.save']({ id: 'notes', name: 'renamed', launch: same, autoConnect: true });
    await host.commands['servers.disconnect']({ id: 'notes' });
    await host.commands['servers.connect']({ id: 'notes' });
    expect(await decided(host)).toBe('user-allow');
    await host.restart();
    await host.started();
    expect(await decided(host)).toBe('user-allow');
    await host.restart('9.0.0');
    await host.started();
    expect(await decided(host)).toBe('user-allow');
    expect(presenter.asked).toHaveLength(1);
  });

  it('of a tool that changed sleeps; the tool says so, and the question shows what changed', async () => {
    const presenter = new AutoPresenter({ kind: 'denied' });
    const definition = { name: 'add_note', description: 'Reads a note.', inputSchema: { type: 'object' } };
    const host = await testHost({ presenter, policies: [{ ...always, definition }], model: [add('a'), says('ok')] });
    const tools = (await host.now()).servers.find(({ id }) => id === 'notes')?.tools;
    const tool = tools?.find(({ name }) => name === 'add_note');
    expect(tool).toMatchObject({
      badges: expect.arrayContaining(['changed']),
      decision: { verdict: 'confirm', rule: 'definition-changed' },
    });
    expect(tools?.find(({ name }) => name === 'read_note')?.badges).not.toContain('changed');
    expect(await decided(host)).toBe('definition-changed');
    const diff = presenter.asked[0]?.definitionDiff ?? [];
    expect(diff).toEqual(expect.arrayContaining(['  description:', '− Reads a note.', `+ ${tool?.description}`]));
  });
});

describe('a guarded tool', () => {
  it('is allowed in a chat for exactly the same call, and asks for any other', async () => {
    const presenter = new AutoPresenter({ kind: 'allowed', scope: 'chat-exact' }, { kind: 'denied' });
    const trigger = (version: string) => calls(['mcp__deploy__trigger', { service: 'web', version }]);
    const model = [trigger('1'), says('ok'), trigger('1'), says('ok'), trigger('2'), says('ok')];
    const host = await testHost({ presenter, model, starts: ['deploy'] });
    const chat = await host.newChat();
    for (let turn = 0; turn < 3; turn += 1) await host.say(chat, 'go');
    expect(Object.values(host.chat(chat).calls).map(({ decision }) => decision?.rule)).toEqual([
      'destructive-hint',
      'chat-grant',
      'destructive-hint',
    ]);
    expect(presenter.asked[0]).toMatchObject({ scopes: ['once', 'chat-exact'] });
    const [grant] = (await host.now()).chatGrants;
    expect(grant?.argumentsHash).toMatch(/^[0-9a-f]{64}$/u);
    const key = { conversationId: chat, serverId: 'deploy', tool: 'trigger' };
    await expect(host.commands['policy.revokeChatGrant']({ ...key, argumentsHash: 'other' })).rejects.toMatchObject({
      code: 'unknown-grant',
    });
    await host.commands['policy.revokeChatGrant']({ ...key, argumentsHash: grant?.argumentsHash ?? '' });
    expect((await host.now()).chatGrants).toEqual([]);
  });

  it('is allowed for the arguments that the user made of the call, not for those that the model asked for', async () => {
    const trigger = (version: string) => calls(['mcp__deploy__trigger', { service: 'web', version }]);
    const presenter = new AutoPresenter(
      async (_request, revise) => {
        await revise({ service: 'web', version: '2' });
        return { kind: 'allowed', scope: 'chat-exact' };
      },
      { kind: 'denied' },
    );
    const model = [trigger('1'), says('ok'), trigger('2'), says('ok'), trigger('1'), says('ok')];
    const host = await testHost({ presenter, model, starts: ['deploy'] });
    const chat = await host.newChat();
    for (let turn = 0; turn < 3; turn += 1) await host.say(chat, 'go');
    expect(presenter.asked.map((request) => request.arguments['version'])).toEqual(['1', '1']);
    expect(Object.values(host.chat(chat).calls).map(({ permission }) => permission)).toEqual([
      { kind: 'user', scope: 'chat-exact' },
      { kind: 'automatic' },
      { kind: 'refused', by: 'user' },
    ]);
  });

  it('is every tool with a word that the user adds, at once; a word is taken out after a native confirm', async () => {
    const presenter = new AutoPresenter({ kind: 'denied' });
    const host = await testHost({ presenter, model: [add('a'), says('ok')] });
    const view = async () =>
      (await host.now()).servers.find(({ id }) => id === 'notes')?.tools.find(({ name }) => name === 'add_note');
    await host.commands['policy.addGuardWord']({ word: ' add ' });
    expect(await view()).toMatchObject({
      badges: expect.arrayContaining(['dangerous-name']),
      decision: { rule: 'dangerous-name' },
    });
    const chat = await host.say(await host.newChat(), 'go');
    expect(Object.values(chat.calls)[0]).toMatchObject({
      badges: expect.arrayContaining(['dangerous-name']),
      decision: { rule: 'dangerous-name' },
    });
    await expect(host.commands['policy.removeGuardWord']({ word: 'add' })).rejects.toMatchObject({ code: 'cancelled' });
    await expect(host.commands['policy.removeGuardWord']({ word: 'nothing' })).rejects.toMatchObject({
      code: 'unknown-word',
    });
    await expect(host.commands['policy.addGuardWord']({ word: '--' })).rejects.toMatchObject({ code: 'bad-word' });
    host.desk.answer = ({ kind }) => kind === 'remove-guard-word';
    for (const word of ['add', 'drop']) await host.commands['policy.removeGuardWord']({ word });
    expect((await host.now()).guard).toMatchObject({ added: [], removed: ['drop'] });
    expect((await view())?.decision.rule).toBe('default');
    await host.commands['policy.addGuardWord']({ word: 'drop' });
    expect((await host.now()).guard).toMatchObject({ added: [], removed: [] });
    expect(host.desk.questions).toHaveLength(3);
  });
});

describe('an import', () => {
  const file = (policies: object, version = 1) => JSON.stringify({ version, policies, serverNames: { far: 'notes' } });
  const far = { ...always, serverId: 'far' };

  it('takes over what another exported, by the names of the servers, after a native confirm of all that loosens', async () => {
    const host = await testHost();
    const rule = { id: 'r', serverId: 'far', tool: 'add_note', when: nameIs('a'), since: '', via: 'page' };
    const json = file({
      tools: [far, { ...far, tool: 'list_notes', verdict: 'deny' }, { ...far, serverId: 'gone' }],
      argumentRules: [{ ...rule, verdict: 'deny' }],
      guard: { added: ['add'], removed: ['drop', 'no such word'] },
    });
    const changes = [
      { effect: 'loosens', subject: 'tool', name: 'notes ▸ add_note', to: 'allow' },
      { effect: 'tightens', subject: 'tool', name: 'notes ▸ list_notes', to: 'deny' },
      { effect: 'skipped', subject: 'tool', name: 'gone ▸ add_note', skipped: 'no-server' },
      { effect: 'tightens', subject: 'argument-rule', name: 'notes ▸ add_note', to: 'deny', detail: '"name" is "a"' },
      { effect: 'tightens', subject: 'guard-word', name: 'add' },
      { effect: 'loosens', subject: 'guard-word', name: 'drop' },
    ];
    expect((await host.commands['policy.checkImport']({ json })).changes).toMatchObject(changes);
    const before = await host.now();
    await expect(host.commands['policy.import']({ json })).rejects.toMatchObject({ code: 'cancelled' });
    const loosened = changes.filter(({ effect }) => effect === 'loosens');
    expect(host.desk.questions).toMatchObject([{ kind: 'import-policies', changes: loosened }]);
    expect(await host.now()).toEqual(before);
    host.desk.answer = ({ kind }) => kind === 'import-policies';
    await host.commands['policy.import']({ json });
    const { policies, argumentRules, guard } = await host.now();
    expect(policies.filter(({ origin }) => origin === 'user')).toMatchObject([
      { ...notes, verdict: 'allow', via: 'import' },
      { tool: 'list_notes', verdict: 'deny' },
    ]);
    expect(argumentRules).toMatchObject([{ serverId: 'notes', verdict: 'deny', via: 'import' }]);
    expect(guard).toMatchObject({ added: ['add'], removed: ['drop'] });
    const { changes: left } = await host.commands['policy.checkImport']({ json });
    expect(left).toMatchObject([{ effect: 'skipped' }]);
  });

  it('that only tightens asks nothing, and what was exported changes nothing', async () => {
    const host = await stillHost();
    await host.commands['policy.set']({ ...notes, verdict: 'deny' });
    await host.commands['policy.addArgumentRule']({ ...notes, when: nameIs('a'), verdict: 'confirm' });
    const { json } = await host.commands['policy.export']({});
    expect((await host.commands['policy.import']({ json })).changes).toEqual([]);
    await host.commands['policy.import']({ json: file([{ ...far, tool: 'read_note', verdict: 'deny' }]) });
    expect((await host.now()).policies.filter(({ origin }) => origin === 'user')).toHaveLength(2);
    expect(host.desk.questions).toEqual([]);
    const looser = file({ tools: [{ ...far, verdict: 'confirm' }] });
    await expect(host.commands['policy.import']({ json: looser })).rejects.toMatchObject({ code: 'cancelled' });
    expect(host.desk.questions).toMatchObject([
      { changes: [{ effect: 'loosens', subject: 'tool', name: 'notes ▸ add_note', from: 'deny', to: 'confirm' }] },
    ]);
  });

  it('never brings an allow for a built-in, nor one without a definition', async () => {
    const host = await stillHost();
    const { fingerprint: _none, ...blind } = far;
    const json = file({ tools: [{ ...far, serverId: 'gatehouse', tool: 'write' }, blind] });
    const { changes } = await host.commands['policy.import']({ json });
    expect(changes.map(({ effect }) => effect)).toEqual(['skipped', 'skipped']);
  });

  it('holds no definition and no secret when it was exported, and is readable', async () => {
    const host = await testHost();
    host.desk.answer = () => true;
    await host.commands['policy.set']({ ...notes, verdict: 'allow' });
    const { json } = await host.commands['policy.export']({});
    expect(json).not.toContain('"definition"');
    expect(JSON.parse(json)).toMatchObject({
      version: 1,
      policies: { tools: [{ ...notes, verdict: 'allow' }] },
      serverNames: { notes: 'notes' },
    });
    expect(json).toContain('\n  "policies": {');
  });

  it.each([
    ['{', /line 1, column 2/u],
    ['[]', /line 1, column 1: there are no "policies"/u],
    ['{"version":2,\n"policies":[]}', /line 1, column 12: its version is 2/u],
    ['{"version":1,\n"policies":[{"serverId":7}]}', /line 2, column 1[23]/u],
    ['{"version":1,\n"policies":[],"policies":[]}', /line 2, column 15: "policies" stands there twice/u],
  ])('of %s is refused with the place of the flaw', async (json, why) => {
    const host = await stillHost();
    await expect(host.commands['policy.checkImport']({ json })).rejects.toThrow(why);
    await expect(host.commands['policy.import']({ json })).rejects.toThrow(why);
  });
});
