import { describe, expect, it } from 'vitest';
import { branded } from './brand.js';
import { callLines, linesDuring } from './call-log.js';
import type { MessageId, ToolCallId, ToolCallRecord } from './conversation.js';
import type { ServerLogLine } from './server.js';

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

  it('are those kept with it where the server’s log reaches back no more, as after a restart', () => {
    const id = branded<ToolCallId>('c');
    const times = { startedAt: 10, finishedAt: 20 };
    const call: ToolCallRecord = {
      id,
      messageId: branded<MessageId>('m'),
      wireName: 't',
      badges: [],
      stage: 'finished',
      ...times,
      log: [line(10), line(20)],
    };
    const at = (live: readonly ServerLogLine[] | undefined) => callLines(live, call).map((one) => one.at);
    expect(at(undefined)).toEqual([10, 20]);
    expect(at([line(20), line(500)])).toEqual([10, 20]);
    // One that was read after the answer is in the server's log alone.
    expect(at(log)).toEqual([10, 20, 120]);
  });
});
