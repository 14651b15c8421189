import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachmentInput, attachmentsOf } from '../../shared/attachment.js';
import { isJsonObject, type JsonObject } from '../../shared/json.js';
import { PDF, pngOf } from '../conversation/files.test-kit.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, says, TestHost, type Wanted } from './host.test-kit.js';

const PNG = pngOf(40, 30, true);
const open: TestHost[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-files-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function testHost(wanted: Wanted): Promise<TestHost> {
  const host = await TestHost.open(wanted);
  open.push(host);
  return host;
}

/** The attachment of a file that was handed over. */
async function attached(host: TestHost, name: string, bytes: Uint8Array) {
  const { file } = await host.commands['files.add']({ name, bytes });
  return attachmentInput({ kind: 'file', file });
}

/** The requests for an answer. */
function asked(host: TestHost) {
  return (host.api?.requests ?? []).filter(({ path }) => path === '/v1/messages');
}

/** The blocks of the last message of the last request. */
function lastSent(host: TestHost): readonly JsonObject[] {
  const body = asked(host).at(-1)?.body;
  const messages = isJsonObject(body) ? body['messages'] : undefined;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const content = isJsonObject(last) ? last['content'] : [];
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
}

describe('files of the user', () => {
  it('go to the model before the words, and stay with the message when it is said anew', async () => {
    const host = await testHost({ model: [says('A grey picture.'), says('Still grey.')] });
    const id = await host.newChat();
    const attachments = [await attached(host, 'grey.png', PNG), await attached(host, 'offer.pdf', PDF)];
    const chat = await host.turn(id, () =>
      host.commands['chat.send']({ conversationId: id, text: 'What is it?', attachments }),
    );
    expect(lastSent(host).map((block) => block['type'])).toEqual(['image', 'document', 'text']);
    const [message] = chat.messages;
    if (message?.role !== 'user') throw new Error('the user said nothing');
    expect(message.blocks).toMatchObject([
      { type: 'file', file: { name: 'grey.png', kind: 'image/png', width: 40, height: 30, size: PNG.length } },
      { type: 'file', file: { name: 'offer.pdf', kind: 'application/pdf' } },
      { type: 'text', text: 'What is it?' },
    ]);
    // What the page is told holds no bytes of the file.
    expect(JSON.stringify(host.events)).not.toContain(PNG.toString('base64').slice(0, 40));
    const again = attachmentsOf(chat.id, message).slice(0, 1).map(attachmentInput);
    await host.turn(id, () =>
      host.commands['chat.resend']({ conversationId: id, messageId: message.id, text: 'And now?', attachments: again }),
    );
    expect(lastSent(host).map((block) => block['type'])).toEqual(['image', 'text']);
  });

  it('need no words, and then name the chat', async () => {
    const host = await testHost({ model: [says('Grey.')] });
    const id = await host.newChat();
    const attachments = [await attached(host, 'grey.png', PNG)];
    await host.turn(id, () => host.commands['chat.send']({ conversationId: id, text: '', attachments }));
    expect((await host.now()).conversations[0]?.title).toBe('grey.png');
    await expect(host.commands['chat.send']({ conversationId: id, text: ' ' })).rejects.toThrow(/empty/u);
  });

  it('come back as bytes by their hash, and a hash of nothing is refused', async () => {
    const host = await testHost({});
    const { file } = await host.commands['files.add']({ name: 'grey.png', bytes: PNG });
    const { bytes } = await host.commands['files.read']({ hash: file.hash });
    expect(Buffer.from(bytes).equals(PNG)).toBe(true);
    await expect(host.commands['files.read']({ hash: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'file-lost' });
    await expect(host.commands['files.add']({ name: 'x', bytes: 'text' })).rejects.toMatchObject({
      code: 'bad-arguments',
    });
  });

  it('are too many where they are too large together, and nothing is sent then', async () => {
    const host = await testHost({ model: [] });
    const id = await host.newChat();
    const big = (mark: string): Buffer => Buffer.concat([PDF, Buffer.alloc(9_000_000, mark)]);
    const attachments = [await attached(host, 'a.pdf', big('a')), await attached(host, 'b.pdf', big('b'))];
    await expect(
      host.commands['chat.send']({ conversationId: id, text: 'Compare', attachments }),
    ).rejects.toMatchObject({ code: 'message-too-large' });
    expect(host.chat(id).messages).toEqual([]);
  });

  it('wait in the queue with their message', async () => {
    const host = await testHost({ model: [calls(['mcp__notes__list_notes', {}]), says('One.'), says('Grey.')] });
    const id = await host.newChat();
    const attachments = [await attached(host, 'grey.png', PNG)];
    await host.commands['chat.send']({ conversationId: id, text: 'First' });
    await host.commands['chat.queue']({ conversationId: id, text: 'Then', attachments });
    await host.until('both are answered', () => asked(host).length === 3);
    expect(lastSent(host).map((block) => block['type'])).toEqual(['image', 'text']);
  });

  it('go with a branch, an export and an import', async () => {
    const host = await testHost({ model: [says('Grey.'), says('Anew.')] });
    const id = await host.newChat();
    const csv = Buffer.from('a,b\n');
    const attachments = [await attached(host, 'grey.png', PNG), await attached(host, 'data.csv', csv)];
    const chat = await host.turn(id, () =>
      host.commands['chat.send']({ conversationId: id, text: 'What is it?', attachments }),
    );
    const [said] = chat.messages;
    const branch = await host.commands['conversations.branch']({ id, messageId: said?.id ?? '' });
    expect(branch).toMatchObject({ draft: 'What is it?', attachments: [{ kind: 'file' }, { kind: 'file' }] });

    host.desk.file = join(folder, 'chat.md');
    await host.commands['conversations.export']({ id, format: 'markdown' });
    expect(readFileSync(host.desk.file, 'utf8')).toContain(`(attached: grey.png, image/png, ${PNG.length} bytes)`);

    host.desk.file = join(folder, 'chat.json');
    await host.commands['conversations.export']({ id, format: 'json' });
    const { id: copy } = await host.commands['conversations.import']({});
    const { state } = await host.commands['conversations.open']({ id: copy });
    expect(state.messages[0]).toMatchObject({ blocks: said?.blocks });
    await host.turn(copy, () => host.commands['chat.regenerate']({ conversationId: copy }));
    expect(lastSent(host).slice(0, 2)).toMatchObject([
      { source: { data: PNG.toString('base64') } },
      { source: { data: 'a,b\n' }, title: 'data.csv' },
    ]);
  });

  it('that an imported chat can’t give back stay as their name', async () => {
    const host = await testHost({});
    const file = { type: 'file', name: 'x.png', kind: 'image/png', data: 'bm8gaW1hZ2UA' };
    const message = { role: 'user', id: 'u', at: 1, blocks: [file] };
    const chat = { format: 'gatehouse-chat', version: 1, title: 'T', createdAt: 1, messages: [message], calls: [] };
    host.desk.file = join(folder, 'chat.json');
    writeFileSync(host.desk.file, JSON.stringify(chat));
    const { id } = await host.commands['conversations.import']({});
    const { state } = await host.commands['conversations.open']({ id });
    expect(state.messages[0]?.blocks).toMatchObject([
      { type: 'text', text: expect.stringContaining('x.png') as string },
    ]);
  });

  it('count as read: what would run by itself asks in the turn that they begin', async () => {
    const decided: string[] = [];
    const model = [calls(['mcp__notes__add_note', { name: 'a', content: 'b' }]), says('Done.')];
    const allow = { serverId: 'notes', tool: 'add_note' } as const;
    for (const withFile of [false, true]) {
      const host = await testHost({ model, presenter: new AutoPresenter({ kind: 'denied' }) });
      await host.started();
      host.desk.answer = () => true;
      await host.commands['policy.set']({ ...allow, verdict: 'allow' });
      const id = await host.newChat();
      const attachments = withFile ? [await attached(host, 'offer.pdf', PDF)] : [];
      await host.turn(id, () => host.commands['chat.send']({ conversationId: id, text: 'Note it', attachments }));
      decided.push(...Object.values(host.chat(id).calls).map((call) => call.decision?.verdict ?? 'none'));
    }
    expect(decided).toEqual(['allow', 'confirm']);
  });
});

describe('the practice model', () => {
  it('names what it was sent, and says that it can’t look into it', async () => {
    const host = await testHost({});
    const id = await host.newChat();
    const attachments = [await attached(host, 'grey.png', PNG), await attached(host, 'offer.pdf', PDF)];
    const chat = await host.turn(id, () => host.commands['chat.send']({ conversationId: id, text: '', attachments }));
    const answer = chat.messages
      .at(-1)
      ?.blocks.map((block) => (block.type === 'text' ? block.text : ''))
      .join('');
    expect(answer).toMatch(/2 attachments: `image\/png`, `offer\.pdf`.*can't look into them/u);
  });
});
