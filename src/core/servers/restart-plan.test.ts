import { describe, expect, it } from 'vitest';
import { RestartPlan } from './restart-plan.js';

const MINUTE = 60_000;

describe('RestartPlan', () => {
  it('waits 1, 2, 5, 15 and 60 s, and gives up at the sixth within ten minutes', () => {
    const plan = new RestartPlan(() => 0.5);
    expect(Array.from({ length: 6 }, () => plan.next(0))).toEqual([1_000, 2_000, 5_000, 15_000, 60_000, undefined]);
  });

  it('moves each wait by up to a quarter, so that not all come back at once', () => {
    expect(new RestartPlan(() => 0).next(0)).toBe(750);
    expect(new RestartPlan(() => 0.999).next(0)).toBe(1_250);
  });

  it('counts only the last ten minutes, and nothing of before somebody asked', () => {
    const plan = new RestartPlan(() => 0.5);
    for (let n = 0; n < 5; n += 1) plan.next(n * MINUTE);
    expect(plan.next(9 * MINUTE)).toBeUndefined();
    expect(plan.next(10 * MINUTE)).toBe(60_000);
    expect(plan.next(10 * MINUTE)).toBeUndefined();
    plan.forget();
    expect(plan.next(10 * MINUTE)).toBe(1_000);
  });
});
