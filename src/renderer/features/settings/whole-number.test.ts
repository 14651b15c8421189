import { describe, expect, it } from 'vitest';
import { wholeNumber } from './whole-number.js';

describe('wholeNumber', () => {
  it.each([
    ['20', 20],
    [' 1 ', 1],
    ['200', 200],
    ['0', undefined],
    ['201', undefined],
    ['1.5', undefined],
    ['-3', undefined],
    ['1e2', undefined],
    ['', undefined],
    ['twenty', undefined],
  ])('reads %j within 1 to 200 as %s', (text, value) => {
    expect(wholeNumber(text, 1, 200)).toBe(value);
  });
});
