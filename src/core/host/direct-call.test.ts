import { afterEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import type { DirectCall } from './direct-call.js';
import { TestHost, type Wanted } from './host.test-kit.js';

const opened: TestHost[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((host) => host.close()));
});

async function startedHost(wanted: Wanted = {}): Promise<TestHost> {
  const host = await TestHost.open(wanted);
  opened.push(host);
  return host.started();
}

function call(serverId: string, tool: string, args: JsonObject, more: Partial<DirectCall> = {}): DirectCall {
  return {
    serverId: branded<ServerId>(serverId),
    tool: branded<RawToolName>(tool),
    arguments: args,
    signal: new AbortController().signal,
    onEvent: () => undefined,
    ...more,
  };
}

describe('a call of a person', () => {
  it('runs where policy allows it, without a question', async () => {
    const host = await startedHost({ starts: ['docs'] });
    const outcome = await host.host.callTool(call('docs', 'get_version', {}));
    expect(outcome).toMatchObject({ kind: 'answered', result: { isError: false } });
    expect(host.presenter.asked).toEqual([]);
  });

  it('asks like any other: that a person makes it is no allow', async () => {
    const presenter = new AutoPresenter({ kind: 'denied' }, { kind: 'allowed', scope: 'once' });
    const host = await startedHost({ presenter });
    const add = call('notes', 'add_note', { name: 'x', content: 'y' });
    expect(await host.host.callTool(add)).toEqual({
      kind: 'refused',
      by: 'user',
      message: 'Permission denied by user',
    });
    expect(await host.host.callTool(add)).toMatchObject({ kind: 'answered', result: { isError: false } });
    expect(presenter.asked.map((request) => request.arguments)).toEqual([add.arguments, add.arguments]);
  });

  it('is not sent with arguments that do not fit', async () => {
    const host = await startedHost();
    const outcome = await host.host.callTool(call('notes', 'read_note', { nam: 'x' }));
    expect(outcome).toMatchObject({ kind: 'bad-arguments', message: expect.stringContaining('name') });
  });

  it('of an unknown tool names the known ones', async () => {
    const host = await startedHost();
    await expect(host.host.callTool(call('notes', 'delete_note', {}))).rejects.toMatchObject({
      code: 'unknown-tool',
      message: expect.stringContaining('add_note'),
    });
  });

  it('that is stopped while it asks is cancelled, and the question goes', async () => {
    const host = await startedHost({ presenter: new AutoPresenter() });
    const stop = new AbortController();
    const events: AgentEvent[] = [];
    const outcome = host.host.callTool(
      call('notes', 'add_note', { name: 'x', content: 'y' }, { signal: stop.signal, onEvent: (e) => events.push(e) }),
    );
    await host.until('it asks', () => events.some((event) => event.type === 'tool-asking'));
    stop.abort();
    expect(await outcome).toMatchObject({ kind: 'refused', by: 'cancelled' });
    expect(events.at(-1)?.type).toBe('tool-finished');
  });

  it('is cancelled by the closing of the host', async () => {
    const host = await startedHost({ presenter: new AutoPresenter(), starts: ['deploy'] });
    const events: AgentEvent[] = [];
    const outcome = host.host.callTool(
      call('deploy', 'trigger', { service: 'web', version: '1' }, { onEvent: (event) => events.push(event) }),
    );
    await host.until('it asks', () => events.some((event) => event.type === 'tool-asking'));
    await host.host.close();
    expect(await outcome).toMatchObject({ kind: 'refused', by: 'cancelled' });
  });
});
