import { expect, it } from 'vitest';
import { dollarsText } from './dollars-text.js';

it.each([
  [0, '$0'],
  [0.00004, '< $0.0001'],
  [0.00061, '$0.0006'],
  [0.0432, '$0.043'],
  [1, '$1.00'],
  [12.404, '$12.40'],
  [1234.5, '$1,234.50'],
])('%d dollars are %s', (dollars, text) => {
  expect(dollarsText(dollars)).toBe(text);
});
