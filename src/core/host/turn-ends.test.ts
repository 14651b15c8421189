import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json.js';
import { isJsonObject } from '../../shared/json.js';
import type { ScriptedAnswer } from '../testing/strict-messages-api.js';
import { calls, results, says, TestHost, type Wanted } from './host.test-kit.js';

const open: TestHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

/** A host without servers, with a workspace that holds `a.md`. */
async function testHost(model: NonNullable<Wanted['model']>, settings: Wanted['settings'] = {}): Promise<TestHost> {
  const host = await TestHost.open({ model, settings, servers: [] });
  open.push(host);
  const workspace = join(host.folder, 'work');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'a.md'), 'hello');
  host.desk.folder = workspace;
  await host.commands['workspace.pick']({});
  return host;
}

const refusals = (host: TestHost) => host.api?.requests.flatMap((request) => request.refusal ?? []);
const toolNames = (body: unknown): readonly unknown[] => {
  const tools = isJsonObject(body) ? body['tools'] : [];
  return Array.isArray(tools) ? tools.map((tool: unknown) => (isJsonObject(tool) ? tool['name'] : undefined)) : [];
};
const read = (n: number): ScriptedAnswer => ({
  kind: 'reply',
  blocks: [{ type: 'tool_use', id: `toolu_${n}`, name: 'read', input: { path: 'a.md' } }],
});

describe('how a turn goes on and ends', () => {
  it('goes on after a pause of the model', async () => {
    const paused: ScriptedAnswer = { ...says('Let me see'), stopReason: 'pause_turn' } as ScriptedAnswer;
    const host = await testHost([paused, says('Found it.')]);
    const chat = await host.say(await host.newChat(), 'look');
    expect(chat.turn).toMatchObject({ outcome: { kind: 'completed' } });
    expect(chat.messages).toHaveLength(3);
    expect(refusals(host)).toEqual([]);
  });

  it('gives a call that did not fit twice the room once, and then says that it is too long', async () => {
    const cut = (n: number) => ({ ...read(n), stopReason: 'max_tokens' }) as ScriptedAnswer;
    const host = await testHost([cut(1), cut(2)]);
    const chat = await host.say(await host.newChat(), 'write');
    const asked = host.api?.requests.map(({ body }) => (isJsonObject(body) ? body['max_tokens'] : undefined));
    expect(asked).toEqual([8000, 16_000]);
    expect(chat.turn).toMatchObject({
      outcome: { kind: 'failed', code: 'call-too-long', parts: { most: expect.any(String) } },
    });
    expect(results(chat)[0]).toMatch(/not run: the answer was cut at its limit of tokens/);
    expect(refusals(host)).toEqual([]);
  });

  it('leaves out a tool that the model server refuses, says which and why, and goes on with the others', async () => {
    const words = 'tools.0.custom.input_schema: JSON schema is invalid.';
    const host = await testHost((body: JsonObject) =>
      toolNames(body).includes('read')
        ? { kind: 'error', status: 400, type: 'invalid_request_error', message: words }
        : says('Fine without it.'),
    );
    const id = await host.newChat();
    const chat = await host.say(id, 'hi');
    expect(chat.turn).toMatchObject({ outcome: { kind: 'completed' } });
    expect(chat.setAside).toMatchObject([
      { serverName: 'gatehouse', tool: 'read', why: expect.stringContaining(words) },
    ]);
    const sent = host.api?.requests.map(({ body }) => toolNames(body));
    expect(sent?.[1]).toEqual(sent?.[0]?.slice(1));
    await host.say(id, 'again');
    expect(host.api?.requests).toHaveLength(3);
    await host.restart();
    await host.say(id, 'after a restart');
    expect(host.api?.requests).toHaveLength(4);
  });

  it('pauses where the same call gives the same result again and again, and goes on when it is told to', async () => {
    const host = await testHost((_body, index) => (index < 5 ? read(index) : says('Enough.')));
    const id = await host.newChat();
    const chat = await host.say(id, 'read');
    expect(chat.turn).toMatchObject({ outcome: { kind: 'limit', by: { kind: 'repeats', tool: 'read', times: 5 } } });
    const on = await host.turn(id, () => host.commands['chat.continue']({ conversationId: id }));
    expect(on.turn).toMatchObject({ outcome: { kind: 'completed' } });
    expect(refusals(host)).toEqual([]);
  });

  it('keeps to the limit of tokens that the user set', async () => {
    const host = await testHost((_body, index) => ({ ...read(index), inputTokens: 9_999 }) as ScriptedAnswer, {
      maxTurnTokens: 20_000,
    });
    const chat = await host.say(await host.newChat(), 'read');
    expect(chat.turn).toMatchObject({ outcome: { kind: 'limit', by: { kind: 'tokens', tokens: 20_000 } } });
    expect(host.api?.requests).toHaveLength(2);
  });

  it('tells what each request takes of the window, by part, and keeps that out of the store', async () => {
    const host = await testHost([read(1), says('done')]);
    const id = await host.newChat();
    const { context } = await host.say(id, 'read');
    expect(context).toMatchObject({ window: 200_000, tools: [{ serverName: 'gatehouse' }] });
    expect(context?.tools[0]?.tokens).toBeGreaterThan(100);
    expect(context?.system).toBeGreaterThan(50);
    expect(context?.history).toBeGreaterThan(1);
    expect(context?.history).toBeLessThan(200);
    await host.restart();
    expect((await host.commands['conversations.open']({ id })).state.context).toBeUndefined();
  });

  it('marks what the model may keep in its cache, and keeps what it read from there', async () => {
    const usage = { cacheReadTokens: 900, cacheWriteTokens: 50, inputTokens: 10 };
    const host = await testHost([calls(['read', { path: 'a.md' }]), { ...says('done'), ...usage }]);
    const chat = await host.say(await host.newChat(), 'read');
    expect(chat.messages.at(-1)).toMatchObject({
      usage: { inputTokens: 960, outputTokens: 1, cacheReadTokens: 900, cacheWriteTokens: 50 },
    });
    for (const { body } of host.api?.requests ?? []) {
      const marks = JSON.stringify(body).match(/"cache_control":\{"type":"ephemeral"\}/g);
      expect(marks).toHaveLength(3);
    }
    expect(refusals(host)).toEqual([]);
  });
});
