import { describe, expect, it } from 'vitest';
import { sticks } from './stick-to-end.js';

describe('sticks', () => {
  it.each([
    ['stays while content grows below', true, 100, { top: 100, below: 500 }, true],
    ['stays while it is scrolled down by the page itself', true, 100, { top: 180, below: 300 }, true],
    ['lets go when the user moves up', true, 100, { top: 90, below: 300 }, false],
    ['stays when a higher window pushes the view up to its end', true, 100, { top: 60, below: 0 }, true],
    ['does not take hold while the user reads above', false, 100, { top: 150, below: 300 }, false],
    ['takes hold again near the end', false, 100, { top: 400, below: 12 }, true],
  ])('%s', (_name, before, previousTop, now, after) => {
    expect(sticks(before, previousTop, now)).toBe(after);
  });
});
