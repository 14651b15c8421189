import { afterEach, describe, expect, it } from 'vitest';
import type { ChatMessage, ConversationState } from '../../shared/conversation.js';
import { isJsonObject } from '../../shared/json.js';
import { says, TestHost, type Wanted } from './host.test-kit.js';

const open: TestHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

async function testHost(wanted: Wanted): Promise<TestHost> {
  const host = await TestHost.open(wanted);
  open.push(host);
  return host;
}

function texts({ messages }: ConversationState): readonly string[] {
  return messages.map((message: ChatMessage) =>
    message.blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join(''),
  );
}

/** What the model was sent last. */
function lastMessages({ api }: TestHost): unknown {
  const body = api?.requests.at(-1)?.body;
  return isJsonObject(body) ? body['messages'] : undefined;
}

async function titles(host: TestHost): Promise<readonly string[]> {
  return (await host.commands['app.snapshot']({})).state.conversations.map(({ title }) => title);
}

describe('the list of chats', () => {
  it('loses a deleted chat at once, and gets it back', async () => {
    const host = await testHost({ model: [says('one')] });
    const id = await host.newChat();
    await host.say(id, 'keep me');
    await host.commands['conversations.delete']({ id });
    expect(await titles(host)).toEqual([]);
    await expect(host.commands['conversations.open']({ id })).rejects.toMatchObject({ code: 'unknown-conversation' });
    expect(await host.commands['conversations.search']({ query: 'keep' })).toEqual({ hits: [], more: false });
    await host.commands['conversations.restore']({ id });
    expect(await titles(host)).toEqual(['keep me']);
    expect(texts((await host.commands['conversations.open']({ id })).state)).toEqual(['keep me', 'one']);
  });

  it('has lost it for good when the app has ended', async () => {
    const host = await testHost({ model: [says('one')] });
    const id = await host.newChat();
    await host.say(id, 'gone');
    await host.commands['conversations.delete']({ id });
    await host.restart();
    expect(await titles(host)).toEqual([]);
    await expect(host.commands['conversations.restore']({ id })).rejects.toMatchObject({
      code: 'unknown-conversation',
    });
  });

  it('keeps a pin', async () => {
    const host = await testHost({ model: [] });
    const id = await host.newChat();
    await host.commands['conversations.pin']({ id, pinned: true });
    await host.restart();
    expect((await host.commands['app.snapshot']({})).state.conversations).toMatchObject([{ id, pinned: true }]);
    await host.commands['conversations.pin']({ id, pinned: false });
    expect((await host.commands['app.snapshot']({})).state.conversations[0]).not.toHaveProperty('pinned');
  });
});

describe('going back', () => {
  it('says a message in other words: what came after it is gone for the model, the page and the search', async () => {
    const host = await testHost({ model: [says('one'), says('two'), says('three')] });
    const id = await host.newChat();
    await host.say(id, 'first');
    const { messages } = await host.say(id, 'second');
    const messageId = messages[2]?.id ?? '';
    await host.turn(id, () => host.commands['chat.resend']({ conversationId: id, messageId, text: 'other' }));
    const { state } = await host.commands['conversations.open']({ id });
    expect(texts(state)).toEqual(['first', 'one', 'other', 'three']);
    expect(JSON.stringify(lastMessages(host))).not.toMatch(/second|two/u);
    expect((await host.commands['conversations.search']({ query: 'second' })).hits).toEqual([]);
    await host.restart();
    expect(texts((await host.commands['conversations.open']({ id })).state)).toEqual([
      'first',
      'one',
      'other',
      'three',
    ]);
    await expect(host.commands['chat.resend']({ conversationId: id, messageId, text: 'again' })).rejects.toMatchObject({
      code: 'unknown-message',
    });
  });

  it('answers the last message anew', async () => {
    const host = await testHost({ model: [says('one'), says('two')] });
    const id = await host.newChat();
    await expect(host.commands['chat.regenerate']({ conversationId: id })).rejects.toMatchObject({
      code: 'nothing-to-retry',
    });
    await host.say(id, 'first');
    await host.turn(id, () => host.commands['chat.regenerate']({ conversationId: id }));
    expect(texts((await host.commands['conversations.open']({ id })).state)).toEqual(['first', 'two']);
  });

  it('begins a branch at a message, and the two go on by themselves', async () => {
    const host = await testHost({ model: [says('one'), says('two'), says('three')] });
    const id = await host.newChat();
    await host.say(id, 'first');
    const { messages } = await host.say(id, 'second');
    const branch = await host.commands['conversations.branch']({ id, messageId: messages[1]?.id ?? '' });
    expect(await titles(host)).toEqual(['first (2)', 'first']);
    await host.say(branch.id, 'elsewhere');
    expect(texts((await host.commands['conversations.open']({ id: branch.id })).state)).toEqual([
      'first',
      'one',
      'elsewhere',
      'three',
    ]);
    expect(texts((await host.commands['conversations.open']({ id })).state)).toEqual(['first', 'one', 'second', 'two']);
    const again = await host.commands['conversations.branch']({ id, messageId: messages[2]?.id ?? '' });
    expect(again.draft).toBe('second');
    await expect(host.commands['conversations.branch']({ id, messageId: 'x' })).rejects.toMatchObject({
      code: 'unknown-message',
    });
  });

  it('counts the branches of a chat in their titles, also a branch of a branch', async () => {
    const host = await testHost({ model: [says('one')] });
    const id = await host.newChat();
    const { messages } = await host.say(id, 'Harvest (2026)');
    const messageId = messages[1]?.id ?? '';
    const branch = await host.commands['conversations.branch']({ id, messageId });
    await host.commands['conversations.branch']({ id: branch.id, messageId });
    await host.commands['conversations.branch']({ id, messageId });
    expect([...(await titles(host))].toSorted()).toEqual([
      'Harvest (2026)',
      'Harvest (2026) (2)',
      'Harvest (2026) (3)',
      'Harvest (2026) (4)',
    ]);
    // A number is counted on only where it was counted: the chat that it would be a branch of is there no more.
    await host.commands['conversations.delete']({ id });
    await host.commands['conversations.branch']({ id: branch.id, messageId });
    expect(await titles(host)).toContain('Harvest (2026) (2) (2)');
  });
});

describe('the search', () => {
  it('finds what was said in all chats, with what stands around it', async () => {
    const host = await testHost({
      model: [says('The gatehouse asks before it lets a tool run.'), says('好的，笔记在这里')],
    });
    const first = await host.newChat();
    await host.say(first, 'What does it do?');
    await host.say(await host.newChat(), '列出我的笔记');
    const english = await host.commands['conversations.search']({ query: 'lets TOOL' });
    expect(english.hits).toMatchObject([
      {
        conversationId: first,
        role: 'assistant',
        before: 'The gatehouse asks before it ',
        match: 'lets',
        after: ' a tool run.',
      },
    ]);
    expect((await host.commands['conversations.search']({ query: '笔记' })).hits.map(({ role }) => role)).toEqual([
      'assistant',
      'user',
    ]);
  });
});
