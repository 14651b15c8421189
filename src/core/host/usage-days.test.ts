import { afterEach, describe, expect, it, vi } from 'vitest';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { SCRIPTED_MODEL } from '../testing/strict-messages-api.js';
import { calls, results, says, TestHost } from './host.test-kit.js';

vi.setConfig({ testTimeout: 60_000 }); // children start slowly on a busy machine

let host: TestHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

describe('the usage of all chats', () => {
  it('has every chat of today, also a deleted one and after a restart, and a branch adds nothing', async () => {
    host = await TestHost.open({
      model: () => ({ ...says('ok'), inputTokens: 30, cacheReadTokens: 70 }),
      api: { models: [SCRIPTED_MODEL] },
    });
    await host.commands['models.refresh']({});
    const first = await host.newChat();
    await host.say(first, 'one');
    const answer = host.chat(first).messages.at(-1);
    await host.commands['conversations.branch']({ id: first, messageId: answer?.id ?? '' });
    await host.say(await host.newChat(), 'two');
    await host.commands['conversations.delete']({ id: first });
    await host.restart();
    const { days } = await host.commands['usage.days']({ days: 7 });
    expect(days).toHaveLength(7);
    expect(days.slice(0, -1).every(({ sums }) => sums.length === 0)).toBe(true);
    expect(days.at(-1)?.sums).toEqual([
      expect.objectContaining({
        model: 'claude-sonnet-test',
        kind: 'chat',
        requests: 2,
        inputTokens: 200,
        cacheReadTokens: 140,
      }),
    ]);
    expect(days.at(-1)?.sums[0]).not.toHaveProperty('dollars');
  });

  it('has an answer that the user stopped, as far as it was counted', async () => {
    const blocks = [{ type: 'text', text: 'a long answer' }] as const;
    const started = await TestHost.open({
      model: [{ kind: 'reply', blocks, inputTokens: 30, cacheReadTokens: 70, stall: true }],
    });
    host = started;
    const conversationId = await host.newChat();
    await host.commands['chat.send']({ conversationId, text: 'go' });
    await host.until('it streams', () => started.chat(conversationId).messages.at(-1)?.role === 'assistant');
    await host.turn(conversationId, () => started.commands['chat.stop']({ conversationId }));
    const { days } = await host.commands['usage.days']({ days: 7 });
    const counted = { requests: 1, inputTokens: 100, cacheReadTokens: 70, outputTokens: 1 };
    expect(days.at(-1)?.sums).toEqual([{ model: 'claude-sonnet-test', kind: 'broken', ...counted }]);
    expect(host.chat(conversationId).requests).toEqual([expect.objectContaining({ kind: 'broken' })]);
  });

  it('has what a server asked the model, whole or not, apart from the chat', async () => {
    const yes = { ...says('yes'), inputTokens: 7 };
    const broken = { ...says('half of it'), inputTokens: 11, cutAfterBytes: 700 };
    host = await TestHost.open({
      model: [calls(['mcp__mischief__echo', {}]), yes, broken, says('Done.')],
      presenter: new AutoPresenter({ kind: 'allowed', scope: 'once' }),
      env: { ANTHROPIC_API_KEY: 'k' },
      servers: [],
    });
    const id = await host.addServer('mischief', ['--ask-model=2']);
    host.desk.answer = () => true;
    await host.commands['servers.setMayAskModel']({ id, mayAskModel: true });
    await host.commands['servers.connect']({ id });
    const chat = await host.say(await host.newChat(), 'go');
    expect(results(chat)[0]).toContain('The model could not answer.');
    const { days } = await host.commands['usage.days']({ days: 7 });
    expect(days.at(-1)?.sums).toEqual([
      expect.objectContaining({ kind: 'chat', requests: 2 }),
      expect.objectContaining({ kind: 'server', requests: 2, inputTokens: 18 }),
    ]);
    expect(chat.requests).toHaveLength(2);
  });
});
