/** A line of a comparison. `gap` stands for lines that are the same on both sides and were left out. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'gap';
  /** Without its line end; of a gap the number of lines left out. */
  readonly text: string;
}

/** Cells of the table that two texts may need; past that the part between their common ends is replaced as a whole. */
const MOST_CELLS = 4_000_000;

/** What became of `before`, line by line: the shortest list of removed and added lines, in the order of `after`. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  return diffLists(linesOf(before), linesOf(after), MOST_CELLS);
}

/** The same for texts that are lines already. `mostCells`: a table that needs more is not made, all is replaced. */
export function diffLists(left: readonly string[], right: readonly string[], mostCells: number): readonly DiffLine[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const most = Math.min(left.length, right.length) - start;
  while (end < most && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  return [
    ...same(left.slice(0, start)),
    ...between(left.slice(start, left.length - end), right.slice(start, right.length - end), mostCells),
    ...same(left.slice(left.length - end)),
  ];
}

/** The same with at most `around` unchanged lines beside each change; `gap` says how many were left out. */
export function foldSame(lines: readonly DiffLine[], around: number): readonly DiffLine[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, at) => {
    if (kind === 'same') return;
    for (let other = at - around; other <= at + around; other += 1) near.add(other);
  });
  const folded: DiffLine[] = [];
  let left = 0;
  const close = (): void => {
    if (left > 0) folded.push({ kind: 'gap', text: String(left) });
    left = 0;
  };
  lines.forEach((line, at) => {
    if (line.kind === 'same' && !near.has(at)) {
      left += 1;
      return;
    }
    close();
    folded.push(line);
  });
  close();
  return folded;
}

function same(texts: readonly string[]): readonly DiffLine[] {
  return texts.map((text) => ({ kind: 'same', text }));
}

/** A text that ends in a line end has one empty last line, so that losing or gaining it is seen. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

function between(left: readonly string[], right: readonly string[], mostCells: number): readonly DiffLine[] {
  if ((left.length + 1) * (right.length + 1) > mostCells) return replaced(left, right);
  const width = right.length + 1;
  /** The longest common subsequence of what is left of both, by where they begin. */
  const longest = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      longest[at] =
        left[i] === right[j]
          ? (longest[at + width + 1] ?? 0) + 1
          : Math.max(longest[at + width] ?? 0, longest[at + 1] ?? 0);
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    const at = i * width + j;
    const [before = '', after = ''] = [left[i], right[j]];
    if (before === after) {
      lines.push({ kind: 'same', text: before });
      i += 1;
      j += 1;
    } else if ((longest[at + width] ?? 0) >= (longest[at + 1] ?? 0)) {
      lines.push({ kind: 'removed', text: before });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: after });
      j += 1;
    }
  }
  return [...lines, ...replaced(left.slice(i), right.slice(j))];
}

function replaced(left: readonly string[], right: readonly string[]): readonly DiffLine[] {
  return [
    ...left.map((text): DiffLine => ({ kind: 'removed', text })),
    ...right.map((text): DiffLine => ({ kind: 'added', text })),
  ];
}
