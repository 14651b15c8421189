import { createRequire } from 'node:module';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isJsonObject, type JsonObject } from '../../shared/json.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, says, TestHost, type Wanted } from './host.test-kit.js';

vi.setConfig({ testTimeout: 60_000 });

/** The server that the makers of the protocol test clients with. */
const EVERYTHING = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);
const FEATURES = 'demo://resource/static/document/features.md';

const open: TestHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

async function withEverything(wanted: Wanted = {}): Promise<{ readonly host: TestHost; readonly serverId: string }> {
  const host = await TestHost.open(wanted);
  open.push(host);
  const args = [EVERYTHING, 'stdio'];
  const launch = { kind: 'stdio', command: '${node}', args, env: {}, cwd: '' } as const;
  const { id: serverId } = await host.commands['servers.save']({ name: 'every', launch, autoConnect: true });
  host.desk.answer = () => true;
  await host.commands['servers.connect']({ id: serverId });
  return { host, serverId };
}

function lastSent(host: TestHost): readonly JsonObject[] {
  const body = host.api?.requests.findLast(({ path: of }) => of === '/v1/messages')?.body;
  const messages = isJsonObject(body) ? body['messages'] : undefined;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const content = isJsonObject(last) ? last['content'] : [];
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
}

describe('prompts of servers', () => {
  it('are listed, completed and filled in; what the server gave is sent as it was shown, with its source', async () => {
    const { host, serverId } = await withEverything({ model: [says('It is sunny.')] });
    const { prompts } = await host.commands['offers.prompts']({ serverId });
    const wanted = prompts.find((prompt) => prompt.name === 'args-prompt');
    expect(wanted?.arguments).toMatchObject([
      { name: 'city', required: true },
      { name: 'state', required: false },
    ]);

    const completed = await host.commands['offers.complete']({
      serverId,
      ref: { type: 'ref/prompt', name: 'completable-prompt' },
      argument: { name: 'department', value: 'E' },
      context: {},
    });
    expect(completed.values).toContain('Engineering');

    const given = await host.commands['offers.prompt']({ serverId, name: 'args-prompt', arguments: { city: 'Paris' } });
    expect(given.parts).toMatchObject([{ type: 'text', text: expect.stringContaining('Paris') as string }]);

    const id = await host.newChat();
    const attachments = [{ kind: 'prompt', id: given.id } as const];
    const chat = await host.turn(id, () => host.commands['chat.send']({ conversationId: id, text: '', attachments }));
    expect(chat.messages[0]?.blocks).toEqual(given.parts);
    expect(given.parts[0]?.source).toMatchObject({
      serverName: 'every',
      given: { kind: 'prompt', name: 'args-prompt' },
    });
    expect(lastSent(host)).toMatchObject([
      { text: expect.stringMatching(/prompt "args-prompt" of the server "every"/u) as string },
    ]);
    expect((await host.now()).conversations[0]?.title).toBe('args-prompt');
  });

  it('that lack an argument, or that nobody holds any more, are refused in words', async () => {
    const { host, serverId } = await withEverything();
    await expect(
      host.commands['offers.prompt']({ serverId, name: 'args-prompt', arguments: {} }),
    ).rejects.toMatchObject({ code: 'refused-by-server', message: expect.stringContaining('every refused') as string });
    const id = await host.newChat();
    const attachments = [{ kind: 'prompt', id: 'of yesterday' } as const];
    await expect(host.commands['chat.send']({ conversationId: id, text: 'x', attachments })).rejects.toMatchObject({
      code: 'prompt-gone',
    });
    expect(host.chat(id).messages).toEqual([]);
  });

  it('taint the turn that they begin', async () => {
    const model = [calls(['mcp__notes__add_note', { name: 'a', content: 'b' }]), says('Done.')];
    const { host, serverId } = await withEverything({ model, presenter: new AutoPresenter({ kind: 'denied' }) });
    await host.started();
    await host.commands['policy.set']({ serverId: 'notes', tool: 'add_note', verdict: 'allow' });
    const { id: prompt } = await host.commands['offers.prompt']({ serverId, name: 'simple-prompt', arguments: {} });
    const id = await host.newChat();
    await host.turn(id, () =>
      host.commands['chat.send']({ conversationId: id, text: '', attachments: [{ kind: 'prompt', id: prompt }] }),
    );
    const [call] = Object.values(host.chat(id).calls);
    expect(call?.decision?.verdict).toBe('confirm');
    expect(JSON.stringify(call?.decision)).toContain('every');
  });
});

describe('resources of servers', () => {
  it('are listed with their templates and read when the message is sent', async () => {
    const { host, serverId } = await withEverything({ model: [says('Read.'), says('Again.')] });
    const { resources } = await host.commands['offers.resources']({ serverId });
    expect(resources).toContainEqual(expect.objectContaining({ uri: FEATURES, template: false }));
    expect(resources.filter(({ template }) => template).map(({ uri }) => uri)).toContain(
      'demo://resource/dynamic/text/{resourceId}',
    );
    const id = await host.newChat();
    const attachments = [{ kind: 'resource', serverId, uri: FEATURES, name: 'features.md' } as const];
    const chat = await host.turn(id, () =>
      host.commands['chat.send']({ conversationId: id, text: 'What is this?', attachments }),
    );
    expect(lastSent(host)).toMatchObject([
      { type: 'document', title: expect.stringContaining(FEATURES) as string, source: { type: 'text' } },
      { type: 'text', text: 'What is this?' },
    ]);
    // Said anew, it is what was read then.
    const [message] = chat.messages;
    const part = { kind: 'part', conversationId: id, messageId: message?.id ?? '', index: 0 } as const;
    const again = await host.turn(id, () =>
      host.commands['chat.resend']({
        conversationId: id,
        messageId: message?.id ?? '',
        text: 'And?',
        attachments: [part],
      }),
    );
    expect(again.messages[0]?.blocks[0]).toEqual(message?.blocks[0]);
  });

  it('that can’t be read say so, and the message is not sent', async () => {
    const { host, serverId } = await withEverything({ model: [] });
    const id = await host.newChat();
    const attachments = [{ kind: 'resource', serverId, uri: 'demo://nope', name: 'nope' } as const];
    await expect(host.commands['chat.send']({ conversationId: id, text: 'x', attachments })).rejects.toThrow(
      /^The message was not sent: every refused.*demo:\/\/nope/u,
    );
    await host.commands['servers.disconnect']({ id: serverId });
    await expect(host.commands['chat.send']({ conversationId: id, text: 'x', attachments })).rejects.toThrow(
      /not connected/u,
    );
    expect(host.chat(id).messages).toEqual([]);
  });
});
