import { describe, expect, it } from 'vitest';
import type { ServerLogLine } from '../../shared/server.js';
import { lastLines } from './last-lines.js';
import { wellFormedText } from './well-formed.js';

const line = (text: string): ServerLogLine => ({ at: 10, source: 'stderr', text });
const bytes = (lines: readonly ServerLogLine[]): number =>
  lines.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

describe('the lines that are kept with a call', () => {
  it('are the last 50', () => {
    const kept = lastLines(Array.from({ length: 80 }, (_, at) => line(`line ${at}`)));
    expect(kept).toHaveLength(50);
    expect(kept.at(0)?.text).toBe('line 30');
    expect(kept.at(-1)?.text).toBe('line 79');
  });

  it.each([
    ['letters', 'x'],
    ['Chinese', '中'],
    ['characters of two units', '🙂'],
  ])('have 8 KB together, also where they are %s; the oldest is cut', (_what, character) => {
    const kept = lastLines(Array.from({ length: 9 }, () => line(character.repeat(700))));
    expect(bytes(kept)).toBeLessThanOrEqual(8192);
    expect(kept.at(-1)?.text).toBe(character.repeat(700));
    expect(kept.every(({ text }) => wellFormedText(text) === text)).toBe(true);
    const [one] = lastLines([line(character.repeat(9000))]);
    expect(one?.text.endsWith(`${character}…`)).toBe(true);
    expect(bytes([line(one?.text ?? '')])).toBeGreaterThan(6000);
  });
});
