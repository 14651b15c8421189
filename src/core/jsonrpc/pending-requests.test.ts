import { describe, expect, it } from 'vitest';
import { PendingRequest } from './pending-request.js';
import { PendingRequests } from './pending-requests.js';

const ignore = (): void => {};

function request(id: number): PendingRequest {
  return new PendingRequest({ id, method: 'a', options: {} }, ignore, ignore, { giveUp: ignore });
}

/** With requests of these ids, added in order. */
function holding(...ids: number[]): PendingRequests {
  const requests = new PendingRequests();
  for (const id of ids) requests.add(request(id));
  return requests;
}

function idsOf(requests: PendingRequests): number[] {
  return requests
    .all()
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

describe('requests under way', () => {
  it('are found by their id and by nothing like it, and taken once', () => {
    const requests = holding(1, 2);
    for (const id of ['1', 1.5, -1, 17, 2 ** 32 + 1, Infinity, '']) expect(requests.get(id)).toBeUndefined();
    expect(requests.take(1)?.id).toBe(1);
    expect(requests.take(1)).toBeUndefined();
    expect(idsOf(requests)).toEqual([2]);
  });

  it('may be thousands', () => {
    const ids = Array.from({ length: 5_000 }, (_, at) => at + 1);
    const requests = holding(...ids);
    expect(idsOf(requests)).toEqual(ids);
    for (const id of ids) expect(requests.take(id)?.id).toBe(id);
    expect(idsOf(requests)).toEqual([]);
  });

  it('may stay for long while others come and go', () => {
    const requests = holding(1, 2, 3);
    for (let id = 4; id < 20_000; id++) {
      requests.add(request(id));
      expect(requests.take(id)?.id).toBe(id);
    }
    expect(idsOf(requests)).toEqual([1, 2, 3]);
    for (const id of [2, 1, 3]) expect(requests.take(id)?.id).toBe(id);
    expect(idsOf(requests)).toEqual([]);
  });

  it('may have ids past 32 bits', () => {
    const requests = holding(2 ** 32, 2 ** 32 + 16, 2 ** 33);
    expect(requests.take(2 ** 32 + 16)?.id).toBe(2 ** 32 + 16);
    expect(idsOf(requests)).toEqual([2 ** 32, 2 ** 33]);
  });
});
