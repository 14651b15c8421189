import { assertNever } from '../../../shared/assert-never.js';
import type { ToolCallRecord } from '../../../shared/conversation.js';
import type { Words } from '../../i18n/en.js';
import type { DotState } from '../../ui/Dot.js';
import { formatDuration } from '../../ui/durations.js';

export interface CallLook {
  readonly dot: DotState;
  /** The state in words. Asking and running have a clock of their own instead. */
  readonly state: string;
}

/** How a call's state looks, once nothing ticks. */
export function callLook(call: ToolCallRecord, words: Words): CallLook {
  switch (call.stage) {
    case 'streaming':
      return { dot: 'off', state: words.call.preparing };
    case 'deciding':
      return { dot: 'off', state: decidingState(call, words) };
    case 'asking':
    case 'running':
      return { dot: 'wait', state: '' };
    case 'finished':
      return finishedLook(call, words);
    default:
      return assertNever(call.stage);
  }
}

/** The results of a message's calls come in their order: one that is settled early waits for those before it. */
function decidingState({ permission, approvalId }: ToolCallRecord, words: Words): string {
  if (permission?.kind === 'refused') return words.call.notRun;
  return approvalId === undefined ? words.call.deciding : words.call.waitsTurn;
}

function finishedLook(call: ToolCallRecord, words: Words): CallLook {
  if (call.permission?.kind === 'refused') return { dot: 'off', state: words.call.notRun };
  if (call.result === undefined) return { dot: 'off', state: words.call.unknownOutcome };
  const took = duration(call, words);
  if (call.result.stopped !== undefined) return { dot: 'off', state: words.turn.stoppedCall };
  if (!call.result.isError) return { dot: 'ok', state: took === '' ? words.call.done : took };
  return { dot: 'bad', state: took === '' ? words.call.failed : `${words.call.failed} · ${took}` };
}

function duration(call: ToolCallRecord, words: Words): string {
  if (call.startedAt === undefined || call.finishedAt === undefined) return '';
  return formatDuration(call.finishedAt - call.startedAt, words.time);
}
