import { columnsOf, cut, nameText } from '../shared/text-columns.js';

const GAP = '  ';
/** The last column keeps at least so many columns, however narrow the terminal. */
const NARROWEST = 12;

/**
 * Rows under their titles as aligned lines, the titles first. What hides in a cell is written out. `width` is that of
 * the terminal: the last column is cut to it; undefined = nothing is cut, as for a file.
 */
export function tableLines(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): readonly string[] {
  const lines = [titles, ...rows].map((row) => titles.map((_title, at) => nameText(row[at] ?? '')));
  const widths = titles.map((_title, at) => Math.max(...lines.map((cells) => columnsOf(cells[at] ?? ''))));
  const before = widths.slice(0, -1).reduce((sum, columns) => sum + columns + GAP.length, 0);
  const room = width === undefined ? undefined : Math.max(NARROWEST, width - before);
  return lines.map((cells) =>
    cells
      .map((cell, at) => {
        if (at === cells.length - 1) return room === undefined ? cell : cut(cell, room);
        return cell + ' '.repeat((widths[at] ?? 0) - columnsOf(cell));
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** A text of several lines as it goes into a cell. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
