import { wrap } from '../shared/text-columns.js';

/*
 * Text for a native box. A GTK box neither scrolls nor shrinks: a line without blanks makes it wider than the screen and
 * many lines push its buttons off it, so every line is broken here and the caller counts them.
 */

/** Columns of a line in a box. */
export const BOX_COLUMNS = 72;
/** Lines of a box, its message included. */
export const BOX_LINES = 18;

/** The lines of a text in a box. */
export function boxLines(text: string): string[] {
  return wrap(text, BOX_COLUMNS);
}
