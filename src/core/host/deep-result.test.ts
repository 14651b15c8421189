import { afterEach, describe, expect, it } from 'vitest';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, results, says, TestHost } from './host.test-kit.js';

let host: TestHost | undefined;
afterEach(() => host?.close());

describe('a result with parts that are nested too deep', () => {
  it('reaches the model with all its other parts, is told in the log, and the turn goes on', async () => {
    const presenter = new AutoPresenter({ kind: 'allowed', scope: 'once' });
    host = await TestHost.open({
      presenter,
      model: [calls(['mcp__mischief__echo', { text: 'beside' }]), says('went on')],
    });
    const id = await host.mischief('--deep-result');
    const chat = await host.say(await host.newChat(), 'go');
    expect(results(chat)[0]).toContain('beside');
    expect(chat.messages.at(-1)).toMatchObject({ blocks: [{ text: 'went on' }] });
    expect(JSON.stringify(Object.values(chat.calls)[0]?.result)).toContain(
      '(left out by Gatehouse: nested deeper than 256 levels)',
    );
    const { servers } = await host.now();
    const log = servers.find((server) => server.id === id)?.log ?? [];
    expect(log.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('A part of what the server sent was left out'),
    );
    expect(host.audit.text).toContain('"outcome":"done"');
  });
});
