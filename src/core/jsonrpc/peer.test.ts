import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonRpcMessage } from '../../shared/json-rpc.js';
import { JsonRpcError } from './json-rpc-error.js';
import { JsonRpcPeer } from './peer.js';
import { PATIENCE } from '../../patience.test-kit.js';

let sent: JsonRpcMessage[];
let notes: string[];
let peer: JsonRpcPeer;

beforeEach(() => {
  sent = [];
  notes = [];
  peer = new JsonRpcPeer({
    send: (message) => {
      sent.push(message);
      return Promise.resolve();
    },
    note: (text) => notes.push(text),
  });
});

function answer(id: number | string, text = 'ok'): void {
  peer.accept({ jsonrpc: '2.0', id, result: { text } });
}

function progress(progressToken: number, step: number): void {
  peer.accept({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: step } });
}

describe('a request', () => {
  it('resolves with its own answer, in whatever order answers come', async () => {
    const first = peer.request('a', { x: 1 });
    const second = peer.request('b', undefined);
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'a', params: { x: 1 } },
      { jsonrpc: '2.0', id: 2, method: 'b' },
    ]);
    answer(2, 'second');
    answer(1, 'first');
    expect(await Promise.all([first, second])).toEqual([{ text: 'first' }, { text: 'second' }]);
  });

  it('rejects with the code, words and data of an error answer', async () => {
    const request = peer.request('a', {});
    peer.accept({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'bad', data: { at: 3 } } });
    const error = await request.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JsonRpcError);
    expect(error).toMatchObject({ code: -32602, message: 'bad', data: { at: 3 } });
  });

  it('rejects when its message can not be sent', async () => {
    const broken = new JsonRpcPeer({ send: () => Promise.reject(new Error('pipe')), note: () => {} });
    await expect(broken.request('a', {})).rejects.toThrow('pipe');
  });

  it('tells its id before it goes out', async () => {
    const ids: number[] = [];
    const request = peer.request('a', {}, { onId: (id) => ids.push(id, sent.length) });
    expect(ids).toEqual([1, 0]);
    answer(1);
    await request;
  });

  it('does not run out of time while the other side waits for this one', async () => {
    let waits = true;
    let looked = 0;
    const waitsForUs = (): boolean => {
      looked++;
      return waits;
    };
    const request = peer.request('a', {}, { timeoutMs: 20, waitsForUs });
    const failed = expect(request).rejects.toMatchObject({ code: 'timeout' });
    await vi.waitFor(() => expect(looked).toBeGreaterThan(1), PATIENCE);
    expect(sent).toHaveLength(1);
    waits = false;
    await failed;
  });

  it('delivers progress that arrives right before the result, and none after it', async () => {
    const steps: number[] = [];
    const request = peer.request('a', { _meta: { own: 1 } }, { onProgress: (step) => steps.push(step.progress) });
    expect(sent[0]).toMatchObject({ params: { _meta: { own: 1, progressToken: 1 } } });
    progress(1, 1);
    progress(1, 2);
    answer(1);
    progress(1, 3);
    await request;
    expect(steps).toEqual([1, 2]);
  });

  it('is not harmed by a progress listener that throws', async () => {
    const request = peer.request(
      'a',
      {},
      {
        onProgress: () => {
          throw new Error('listener');
        },
      },
    );
    progress(1, 1);
    answer(1);
    expect(await request).toEqual({ text: 'ok' });
    expect(notes.join()).toContain('listener');
  });
});

describe('giving up', () => {
  it('tells the peer the id and a neutral reason, and counts the late answer', async () => {
    const controller = new AbortController();
    const request = peer.request('tools/call', {}, { signal: controller.signal });
    controller.abort(new Error('a private reason'));
    await expect(request).rejects.toMatchObject({
      code: 'cancelled',
      message: expect.stringContaining('still be working'),
    });
    expect(sent[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(JSON.stringify(sent[1])).not.toContain('private');
    answer(1);
    expect(peer.lateAnswers).toBe(1);
    expect(notes).toEqual([]);
  });

  it('sends nothing at all when the signal had aborted before', async () => {
    await expect(peer.request('a', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    expect(sent).toEqual([]);
  });

  it('leaves no listener on the signal once the request has settled', async () => {
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, 'removeEventListener');
    const request = peer.request('a', {}, { signal });
    answer(1);
    await request;
    expect(remove).toHaveBeenCalledOnce();
  });

  it('tells nobody when the request must not be cancelled', async () => {
    const controller = new AbortController();
    const request = peer.request('initialize', {}, { signal: controller.signal, announceCancel: false });
    controller.abort();
    await expect(request).rejects.toMatchObject({ code: 'cancelled' });
    expect(sent).toHaveLength(1);
  });

  it('happens by itself after the time without an answer, and tells the peer', async () => {
    const request = peer.request('slow', {}, { timeoutMs: 20 });
    await expect(request).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('slow') });
    expect(sent[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } });
  });

  it('waits longer where progress comes, but never past the hard maximum', async () => {
    let now = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const settled = vi.fn();
      const request = peer.request('slow', {}, { timeoutMs: 100, maxTotalMs: 1_000, onProgress: () => {} });
      request.catch(settled);
      for (; now < 900; now += 90) {
        await vi.advanceTimersByTimeAsync(90);
        progress(1, now);
      }
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(90);
      progress(1, 1_000);
      await vi.advanceTimersByTimeAsync(90);
      expect(settled).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout' }));
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('what the other side sends unasked', () => {
  it('is an answer to nothing: noted, nothing else', () => {
    answer(99);
    peer.accept({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'parse error' } });
    expect(notes).toEqual([expect.stringContaining('id 99'), expect.stringContaining('parse error')]);
  });

  it('is a request that a handler answers', async () => {
    peer.handleRequest('ping', () => Promise.resolve({}));
    peer.accept({ jsonrpc: '2.0', id: 'p', method: 'ping' });
    await vi.waitFor(() => expect(sent).toEqual([{ jsonrpc: '2.0', id: 'p', result: {} }]), PATIENCE);
  });

  it('is a request that nobody handles: method not found', () => {
    peer.accept({ jsonrpc: '2.0', id: 5, method: 'sampling/createMessage', params: {} });
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 5, error: { code: -32601, message: expect.any(String) } }]);
  });

  it('is a request whose handler fails: an internal error without private words, and a note', async () => {
    peer.handleRequest('x', () => Promise.reject(new Error('/home/secret')));
    peer.accept({ jsonrpc: '2.0', id: 5, method: 'x' });
    await vi.waitFor(() => expect(sent).toMatchObject([{ id: 5, error: { code: -32603 } }]), PATIENCE);
    expect(JSON.stringify(sent)).not.toContain('secret');
    expect(notes.join()).toContain('secret');
  });

  it('is a request whose handler refuses in words of its own', async () => {
    peer.handleRequest('x', () => Promise.reject(new JsonRpcError({ code: -32602, message: 'no such root' })));
    peer.accept({ jsonrpc: '2.0', id: 5, method: 'x' });
    await vi.waitFor(
      () => expect(sent).toMatchObject([{ id: 5, error: { code: -32602, message: 'no such root' } }]),
      PATIENCE,
    );
  });

  it('is progress by a token that nobody gave out: noted', () => {
    progress(7, 1);
    expect(notes).toEqual([expect.stringContaining('(7)')]);
  });

  it('is a notification without a use: noted, in short', () => {
    peer.accept({ jsonrpc: '2.0', method: 'notifications/novel', params: { text: 'x'.repeat(5_000) } });
    expect(notes).toEqual([expect.stringMatching(/^.*notifications\/novel.{100,400}$/)]);
    expect(sent).toEqual([]);
  });

  it('is a request that it cancels: the handler hears it, and no answer is sent', async () => {
    let seen: AbortSignal | undefined;
    const work = Promise.resolve({});
    peer.handleRequest('x', (_params, signal) => {
      seen = signal;
      return work;
    });
    peer.accept({ jsonrpc: '2.0', id: 5, method: 'x' });
    peer.accept({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    expect(seen?.aborted).toBe(true);
    await new Promise(setImmediate);
    expect(sent).toEqual([]);
  });

  it('is a message that is too large: only the request it answers fails', async () => {
    const large = peer.request('large', {});
    const other = peer.request('other', {});
    peer.acceptOversized(1, 70 * 1_048_576);
    peer.acceptOversized(undefined, 80 * 1_048_576);
    answer(2);
    await expect(large).rejects.toMatchObject({ code: 'too-large', message: expect.stringContaining('70.0 MB') });
    expect(await other).toEqual({ text: 'ok' });
    expect(notes).toEqual([expect.stringContaining('80.0 MB')]);
  });
});

describe('the end of the connection', () => {
  it('settles everything that waits, and everything asked later, with its reason', async () => {
    const waiting = [peer.request('a', {}), peer.request('b', {})];
    peer.close('The server exited with code 3.');
    peer.close('a second reason');
    const outcomes = await Promise.allSettled([...waiting, peer.request('c', {}), peer.notify('n')]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: 'connection-closed', message: 'The server exited with code 3.' },
      });
    }
  });
});
