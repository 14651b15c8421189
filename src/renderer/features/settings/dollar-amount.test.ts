import { describe, expect, it } from 'vitest';
import { centsOf, dollarsOfCents } from './dollar-amount.js';

describe('centsOf', () => {
  it.each([
    ['10', 1000],
    ['2.5', 250],
    ['2.50', 250],
    [' 0.01 ', 1],
    ['10000', 1_000_000],
  ])('reads %j', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  it.each(['', '0', '0.00', '-1', '1.234', '10000.01', '1e3', '1,5', '$2', 'many'])('refuses %j', (text) => {
    expect(centsOf(text)).toBeUndefined();
  });
});

describe('dollarsOfCents', () => {
  it('is read back as the same cents', () => {
    for (const cents of [1, 10, 99, 100, 250, 1000, 1_000_000]) expect(centsOf(dollarsOfCents(cents))).toBe(cents);
    expect(dollarsOfCents(250)).toBe('2.50');
  });
});
