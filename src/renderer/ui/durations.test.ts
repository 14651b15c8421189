import { describe, expect, it } from 'vitest';
import { WORDS } from '../i18n/language.js';
import { formatAge, formatBytes, formatClock, formatDuration, formatElapsed } from './durations.js';

const { time } = WORDS.en;

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [-3, '0 ms'],
    [11.6, '12 ms'],
    [999, '999 ms'],
    [3449, '3.4 s'],
    [12_900, '12 s'],
    [125_000, '2 min 5 s'],
    [120_000, '2 min'],
    [3 * 3_600_000 + 4 * 60_000, '3 h 4 min'],
  ])('%d ms took %s', (ms, text) => {
    expect(formatDuration(ms, time)).toBe(text);
  });

  it('shows what goes on in whole seconds', () => {
    expect(formatElapsed(7900, time)).toBe('7 s');
    expect(formatElapsed(7900, WORDS['zh-CN'].time)).toBe('7 秒');
  });

  it('shows an age coarsely', () => {
    expect(['12 s', '2 min', '3 h', '2 d']).toEqual(
      [12_000, 125_000, 3 * 3_600_000, 50 * 3_600_000].map((ms) => formatAge(ms, time)),
    );
  });

  it('shows a waiting clock', () => {
    expect([7000, 750_000, 3_600_000].map(formatClock)).toEqual(['0:07', '12:30', '1:00:00']);
  });

  it('shows sizes', () => {
    expect([512, 12_288, 3_565_158].map(formatBytes)).toEqual(['512 B', '12.0 KB', '3.4 MB']);
  });
});
