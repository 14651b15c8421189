import { describe, expect, it } from 'vitest';
import { lookInAddress } from './look.js';

describe('the look in the address of the page', () => {
  it.each([
    ['?text=18&density=compact', { textSize: 18, density: 'compact' }],
    ['?text=12&density=roomy', { textSize: 12, density: 'comfortable' }],
    ['?text=20', { textSize: 20, density: 'comfortable' }],
    ['?text=17', undefined],
    ['?text=18px', undefined],
    ['', undefined],
  ])('%s is %j', (query, look) => {
    expect(lookInAddress(query)).toEqual(look);
  });
});
