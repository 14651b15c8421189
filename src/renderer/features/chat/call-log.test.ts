import { describe, expect, it } from 'vitest';
import type { ServerLogLine } from '../../../shared/server.js';
import { linesDuring } from './call-log.js';

const line = (at: number, text = `at ${at}`): ServerLogLine => ({ at, source: 'stderr', text });
const log = [line(5), line(10), line(15, ' '), line(20), line(120), line(121)];

describe('the log lines of a call', () => {
  it('are those that came while it ran, and a moment after', () => {
    expect(linesDuring(log, { startedAt: 10, finishedAt: 20 }).map(({ at }) => at)).toEqual([10, 20, 120]);
  });

  it('are all since its start while it runs', () => {
    expect(linesDuring(log, { startedAt: 10 }).map(({ at }) => at)).toEqual([10, 20, 120, 121]);
  });

  it('are none before it ran, or without a server', () => {
    expect(linesDuring(log, {})).toEqual([]);
    expect(linesDuring(undefined, { startedAt: 10 })).toEqual([]);
  });
});
