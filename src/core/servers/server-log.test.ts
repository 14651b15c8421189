import { describe, expect, it } from 'vitest';
import { ServerLog } from './server-log.js';

describe('ServerLog', () => {
  it('keeps the last 200 lines', () => {
    const log = new ServerLog(() => 0);
    for (let n = 0; n < 1000; n += 1) log.add('stderr', `line ${n}`);
    expect(log.lines()).toHaveLength(200);
    expect(log.lines().at(0)?.text).toBe('line 800');
  });

  it('keeps few lines when they are long, and says how much of one it left out', () => {
    const log = new ServerLog(() => 0);
    for (let n = 0; n < 200; n += 1) log.add('stdout', 'x'.repeat(10_000));
    const kept = log.lines();
    expect(kept.reduce((sum, line) => sum + line.text.length * 2, 0)).toBeLessThanOrEqual(ServerLog.maxBytes);
    expect(kept.at(-1)?.text).toMatch(/… \(6000 more characters\)$/);
  });

  it('gives the last line of a source that says something, of this life only', () => {
    let now = 1;
    const log = new ServerLog(() => now);
    log.add('stderr', 'old');
    now = 2;
    expect(log.last('stderr', 2)).toBeUndefined();
    log.add('stderr', 'API_KEY missing');
    log.add('stderr', '  ');
    log.add('host', 'exited');
    expect(log.last('stderr', 2)).toBe('API_KEY missing');
  });
});
