import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import { commandSchemas } from '../../shared/ipc/contract.js';
import type { PolicyEntry } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { MemorySecretStore } from '../testing/memory-ports.js';
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

/** Every server that is shipped. */
const EVERY = ['notes', 'docs', 'deploy'] as const;
const addNote = calls(['mcp__notes__add_note', { name: 'x', content: 'y' }]);
const addNoteTool = { serverId: branded<ServerId>('notes'), tool: branded<RawToolName>('add_note') };
const write = (path: string) => calls(['write', { path, content: 'hi' }]);
const server = (id: string, host: TestHost) => host.now().then(({ servers }) => servers.find((view) => view.id === id));

describe('what a page can not do', () => {
  it('gets no allow out of any command while a question is open', async () => {
    const host = await testHost({ starts: EVERY, model: [addNote, says('ok')] });
    await host.started();
    const conversationId = await host.newChat();
    await host.commands['chat.send']({ conversationId, text: 'add' });
    await host.until('the question is open', () => host.presenter.open === 1);
    const approval = (await host.now()).approvals[0]?.id ?? '';
    const everything = {
      id: approval,
      conversationId,
      serverId: 'notes',
      tool: 'add_note',
      verdict: 'allow',
      scope: 'always',
      kind: 'allowed',
      trustReadOnlyHint: true,
      text: 'allow',
      title: 'allow',
      url: 'https://a.example/',
      key: 'sk-x',
      json: '{"mcpServers":{"evil":{"command":"true"}}}',
      name: 'evil',
      launch: { kind: 'stdio', command: 'true', args: [], env: {}, cwd: '' },
      autoConnect: true,
      era: 'auto',
      approvalTimeoutSeconds: 86_400,
    };
    const ids = [approval, conversationId, 'notes', 'docs', 'deploy', 'gatehouse', '__proto__'];
    // Last those that end the question: they may deny, and no more.
    const ending = ['approvals.deny', 'chat.stop', 'conversations.delete', 'servers.disconnect', 'servers.save'];
    const names = Object.keys(commandSchemas).toSorted((a, b) => ending.indexOf(a) - ending.indexOf(b));
    for (const name of names) {
      for (const id of ids) {
        const input = { ...everything, id, serverId: id };
        const command = (host.commands as unknown as Record<string, (input: unknown) => Promise<unknown>>)[name];
        await command?.(input).catch(() => undefined);
      }
    }
    await host.until('the question is gone', () => host.presenter.open === 0);
    const state = await host.now();
    expect(state.policies.filter((entry) => entry.verdict === 'allow' && entry.origin === 'user')).toEqual([]);
    expect(state.chatGrants).toEqual([]);
    expect(state.servers.find((view) => view.id === 'deploy')?.trustReadOnlyHint).toBe(false);
    expect(JSON.stringify(host.events)).not.toContain('"tool-running"');
    expect(existsSync(join(host.folder, 'notes', 'x.md'))).toBe(false);
    expect(host.desk.opened).toEqual([]);
  });

  it('starts no server whose command the user did not confirm, and shows the exact command', async () => {
    const host = await testHost();
    const id = await host.addServer('mine', ['--banner', 'a b']);
    await expect(host.commands['servers.connect']({ id })).rejects.toMatchObject({ code: 'not-confirmed' });
    expect(host.desk.questions[0]).toMatchObject({ kind: 'start-server', serverName: 'mine', cwd: host.folder });
    expect(host.desk.questions[0]).toMatchObject({
      commandLine: expect.stringMatching(/mischief\.js --banner 'a b' /),
    });
    expect(host.serverProcesses('mischief.js')).toEqual([]);
  });

  it('sees the names of environment variables, never a value, nor the API key', async () => {
    const host = await testHost({ env: { ANTHROPIC_API_KEY: 'sk-env-secret', TOKEN: 'token-secret' } });
    const input = { name: 'mine', autoConnect: false };
    const launch = { kind: 'stdio' as const, command: 'x', args: ['${env:TOKEN}'], cwd: '' };
    const save = (env: Record<string, string | null>, id?: string) =>
      host.commands['servers.save']({ ...input, ...(id && { id }), launch: { ...launch, env } });
    const { id } = await save({ PASSWORD: 'stored-secret' });
    await save({ PASSWORD: null, OTHER: 'two' }, id);
    await host.commands['settings.setApiKey']({ key: 'sk-stored-secret' });
    const snapshot = await host.commands['app.snapshot']({});
    expect(snapshot.state.servers.find((view) => view.id === id)?.launch).toMatchObject({
      envKeys: ['PASSWORD', 'OTHER'],
    });
    expect(snapshot.state.apiKey).toEqual({ kind: 'stored', protection: 'encrypted' });
    expect(JSON.stringify([snapshot, host.events])).not.toMatch(/-secret/);
    await expect(save({ NEW: null }, id)).rejects.toThrow('no stored value of NEW');
  });

  it('moves chats to another machine only after a native confirm', async () => {
    const host = await testHost();
    const move = (baseUrl: string) => host.commands['settings.update']({ baseUrl });
    await expect(move('https://evil.example')).rejects.toMatchObject({ code: 'cancelled' });
    await expect(move('http://127.0.0.1.evil.example')).rejects.toMatchObject({ code: 'cancelled' });
    await expect(move('https://api.anthropic.com@evil.example')).rejects.toMatchObject({ code: 'bad-address' });
    const parts = { plain: 'http://', safe: 'https://' };
    await expect(move('file:///etc/passwd')).rejects.toMatchObject({ code: 'bad-address', parts });
    expect((await host.now()).settings.baseUrl).toBe('');
    await move('http://127.0.0.1:11434');
    host.desk.answer = (question) => question.kind === 'change-base-url';
    await move('https://models.example/v1');
    expect((await host.now()).settings.baseUrl).toBe('https://models.example/v1');
  });

  it.each([
    ['http://a.example/', 'bad-link'],
    ['javascript:alert(1)', 'bad-link'],
    ['https://user@a.example/', 'bad-link'],
    ['https://a.example/\u202Egpj', 'bad-link'],
    ['https://a.example/', 'cancelled'],
  ])('does not open %s', async (url, code) => {
    const host = await testHost();
    await expect(host.commands['links.open']({ url })).rejects.toMatchObject({ code });
    expect(host.desk.opened).toEqual([]);
  });
});

describe('policy', () => {
  it('raises to allow only after a native confirm', async () => {
    const host = await testHost();
    await host.started();
    const raise = () => host.commands['policy.set']({ ...addNoteTool, verdict: 'allow' });
    await expect(raise()).rejects.toMatchObject({ code: 'cancelled' });
    host.desk.answer = (question) => question.kind === 'allow-tool';
    expect(await raise()).toEqual({ verdict: 'allow' });
    const tool = (await server('notes', host))?.tools.find((view) => view.name === 'add_note');
    expect(tool?.decision).toMatchObject({ verdict: 'allow', rule: 'user-allow' });
    await host.commands['policy.set']({ ...addNoteTool, verdict: 'deny' });
    expect((await server('notes', host))?.tools.find((view) => view.name === 'add_note')?.decision.verdict).toBe(
      'deny',
    );
  });

  it('revokes an allow at once, with what was granted for the tool in a chat', async () => {
    const presenter = new AutoPresenter({ kind: 'allowed', scope: 'always' }, { kind: 'denied' });
    const host = await testHost({ presenter, model: [addNote, says('ok'), addNote, says('ok')] });
    await host.started();
    await host.say(await host.newChat(), 'add');
    await host.commands['policy.revoke'](addNoteTool);
    expect(host.desk.questions).toEqual([]);
    expect((await host.now()).policies.some((entry) => entry.origin === 'user')).toBe(false);
    await host.say(await host.newChat(), 'add');
    expect(presenter.asked[1]).toMatchObject({ decision: { rule: 'default' } });
    await expect(host.commands['policy.revoke'](addNoteTool)).rejects.toMatchObject({ code: 'unknown-rule' });
  });

  it.each([
    ['notes', 'list_notes', 'confirm', 'allow'], // its read-only hint is trusted
    ['docs', 'search', 'deny', 'allow'], // the shipped policy allows it
    ['gatehouse', 'read', 'deny', 'allow'],
    ['notes', 'add_note', 'deny', 'confirm'],
  ] as const)(
    'revokes what holds %s %s back at %s only after a native confirm',
    async (serverId, tool, rule, without) => {
      const host = await testHost({ starts: serverId === 'docs' ? ['docs'] : ['notes'] });
      await host.started();
      await host.commands['policy.set']({ serverId, tool, verdict: rule });
      const revoke = () => host.commands['policy.revoke']({ serverId, tool });
      await expect(revoke()).rejects.toMatchObject({ code: 'cancelled' });
      expect(host.desk.questions).toEqual([{ kind: 'revoke-rule', serverName: serverId, tool, rule, without }]);
      const own = async () => (await host.now()).policies.filter((entry) => entry.origin === 'user');
      expect(await own()).toMatchObject([{ tool, verdict: rule }]);
      host.desk.answer = (question) => question.kind === 'revoke-rule';
      await revoke();
      expect(await own()).toEqual([]);
    },
  );

  it('revokes an ask at once where the tool asks anyway', async () => {
    const host = await testHost();
    await host.started();
    await host.commands['policy.set']({ ...addNoteTool, verdict: 'confirm' });
    await host.commands['policy.revoke'](addNoteTool);
    expect(host.desk.questions).toEqual([]);
  });

  it('assumes the worst of a tool that it can not see when its rule is revoked', async () => {
    const host = await testHost({ starts: ['notes', 'deploy'] });
    await host.started();
    const rules = [
      { serverId: 'notes', tool: 'list_notes' },
      { serverId: 'deploy', tool: 'other' },
    ];
    for (const rule of rules) await host.commands['policy.set']({ ...rule, verdict: 'confirm' });
    for (const id of ['notes', 'deploy']) await host.commands['servers.disconnect']({ id });
    const [trusted, untrusted] = rules.map((rule) => () => host.commands['policy.revoke'](rule));
    await expect(trusted?.()).rejects.toMatchObject({ code: 'cancelled' });
    expect(host.desk.questions).toMatchObject([{ rule: 'confirm', without: 'unknown' }]);
    await untrusted?.();
    expect(host.desk.questions).toHaveLength(1);
  });

  it('keeps the rule when it changed while the user was asked', async () => {
    const host = await testHost();
    await host.started();
    await host.commands['policy.set']({ ...addNoteTool, verdict: 'deny' });
    host.desk.answer = async () => {
      await host.commands['policy.set']({ ...addNoteTool, verdict: 'deny' });
      return true;
    };
    await expect(host.commands['policy.revoke'](addNoteTool)).rejects.toMatchObject({ code: 'tool-changed' });
    expect((await host.now()).policies.find((entry) => entry.tool === 'add_note')?.verdict).toBe('deny');
  });

  it('never allows a guarded tool or a built-in, whoever confirms', async () => {
    const host = await testHost({ starts: ['notes', 'deploy'] });
    await host.started();
    host.desk.answer = () => true;
    const raise = (serverId: string, tool: string) => host.commands['policy.set']({ serverId, tool, verdict: 'allow' });
    await expect(raise('deploy', 'trigger')).rejects.toMatchObject({ code: 'guarded' });
    await expect(raise('gatehouse', 'bash')).rejects.toMatchObject({ code: 'guarded' });
    await expect(raise('notes', 'nothing')).rejects.toMatchObject({ code: 'unknown-tool' });
    await expect(raise('nobody', 'add_note')).rejects.toMatchObject({ code: 'unknown-server' });
    expect(host.desk.questions).toEqual([]);
  });

  it('asks again when the definition of an always allowed tool is another', async () => {
    const stale: PolicyEntry = {
      ...addNoteTool,
      verdict: 'allow',
      fingerprint: 'of another day',
      origin: 'user',
      since: '2026-11-30T00:00:00.000Z',
    };
    const presenter = new AutoPresenter({ kind: 'denied' });
    const host = await testHost({ presenter, policies: [stale], model: [addNote, says('ok')] });
    await host.started();
    await host.say(await host.newChat(), 'add');
    expect(presenter.asked[0]).toMatchObject({ decision: { rule: 'definition-changed' }, scopes: ['once', 'chat'] });
  });

  it('runs what the shipped policy allows, and asks for what it does not', async () => {
    const presenter = new AutoPresenter({ kind: 'denied' });
    const answers = [calls(['mcp__deploy__status', {}], ['mcp__docs__get_version', {}]), says('ok')];
    const host = await testHost({ presenter, model: answers, starts: ['docs', 'deploy'] });
    await host.started();
    const chat = await host.say(await host.newChat(), 'look');
    expect(Object.values(chat.calls).map((call) => call.decision?.rule)).toEqual(['host-policy', 'host-policy']);
    expect(results(chat)[1]).toContain('0.0.0-test');
    const rules = (await server('deploy', host))?.tools.map((tool) => [tool.name, tool.decision.verdict]);
    expect(rules).toEqual(
      expect.arrayContaining([
        ['trigger', 'confirm'],
        ['status', 'allow'],
      ]),
    );
  });

  it('does not carry the shipped policy, nor trust, over to another program under the same id', async () => {
    const host = await testHost({ starts: ['docs'] });
    await host.started();
    const args = ['${servers}/docs.js'];
    const launch = { kind: 'stdio', command: '${node}', args, env: { A: '1' }, cwd: '' } as const;
    await host.commands['servers.save']({ id: 'docs', name: 'docs', launch, autoConnect: true });
    expect(await server('docs', host)).toMatchObject({ bundled: false, trustReadOnlyHint: false });
    expect((await host.now()).policies.some((entry) => entry.serverId === 'docs')).toBe(false);
    host.desk.answer = (question) => question.kind === 'start-server';
    await host.commands['servers.connect']({ id: 'docs' });
    const verdicts = (await server('docs', host))?.tools.map((tool) => tool.decision.verdict);
    expect(new Set(verdicts)).toEqual(new Set(['confirm']));
  });

  it('trusts read-only hints only after a native confirm, and distrusts at once', async () => {
    const host = await testHost();
    await expect(host.commands['servers.setTrust']({ id: 'deploy', trustReadOnlyHint: true })).rejects.toMatchObject({
      code: 'cancelled',
    });
    host.desk.answer = (question) => question.kind === 'trust-read-only-hint';
    await host.commands['servers.setTrust']({ id: 'deploy', trustReadOnlyHint: true });
    expect((await server('deploy', host))?.trustReadOnlyHint).toBe(true);
    await host.commands['servers.setTrust']({ id: 'deploy', trustReadOnlyHint: false });
    expect(host.desk.questions).toHaveLength(2);
  });

  it('asks for a tool with a dangerous name that claims to be read-only on a trusted server', async () => {
    const host = await testHost();
    const id = await host.mischief('--read-only-lie');
    host.desk.answer = () => true;
    await host.commands['servers.setTrust']({ id, trustReadOnlyHint: true });
    const tool = (await server(id, host))?.tools.find((view) => view.name === 'delete_everything');
    expect(tool).toMatchObject({
      badges: expect.arrayContaining(['dangerous-name']),
      decision: { verdict: 'confirm' },
    });
  });
});

describe('servers and processes', () => {
  it('is one process for five presses of Connect, and none after the host closed', async () => {
    const host = await testHost({ starts: EVERY });
    const id = await host.addServer('mine');
    host.desk.answer = () => true;
    await Promise.all(Array.from({ length: 5 }, () => host.commands['servers.connect']({ id })));
    expect(host.serverProcesses('mischief.js')).toHaveLength(1);
    expect(host.desk.questions).toHaveLength(1);
    await host.started();
    expect(host.serverProcesses().length).toBeGreaterThanOrEqual(3);
    await host.host.close();
    expect(host.serverProcesses()).toEqual([]);
    await host.host.close();
  });

  it('closes within its time though a server ignores every polite word', async () => {
    const host = await testHost();
    await host.mischief('--ignore-eof-and-term');
    await host.host.close();
    expect(host.serverProcesses()).toEqual([]);
  });

  it('shows of a server that fails its exit code and its last words', async () => {
    const host = await testHost();
    const id = await host.addServer('broken', ['--exit-before-handshake=7']);
    host.desk.answer = () => true;
    await expect(host.commands['servers.connect']({ id })).rejects.toThrow(/7.*API_KEY missing/s);
    const view = await server(id, host);
    expect(view?.status).toMatchObject({ kind: 'failed', message: expect.stringContaining('API_KEY missing') });
    expect(view?.log.some((line) => line.source === 'stderr' && line.text.includes('API_KEY missing'))).toBe(true);
  });

  it('connects by connect_mcp, says when it is connected, and names the known servers', async () => {
    const allow = { kind: 'allowed', scope: 'chat' } as const;
    const answers = [
      calls(['connect_mcp', { server: 'mine' }]),
      calls(['connect_mcp', { server: 'mine' }]),
      calls(['connect_mcp', { server: 'yours' }]),
      calls(['mcp__mine__pid', {}]),
      says('ok'),
    ];
    const host = await testHost({ presenter: new AutoPresenter(allow, allow), model: answers });
    await host.addServer('mine');
    host.desk.answer = (question) => question.kind === 'start-server';
    const chat = await host.say(await host.newChat(), 'connect');
    const [first, second, third, fourth] = results(chat);
    expect(first).toMatch(/^Connected to "mine"\. Its tools are: .*mcp__mine__echo/);
    expect(second).toMatch(/already connected/);
    expect(third).toMatch(/There is no server "yours"\. The configured servers are: notes, docs, deploy, mine\./);
    expect(fourth).toMatch(/\d/);
    expect(host.serverProcesses('mischief.js')).toHaveLength(1);
  });

  it('lists bad tools with their reasons, and offers the good ones', async () => {
    const host = await testHost({ model: [says('ok')] });
    const id = await host.mischief('--bad-tools');
    await host.say(await host.newChat(), 'hi');
    const view = await server(id, host);
    expect(view?.hidden.length).toBeGreaterThan(0);
    const body = JSON.stringify(host.api?.requests.at(-1)?.body);
    for (const tool of view?.tools ?? []) expect(body).toContain(`"${tool.wireName}"`);
    expect(host.api?.requests.flatMap((request) => request.refusal ?? [])).toEqual([]);
  });

  it('imports all or nothing, and tells what it did not use', async () => {
    const host = await testHost();
    const good = { a: { command: 'a', timeout: 3 }, b: { command: 'b' } };
    const bad = JSON.stringify({ mcpServers: { ...good, notes: { command: 'x' } } });
    await expect(host.commands['servers.import']({ json: bad })).rejects.toMatchObject({ code: 'bad-import' });
    expect((await host.now()).servers).toHaveLength(3);
    const { ids } = await host.commands['servers.import']({ json: JSON.stringify({ mcpServers: good }) });
    expect(ids).toHaveLength(2);
    const state = await host.now();
    expect(state.servers.map((view) => [view.name, view.status.kind])).toContainEqual(['a', 'stopped']);
    expect(state.notices.map((notice) => notice.message)).toEqual(['a: Gatehouse does not use “timeout”.']);
  });

  it('removes a server after a native confirm, with its process and what was set for it', async () => {
    const host = await testHost();
    const id = await host.mischief();
    await host.commands['policy.set']({ serverId: id, tool: 'echo', verdict: 'deny' });
    await expect(host.commands['servers.remove']({ id })).rejects.toMatchObject({ code: 'cancelled' });
    host.desk.answer = (question) => question.kind === 'remove-server';
    await host.commands['servers.remove']({ id });
    expect(host.serverProcesses('mischief.js')).toEqual([]);
    expect((await host.now()).policies.some((entry) => entry.serverId === id)).toBe(false);
  });
});

describe('settings, keys and conversations', () => {
  it.each([
    [true, 'plaintext', { kind: 'stored', protection: 'plaintext' }],
    [false, 'memory', { kind: 'session' }],
  ] as const)('asks before a key is kept in plain text; answer %s keeps it as %s', async (yes, kept, state) => {
    const secrets = new MemorySecretStore('none');
    const host = await testHost({ secrets });
    host.desk.answer = () => yes;
    await host.commands['settings.setApiKey']({ key: 'sk-x' });
    expect([...secrets.kept.values()].map((secret) => secret.kept)).toEqual([kept]);
    expect((await host.now()).apiKey).toEqual(state);
    await host.commands['settings.clearApiKey']({});
    expect([(await host.now()).apiKey, secrets.kept.size]).toEqual([{ kind: 'none' }, 0]);
  });

  it('lists the practice model beside those of the server, and says why a list could not be read', async () => {
    const host = await testHost({ model: [] });
    const { models } = await host.commands['models.refresh']({});
    expect(models.map((model) => model.practice)).toEqual([false, true]);
    await host.commands['settings.update']({ baseUrl: 'http://127.0.0.1:1' });
    const broken = await host.commands['models.refresh']({});
    expect(broken.models).toHaveLength(1);
    expect(broken.problem).toMatchObject({ code: 'network', parts: { address: 'http://127.0.0.1:1' } });
  });

  it('works in the folder that was picked, and nowhere else', async () => {
    const presenter = new AutoPresenter({ kind: 'allowed', scope: 'chat' });
    const host = await testHost({ presenter, model: [write('a.txt'), write('../b.txt'), says('ok')] });
    const workspace = mkdtempSync(`${host.folder}-workspace-`);
    try {
      host.desk.folder = workspace;
      expect(await host.commands['workspace.pick']({})).toEqual({ workspace });
      const chat = await host.say(await host.newChat(), 'write');
      expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('hi');
      expect(Object.values(chat.calls)[1]).toMatchObject({ permission: { kind: 'refused', by: 'policy' } });
      expect(existsSync(join(workspace, '..', 'b.txt'))).toBe(false);
    } finally {
      rmSync(workspace, { recursive: true, force: true });
    }
  });

  it('renames and deletes a conversation, and refuses one that is gone', async () => {
    const host = await testHost({ model: [says('hello')] });
    const id = await host.newChat();
    await host.say(id, '  What is\n MCP?  ');
    expect((await host.now()).conversations[0]?.title).toBe('What is MCP?');
    await host.commands['conversations.rename']({ id, title: 'Mine' });
    expect((await host.now()).conversations[0]?.title).toBe('Mine');
    await host.commands['conversations.delete']({ id });
    await expect(host.commands['conversations.open']({ id })).rejects.toMatchObject({ code: 'unknown-conversation' });
    await expect(host.commands['chat.send']({ conversationId: id, text: 'x' })).rejects.toMatchObject({
      code: 'unknown-conversation',
    });
  });

  it('gives an opened conversation with the seq after which its events go on', async () => {
    const host = await testHost({ model: [says('one two three four five six seven eight')] });
    const id = await host.newChat();
    await host.commands['chat.send']({ conversationId: id, text: 'hi' });
    const { seq, state } = await host.commands['conversations.open']({ id });
    expect(host.events.at(-1)?.seq ?? 0).toBe(seq);
    expect(state).toEqual(host.chat(id));
  });
});
