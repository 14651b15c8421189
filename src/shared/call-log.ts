import type { ToolCallRecord } from './conversation.js';
import type { ServerLogLine } from './server.js';

const NONE: readonly ServerLogLine[] = [];
/** A line may be read out of its pipe a moment after the answer, ms. */
const LATE = 100;

/** The lines that reached the log of the call's server while it ran, oldest first. */
export function linesDuring(
  log: readonly ServerLogLine[] | undefined,
  { startedAt, finishedAt }: Pick<ToolCallRecord, 'finishedAt' | 'startedAt'>,
): readonly ServerLogLine[] {
  if (log === undefined || startedAt === undefined) return NONE;
  const end = finishedAt === undefined ? Infinity : finishedAt + LATE;
  return log.filter((line) => line.at >= startedAt && line.at <= end && line.text.trim() !== '');
}

/** What there is of a call's lines: those of the server's log, or those kept with the call where it reaches back no more. */
export function callLines(log: readonly ServerLogLine[] | undefined, call: ToolCallRecord): readonly ServerLogLine[] {
  const live = linesDuring(log, call);
  const { log: kept = NONE } = call;
  return live.length < kept.length ? kept : live;
}
