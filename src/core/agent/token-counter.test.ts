import { describe, expect, it } from 'vitest';
import type { ModelClient } from '../model/model-client.js';
import { ManualClock } from '../testing/manual-clock.js';
import { TokenCounter } from './token-counter.js';

const REQUEST = { model: 'm', system: '', messages: [], tools: [] };

function counting(answer: (signal: AbortSignal) => Promise<number>) {
  const clock = new ManualClock();
  let asked = 0;
  const client: Pick<ModelClient, 'countTokens'> = {
    countTokens: (_request, signal) => {
      asked += 1;
      return answer(signal);
    },
  };
  const parts = { client: client as ModelClient, clock, signal: new AbortController().signal };
  return { clock, counter: new TokenCounter(parts), asked: () => asked };
}

describe('TokenCounter', () => {
  it('gives what the model server counts', async () => {
    const { counter, clock } = counting(async () => 42);
    expect(await counter.count(REQUEST)).toBe(42);
    expect(clock.pending).toBe(0);
  });

  it('waits two seconds at most, ends the request, and does not ask in vain again', async () => {
    let ended = false;
    const { counter, clock, asked } = counting(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            ended = true;
            reject(new Error('aborted'));
          });
        }),
    );
    const count = counter.count(REQUEST);
    clock.advance(1_999);
    expect(ended).toBe(false);
    clock.advance(1);
    expect(await count).toBeUndefined();
    expect(await counter.count(REQUEST)).toBeUndefined();
    expect([ended, asked(), clock.pending]).toEqual([true, 1, 0]);
  });

  it('leaves it where a server can not count', async () => {
    const { counter, asked } = counting(() => Promise.reject(new Error('Not Found')));
    expect(await counter.count(REQUEST)).toBeUndefined();
    expect(await counter.count(REQUEST)).toBeUndefined();
    expect(asked()).toBe(1);
  });
});
