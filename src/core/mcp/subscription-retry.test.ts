import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JsonRpcError } from '../jsonrpc/json-rpc-error.js';
import type { Exchange } from './exchange.js';
import { Subscription } from './subscription.js';

/** Ends what is being listened to. */
type End = (error?: Error) => void;

let ends: End[];
let log: string[];
let gaps: number;
let subscription: Subscription;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  ends = [];
  log = [];
  gaps = 0;
  const exchange: Exchange = {
    era: 'modern',
    request: (_method, _params, options) => {
      options?.onId?.(ends.length);
      return new Promise((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve({}) : reject(error)));
      });
    },
    setLogLevel: async () => {},
  };
  const capabilities = { tools: { listChanged: true } };
  subscription = new Subscription({ exchange, capabilities, note: (text) => log.push(text), onGap: () => gaps++ });
  subscription.start();
});

afterEach(() => {
  subscription.stop();
  vi.useRealTimers();
});

async function end(error?: Error): Promise<void> {
  ends.at(-1)?.(error);
  await vi.advanceTimersByTimeAsync(60_000);
}

function acknowledge(): void {
  const meta = { 'io.modelcontextprotocol/subscriptionId': String(ends.length - 1) };
  subscription.acknowledge({ notifications: { toolsListChanged: true }, _meta: meta });
}

describe('a subscription that ends', () => {
  it('is asked for as long as the session lives, a minute apart at most, and its log is not flooded', async () => {
    for (let at = 0; at < 50; at++) await end(new Error('refused'));
    expect(ends).toHaveLength(51);
    expect(log).toHaveLength(5);
    expect(log.at(-1)).toContain('without a word');
    acknowledge();
    expect(log.at(-1)).toBe('The subscription is open again.');
  });

  it('has not failed where it lived for a while, as behind a balancer that cuts each minute', async () => {
    for (let at = 0; at < 20; at++) {
      acknowledge();
      await vi.advanceTimersByTimeAsync(55_000);
      ends.at(-1)?.();
      // The shortest of all pauses is at most a second.
      await vi.advanceTimersByTimeAsync(1_000);
      expect(ends).toHaveLength(at + 2);
    }
    expect(gaps).toBe(20);
  });

  it('is not asked for again where the server does not know it', async () => {
    await end(new JsonRpcError({ code: -32601, message: 'Method not found' }));
    expect(ends).toHaveLength(1);
    expect(log).toEqual(['The server does not know subscriptions/listen; changes of its lists are not heard.']);
  });

  it('is not asked for again after the session has ended', async () => {
    ends.at(-1)?.(new Error('refused'));
    await vi.advanceTimersByTimeAsync(0);
    subscription.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ends).toHaveLength(1);
  });
});
