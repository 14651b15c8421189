/** The parts of a pattern between its stars; `undefined` in a part is any one character. */
type Part = readonly (string | undefined)[];

/**
 * True where the pattern fits the text from end to end: `*` stands for any characters or none, `?` for any one, `\`
 * takes the next character as it is. Nothing is tried twice: each part is looked for once, from left to right, so the
 * time grows with the text and never by backtracking, whatever pattern a user writes.
 */
export function fitsPattern(text: string, pattern: string): boolean {
  const characters = Array.from(text);
  const parts = partsOf(pattern);
  const [first = [], ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return characters.length === first.length && fitsAt(characters, first, 0);
  if (!fitsAt(characters, first, 0)) return false;
  const end = characters.length - last.length;
  let at = first.length;
  for (const part of rest) {
    at = placeOf(characters, part, at, end);
    if (at === -1) return false;
    at += part.length;
  }
  return at <= end && fitsAt(characters, last, end);
}

function partsOf(pattern: string): readonly Part[] {
  const parts: (string | undefined)[][] = [[]];
  const characters = Array.from(pattern);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at];
    if (character === '*') parts.push([]);
    else if (character === '?') parts.at(-1)?.push(undefined);
    else {
      // A backslash at the very end stands for itself.
      if (character === '\\' && at + 1 < characters.length) at += 1;
      parts.at(-1)?.push(characters[at]);
    }
  }
  return parts;
}

/** The first place from `from` on at which the part fits and ends before `end`; -1 where there is none. */
function placeOf(characters: readonly string[], part: Part, from: number, end: number): number {
  for (let at = from; at + part.length <= end; at += 1) if (fitsAt(characters, part, at)) return at;
  return -1;
}

function fitsAt(characters: readonly string[], part: Part, at: number): boolean {
  if (at < 0 || at + part.length > characters.length) return false;
  return part.every((wanted, index) => wanted === undefined || wanted === characters[at + index]);
}
