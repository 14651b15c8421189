import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolCallRecord } from '../../shared/conversation.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, says, TestHost } from './host.test-kit.js';

const open: TestHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

async function mischief(model: Parameters<typeof TestHost.open>[0], ...flags: readonly string[]): Promise<TestHost> {
  const once = { kind: 'allowed', scope: 'once' } as const;
  const presenter = new AutoPresenter(once, once);
  const host = await TestHost.open({ presenter, ...model });
  open.push(host);
  await host.mischief(...flags);
  return host;
}

const callIn = (host: TestHost, id: string, at: number): ToolCallRecord | undefined =>
  Object.values(host.chat(id).calls)[at];

describe('the commands of a call', () => {
  it('cancel one that runs: its server is told, the model goes on, and asks what was cancelled', async () => {
    const ask = {
      kind: 'reply',
      blocks: [{ type: 'tool_use', id: 'toolu_ask', name: 'mcp__mischief__cancelled', input: {} }],
    } as const;
    const host = await mischief(
      { model: [calls(['mcp__mischief__echo', { text: 'a' }]), ask, says('done')] },
      '--never-answer',
    );
    const conversationId = await host.newChat();
    const over = host.say(conversationId, 'go');
    await host.until('the call runs', () => callIn(host, conversationId, 0)?.stage === 'running');
    const callId = callIn(host, conversationId, 0)?.id ?? '';
    expect(await host.commands['calls.cancel']({ conversationId, callId })).toBeNull();
    const { turn } = await over;
    expect(turn).toMatchObject({ kind: 'ended', outcome: { kind: 'completed' } });
    expect(callIn(host, conversationId, 0)?.result?.stopped).toBe('may-go-on');
    // `notifications/cancelled` had come when the server was asked.
    const told = callIn(host, conversationId, 1)?.result?.content[0];
    expect(told).toMatchObject({ type: 'text', text: expect.stringMatching(/^\[\d+\]$/u) });
    // Nothing runs: nothing happens.
    expect(await host.commands['calls.cancel']({ conversationId, callId })).toBeNull();
  });

  it('give a long result whole when it is asked for; the page has only its beginning', async () => {
    const host = await mischief(
      { model: [calls(['mcp__mischief__echo', { text: 'a' }]), says('done')] },
      '--huge-result=300000',
    );
    const conversationId = await host.newChat();
    await host.say(conversationId, 'go');
    const seen = callIn(host, conversationId, 0);
    expect(seen?.result).toMatchObject({ held: expect.any(Number), isError: false });
    expect(JSON.stringify(host.events).length).toBeLessThan(100_000);
    const { state } = await host.commands['conversations.open']({ id: conversationId });
    expect(JSON.stringify(state).length).toBeLessThan(20_000);
    const whole = await host.commands['calls.result']({ conversationId, callId: seen?.id ?? '' });
    expect(whole.held).toBeUndefined();
    expect(whole.content).toEqual([{ type: 'text', text: 'x'.repeat(300_000) }]);
    await expect(host.commands['calls.result']({ conversationId, callId: 'constructor' })).rejects.toThrow(
      /no result/u,
    );
  });

  it('save a file of a result where the user says, under a name that can do no harm', async () => {
    const host = await mischief(
      { model: [calls(['mcp__mischief__echo', { text: 'a' }]), says('done')] },
      '--media-result',
    );
    const conversationId = await host.newChat();
    await host.say(conversationId, 'go');
    const callId = callIn(host, conversationId, 0)?.id ?? '';
    const save = (block: number) => host.commands['calls.save']({ conversationId, callId, block });
    await expect(save(1)).rejects.toMatchObject({ code: 'cancelled' });
    host.desk.file = join(host.folder, 'mine.pdf');
    expect(await save(1)).toEqual({ path: host.desk.file });
    expect(host.desk.suggested).toEqual(['report.pdf', 'report.pdf']);
    expect(readFileSync(host.desk.file, 'utf8')).toBe('%PDF-1.4 not a whole one');
    expect(statSync(host.desk.file).mode & 0o777).toBe(0o600);
    await expect(save(3)).rejects.toMatchObject({ code: 'nothing-to-save' });
    await expect(save(99)).rejects.toMatchObject({ code: 'nothing-to-save' });
  });
});
