import { describe, expect, it } from 'vitest';
import { backoff, retryAfterMs } from './backoff.js';

describe('backoff', () => {
  it.each([
    [0, 1_000],
    [1, 2_000],
    [5, 32_000],
    [6, 60_000],
    [2_000, 60_000],
  ])('after %i failures is any time up to %i ms', (failures, most) => {
    expect(backoff(failures, () => 0)).toBe(0);
    expect(backoff(failures, () => 0.5)).toBe(most / 2);
    expect(backoff(failures, () => 1)).toBe(most);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['7', 7_000],
    ['Thu, 01 Jan 2026 00:00:09 GMT', 9_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
    [['3', '4'], 3_000],
  ])('of %j is %s', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});
