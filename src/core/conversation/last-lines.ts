import type { ServerLogLine } from '../../shared/server.js';
import { cleanCut } from '../clean-cut.js';

/** Of one call so much is kept. */
const MOST_LINES = 50;
const MOST_BYTES = 8 * 1024;
/** A line that is cut still says how it begins. */
const LEAST_CUT = 40;

/** The last of the lines that fit, oldest first. The oldest that is kept may be cut. */
export function lastLines(lines: readonly ServerLogLine[]): readonly ServerLogLine[] {
  const kept: ServerLogLine[] = [];
  let room = MOST_BYTES;
  for (const line of lines.slice(-MOST_LINES).toReversed()) {
    const size = Buffer.byteLength(line.text);
    if (size > room) {
      const text = beginning(line.text, room);
      if (text.length >= LEAST_CUT) kept.push({ ...line, text: `${text}…` });
      break;
    }
    kept.push(line);
    room -= size;
  }
  return kept.toReversed();
}

/** So much of the text that it has, with an ellipsis, at most so many bytes of UTF-8. */
function beginning(text: string, bytes: number): string {
  let end = Math.min(text.length, bytes);
  while (end > 0 && Buffer.byteLength(text.slice(0, end)) > bytes - 3) end = Math.floor(end * 0.9);
  return text.slice(0, cleanCut(text, end));
}
