/** A place in a text, both counted from 1; columns in UTF-16 code units, as editors count. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

const TOKEN = {
  blank: /[\t\n\r ]*/y,
  // eslint-disable-next-line no-control-regex -- JSON forbids exactly these in a string.
  string: /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*/y,
  scalar: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null/y,
} as const;

/**
 * Where a text stops being JSON; undefined for valid JSON. `JSON.parse` names the place in some of its messages only, and
 * in other words in each version of V8.
 */
export function jsonErrorPosition(text: string): TextPosition | undefined {
  const offset = errorOffset(text);
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** What may come next: a value, a member's name, or what follows a value. */
type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'after';

function errorOffset(text: string): number | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const skip = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return at + (pattern.exec(text)?.[0].length ?? 0);
  };
  for (;;) {
    at = skip(TOKEN.blank);
    const character = text[at];
    if (character === undefined) return expected === 'after' && open.length === 0 ? undefined : at;
    const inside = open.at(-1);
    if (expected === 'after') {
      if (character === ',' && inside !== undefined) expected = inside === '{' ? 'name' : 'value';
      else if ((character === '}' && inside === '{') || (character === ']' && inside === '[')) open.pop();
      else return at;
      at += 1;
      continue;
    }
    if ((expected === 'name-or-end' && character === '}') || (expected === 'value-or-end' && character === ']')) {
      open.pop();
      expected = 'after';
      at += 1;
      continue;
    }
    if (character === '"') {
      at = skip(TOKEN.string);
      if (text[at] !== '"') return at;
      at += 1;
      if (expected === 'name' || expected === 'name-or-end') {
        at = skip(TOKEN.blank);
        if (text[at] !== ':') return at;
        at += 1;
        expected = 'value';
      } else expected = 'after';
      continue;
    }
    if (expected === 'name' || expected === 'name-or-end') return at;
    if (character === '{' || character === '[') {
      open.push(character);
      expected = character === '{' ? 'name-or-end' : 'value-or-end';
      at += 1;
      continue;
    }
    const end = skip(TOKEN.scalar);
    if (end === at) return at;
    at = end;
    expected = 'after';
  }
}
