import { afterEach, expect, it } from 'vitest';
import { calls, says, TestHost } from './host.test-kit.js';

const open: TestHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

it('a turn pauses when it has cost as much as it may, and goes on when it is told to', async () => {
  // 1,000,000 tokens read by Claude Opus 5: 5 dollars.
  const dear = { ...calls(['read', { path: 'a.md' }]), inputTokens: 1_000_000 };
  const host = await TestHost.open({ model: [dear, says('done')], settings: { model: 'claude-opus-5' } });
  open.push(host);
  await host.commands['settings.update']({ maxTurnCents: 450 });
  const id = await host.newChat();
  const paused = await host.say(id, 'read it');
  expect(paused.turn).toMatchObject({
    outcome: { kind: 'limit', by: { kind: 'cost', dollars: expect.closeTo(5, 3) } },
  });
  expect(host.api?.requests.filter(({ path }) => path === '/v1/messages')).toHaveLength(1);
  const chat = await host.turn(id, () => host.commands['chat.continue']({ conversationId: id }));
  expect(chat.turn).toMatchObject({ outcome: { kind: 'completed' } });
  expect(chat.requests).toHaveLength(2);
});
