import { assertNever } from '../../../shared/assert-never.js';
import type { ToolCallRecord } from '../../../shared/conversation.js';
import type { Words } from '../../i18n/en.js';
import type { BadgeTone } from '../../ui/Badge.js';

export interface HowDecided {
  readonly text: string;
  readonly tone: BadgeTone;
}

/** How it was settled whether a call may run, in a few words; undefined until it was. */
export function howDecided(
  call: Pick<ToolCallRecord, 'permission' | 'decision'>,
  words: Words,
): HowDecided | undefined {
  const { permission, decision } = call;
  if (permission === undefined) return undefined;
  switch (permission.kind) {
    case 'automatic':
      return { text: words.decided.auto[decision?.rule ?? 'default'], tone: 'accent' };
    case 'user':
      return { text: words.decided.user[permission.scope], tone: 'accent' };
    case 'refused':
      return { text: words.decided.refused[permission.by], tone: 'neutral' };
    default:
      return assertNever(permission);
  }
}
