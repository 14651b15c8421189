import { afterEach, describe, expect, it } from 'vitest';
import { SCRIPTED_MODEL } from '../testing/strict-messages-api.js';
import { says, TestHost } from './host.test-kit.js';

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
    expect(days.slice(0, -1).every(({ models }) => models.length === 0)).toBe(true);
    expect(days.at(-1)?.models).toEqual([
      expect.objectContaining({ model: 'claude-sonnet-test', requests: 2, inputTokens: 200, cacheReadTokens: 140 }),
    ]);
    expect(days.at(-1)?.models[0]).not.toHaveProperty('dollars');
  });
});
