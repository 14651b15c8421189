import { describe, expect, it } from 'vitest';
import { McpServer } from './mcp-server.js';
import { ToolRegistry } from './tool-registry.js';

/** A server with one tool that answers when it is released, and says whether it was cancelled. */
function waitingServer(): { server: McpServer; release: () => void; aborted: () => boolean | undefined } {
  let release: (() => void) | undefined;
  let seen: AbortSignal | undefined;
  const tools = new ToolRegistry('s').register({
    name: 'wait',
    title: 'Wait',
    description: 'Waits.',
    parameters: {},
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: (_args, signal) => {
      seen = signal;
      return new Promise<string>((settle) => {
        release = () => settle('done');
      });
    },
  });
  const info = { name: 's', title: 'S', version: '1', instructions: 'Wait.' };
  return { server: new McpServer(info, tools), release: () => release?.(), aborted: () => seen?.aborted };
}

function initialize(protocolVersion: unknown): object {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '1' } };
  return { jsonrpc: '2.0', id: 'i', method: 'initialize', params };
}

async function ready(revision = '2025-11-25'): Promise<ReturnType<typeof waitingServer>> {
  const parts = waitingServer();
  await parts.server.receive(initialize(revision));
  return parts;
}

const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'wait' } };

describe('the handshake', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('echoes %s', async (revision) => {
    expect(await waitingServer().server.receive(initialize(revision))).toMatchObject({
      id: 'i',
      result: { protocolVersion: revision, capabilities: { tools: {} }, serverInfo: { name: 's' } },
    });
  });

  it.each(['2026-07-28', '1999-01-01', ''])(
    'answers the unknown revision %j with the newest it speaks',
    async (asked) => {
      const answer = await waitingServer().server.receive(initialize(asked));
      expect(answer).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    },
  );

  it('refuses one without a revision', async () => {
    expect(await waitingServer().server.receive(initialize(7))).toMatchObject({ error: { code: -32602 } });
  });

  it('comes before everything but ping', async () => {
    const { server } = waitingServer();
    expect(await server.receive({ jsonrpc: '2.0', id: 1, method: 'ping' })).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {},
    });
    for (const method of ['tools/list', 'tools/call']) {
      expect(await server.receive({ jsonrpc: '2.0', id: 2, method })).toMatchObject({ error: { code: -32600 } });
    }
  });
});

describe('messages that are not in order', () => {
  it.each([
    [42, null],
    [null, null],
    [[], null],
    [{}, null],
    [{ id: 3, method: 'ping' }, 3],
    [{ jsonrpc: '2.0', id: 3 }, 3],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, null],
    [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, null],
    [{ jsonrpc: '2.0', id: 3, method: 'ping', params: [1] }, 3],
  ])('answers %j with invalid request', async (value, id) => {
    const { server } = await ready();
    expect(await server.receive(value)).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32600 } });
  });

  it('answers an unknown method, the probe of a newer era among them, with method not found', async () => {
    const { server } = await ready();
    const answer = await server.receive({ jsonrpc: '2.0', id: 1, method: 'server/discover' });
    expect(answer).toMatchObject({ error: { code: -32601, message: 'Unknown method "server/discover".' } });
  });

  it('says nothing to notifications and responses', async () => {
    const { server } = await ready();
    expect(await server.receive({ jsonrpc: '2.0', method: 'notifications/strange' })).toBeUndefined();
    expect(await server.receive({ jsonrpc: '2.0', id: 1, result: {} })).toBeUndefined();
    expect(await server.receive({ jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } })).toBeUndefined();
  });

  it('knows no cursor, as it has one page', async () => {
    const { server } = await ready();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect(await server.receive({ ...list, params: { cursor: '' } })).toMatchObject({ error: { code: -32602 } });
    const answer = await server.receive(list);
    expect(answer).toMatchObject({ result: { tools: [{ name: 'wait' }] } });
    expect(JSON.stringify(answer)).not.toContain('nextCursor');
  });
});

describe('cancelling', () => {
  it('stops the tool and sends no answer', async () => {
    const { server, release, aborted } = await ready();
    const answer = server.receive(call);
    await server.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    expect(aborted()).toBe(true);
    release();
    expect(await answer).toBeUndefined();
  });

  it('leaves other calls alone: an id that is a string is not the same number', async () => {
    const { server, release, aborted } = await ready();
    const answer = server.receive(call);
    for (const requestId of ['7', 8, null]) {
      await server.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    }
    expect(aborted()).toBe(false);
    release();
    expect(await answer).toMatchObject({ id: 7, result: { content: [{ text: 'done' }] } });
  });

  it('refuses an id that is still in use', async () => {
    const { server, release } = await ready();
    const first = server.receive(call);
    expect(await server.receive(call)).toMatchObject({ id: 7, error: { code: -32600 } });
    release();
    expect(await first).toMatchObject({ result: {} });
  });
});

describe('batches', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  it('are answered as one in 2025-03-26', async () => {
    const { server } = await ready('2025-03-26');
    expect(await server.receive([ping, { jsonrpc: '2.0', method: 'notifications/x' }, { ...ping, id: 2 }])).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
    expect(await server.receive([{ jsonrpc: '2.0', method: 'notifications/x' }])).toBeUndefined();
    expect(await server.receive([])).toMatchObject({ error: { code: -32600 } });
  });

  it('are refused in any other revision', async () => {
    const { server } = await ready('2025-06-18');
    expect(await server.receive([ping])).toMatchObject({ id: null, error: { code: -32600 } });
  });
});
