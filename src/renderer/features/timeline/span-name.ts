import { visibleText } from '../../../shared/visible-text.js';
import type { Words } from '../../i18n/en.js';
import type { TurnSpan } from './turn-spans.js';

/** What a stretch of a turn was, in words. */
export function spanName({ kind, call }: TurnSpan, words: Words): string {
  if (call === undefined) return words.timeline.model;
  const { serverName, tool, wireName } = call;
  const name = words.call.label(visibleText(serverName ?? words.call.unknownTool), visibleText(tool ?? wireName));
  return kind === 'you' ? words.timeline.deciding(name) : name;
}
