import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { attachmentInput } from '../../shared/attachment.js';
import { isJsonObject, type JsonObject } from '../../shared/json.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import type { Script } from '../testing/strict-messages-api.js';
import { calls, says, TestHost, type Wanted } from './host.test-kit.js';

const open: TestHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

/** A host with `docs`, which offers a prompt, resources and completion. */
async function withDocs(wanted: Wanted = {}): Promise<TestHost> {
  const host = await TestHost.open({ starts: ['docs'], ...wanted });
  open.push(host);
  return host.started();
}

function lastSent(host: TestHost): readonly JsonObject[] {
  const body = host.api?.requests.findLast(({ path: of }) => of === '/v1/messages')?.body;
  const messages = isJsonObject(body) ? body['messages'] : undefined;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const content = isJsonObject(last) ? last['content'] : [];
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
}

const serverId = 'docs';

describe('prompts of servers', () => {
  it('are listed, completed and filled in; what the server gave is sent as it was shown, with its source', async () => {
    const host = await withDocs({ model: [says('Policy decides.')] });
    const { prompts } = await host.commands['offers.prompts']({ serverId });
    expect(prompts).toMatchObject([
      {
        name: 'explain',
        arguments: [
          { name: 'topic', required: true },
          { name: 'reader', required: false },
        ],
      },
    ]);
    const completed = await host.commands['offers.complete']({
      serverId,
      ref: { type: 'ref/prompt', name: 'explain' },
      argument: { name: 'topic', value: 'pol' },
      context: {},
    });
    expect(completed.values.join()).toMatch(/pol/iu);

    const given = await host.commands['offers.prompt']({ serverId, name: 'explain', arguments: { topic: 'policy' } });
    expect(given.parts).toMatchObject([{ type: 'text', text: expect.stringContaining('Explain “policy”') as string }]);
    expect(given.parts[0]?.source).toMatchObject({ serverName: 'docs', given: { kind: 'prompt', name: 'explain' } });

    const id = await host.newChat();
    const attachments = [{ kind: 'prompt', id: given.id } as const];
    const chat = await host.turn(id, () => host.commands['chat.send']({ conversationId: id, text: '', attachments }));
    expect(chat.messages[0]?.blocks).toEqual(given.parts);
    const text = expect.stringMatching(/prompt "explain" of the server "docs"\]\nExplain “policy”/u) as string;
    expect(lastSent(host)).toMatchObject([{ type: 'text', text }]);
    expect((await host.now()).conversations[0]?.title).toBe('explain');

    await host.restart();
    const { state } = await host.commands['conversations.open']({ id });
    expect(state.messages[0]).toEqual(chat.messages[0]);

    host.desk.file = join(host.folder, 'chat.json');
    await host.commands['conversations.export']({ id, format: 'json' });
    const { id: copy } = await host.commands['conversations.import']({});
    const imported = (await host.commands['conversations.open']({ id: copy })).state.messages[0]?.blocks[0];
    const source = { serverName: 'docs', given: { kind: 'prompt', name: 'explain' } };
    expect(imported).toMatchObject({ ...given.parts[0], source });
  });

  it('that lack an argument, or that nobody holds any more, are refused in words', async () => {
    const host = await withDocs();
    await expect(host.commands['offers.prompt']({ serverId, name: 'explain', arguments: {} })).rejects.toMatchObject({
      code: 'refused-by-server',
      message: expect.stringContaining('docs refused') as string,
    });
    const id = await host.newChat();
    const attachments = [{ kind: 'prompt', id: 'of yesterday' } as const];
    await expect(host.commands['chat.send']({ conversationId: id, text: 'x', attachments })).rejects.toMatchObject({
      code: 'prompt-gone',
    });
    expect(host.chat(id).messages).toEqual([]);
  });

  it('outlive the app in a draft, as they were shown, also where their server is gone', async () => {
    const host = await withDocs({ model: [says('Policy decides.')] });
    const given = await host.commands['offers.prompt']({ serverId, name: 'explain', arguments: { topic: 'policy' } });
    const attachments = [{ kind: 'prompt', id: given.id } as const];
    const id = await host.newChat();
    await host.commands['drafts.set']({ conversationId: id, text: 'In short.', attachments });
    await host.restart();
    host.host.start();
    host.desk.answer = () => true;
    await host.commands['servers.remove']({ id: serverId });

    const shown = { kind: 'prompt', id: given.id, serverName: 'docs', name: 'explain' };
    const { drafts } = await host.commands['drafts.list']({});
    expect(drafts).toEqual([{ conversationId: id, text: 'In short.', attachments: [shown] }]);
    // The page empties the draft while the message is on its way, and puts it back where it was refused.
    await host.commands['drafts.set']({ conversationId: id, text: 'In short.', attachments });
    const chat = await host.turn(id, () =>
      host.commands['chat.send']({ conversationId: id, text: 'In short.', attachments }),
    );
    expect(chat.messages[0]?.blocks.slice(0, -1)).toEqual(given.parts);
    expect((await host.commands['drafts.list']({})).drafts).toEqual([]);
    await host.restart();
    expect(host.storedDrafts()).toEqual([]);
  });

  it('can be taken out of the queue after a restart, and said all the same', async () => {
    const blocks = [{ type: 'text', text: 'Never whole.' }] as const;
    const model: Script = (body) =>
      JSON.stringify(body).includes('Now') ? says('Policy decides.') : { kind: 'reply', blocks, stall: true };
    const host = await withDocs({ model });
    const given = await host.commands['offers.prompt']({ serverId, name: 'explain', arguments: { topic: 'policy' } });
    const attachments = [{ kind: 'prompt', id: given.id } as const];
    const id = await host.newChat();
    await host.turn(id, async () => {
      await host.commands['chat.send']({ conversationId: id, text: 'First' });
      await host.commands['chat.queue']({ conversationId: id, text: 'Then', attachments });
      await host.commands['chat.stop']({ conversationId: id });
    });
    await host.restart();
    const { state } = await host.commands['conversations.open']({ id });
    const queuedId = state.queue?.[0]?.id ?? '';
    await host.commands['chat.unqueue']({ conversationId: id, queuedId });
    await host.turn(id, () => host.commands['chat.send']({ conversationId: id, text: 'Now', attachments }));
    expect(host.chat(id).messages.findLast(({ role }) => role === 'user')?.blocks[0]).toEqual(given.parts[0]);
  });

  it('outlive the app in a draft that a branch began, as long as the message that they were a part of', async () => {
    const host = await withDocs({ model: [says('Policy decides.')] });
    const given = await host.commands['offers.prompt']({ serverId, name: 'explain', arguments: { topic: 'policy' } });
    const id = await host.newChat();
    const chat = await host.turn(id, () =>
      host.commands['chat.send']({ conversationId: id, text: 'x', attachments: [{ kind: 'prompt', id: given.id }] }),
    );
    const messageId = chat.messages[0]?.id ?? '';
    const { id: branch, attachments = [] } = await host.commands['conversations.branch']({ id, messageId });
    const draft = { conversationId: branch, text: 'y', attachments: attachments.map(attachmentInput) };
    await host.commands['drafts.set'](draft);
    await host.restart();
    expect((await host.commands['drafts.list']({})).drafts).toEqual([{ ...draft, attachments }]);
    expect(attachments).toMatchObject([{ kind: 'part', source: { serverName: 'docs' } }]);
    await host.commands['conversations.delete']({ id });
    expect((await host.commands['drafts.list']({})).drafts).toEqual([{ ...draft, attachments: [] }]);
  });

  it('taint the turn that they begin', async () => {
    const model = [calls(['mcp__notes__add_note', { name: 'a', content: 'b' }]), says('Done.')];
    const host = await withDocs({ starts: ['notes', 'docs'], model, presenter: new AutoPresenter({ kind: 'denied' }) });
    host.desk.answer = () => true;
    await host.commands['policy.set']({ serverId: 'notes', tool: 'add_note', verdict: 'allow' });
    const given = await host.commands['offers.prompt']({ serverId, name: 'explain', arguments: { topic: 'policy' } });
    const id = await host.newChat();
    await host.turn(id, () =>
      host.commands['chat.send']({ conversationId: id, text: '', attachments: [{ kind: 'prompt', id: given.id }] }),
    );
    const [call] = Object.values(host.chat(id).calls);
    expect(call?.decision?.verdict).toBe('confirm');
    expect(JSON.stringify(call?.decision)).toContain('docs');
  });
});

describe('resources of servers', () => {
  it('are listed with their templates, read when the message is sent, and said anew as they were', async () => {
    const host = await withDocs({ model: [says('Read.'), says('Again.')] });
    const { resources } = await host.commands['offers.resources']({ serverId });
    expect(resources.filter(({ template }) => template)).toMatchObject([{ uri: 'docs://pages/{file}' }]);
    const [page] = resources;
    const uri = page?.uri ?? '';
    const id = await host.newChat();
    const attachments = [{ kind: 'resource', serverId, uri, name: 'A page' } as const];
    const chat = await host.turn(id, () =>
      host.commands['chat.send']({ conversationId: id, text: 'What is this?', attachments }),
    );
    expect(lastSent(host)).toMatchObject([
      { type: 'document', title: expect.stringContaining(uri) as string, source: { type: 'text' } },
      { type: 'text', text: 'What is this?' },
    ]);
    const [message] = chat.messages;
    const messageId = message?.id ?? '';
    const part = { kind: 'part', conversationId: id, messageId, index: 0 } as const;
    const again = await host.turn(id, () =>
      host.commands['chat.resend']({ conversationId: id, messageId, text: 'And?', attachments: [part] }),
    );
    expect(again.messages[0]?.blocks[0]).toEqual(message?.blocks[0]);
  });

  it('that can’t be read say so, and the message is not sent', async () => {
    const host = await withDocs({ model: [] });
    const id = await host.newChat();
    const attachments = [{ kind: 'resource', serverId, uri: 'docs://nope', name: 'nope' } as const];
    const send = () => host.commands['chat.send']({ conversationId: id, text: 'x', attachments });
    await expect(send()).rejects.toThrow(/^The message was not sent: .*docs:\/\/nope/u);
    await host.commands['servers.disconnect']({ id: serverId });
    await expect(send()).rejects.toThrow(/not connected/u);
    expect(host.chat(id).messages).toEqual([]);
  });
});
