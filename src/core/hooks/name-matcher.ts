/**
 * Whether a name is one of a matcher's: names with `|` between them, `*` for any text. An empty matcher means every name.
 * Takes time in proportion to the lengths, whatever is written.
 */
export function matchesName(matcher: string, name: string): boolean {
  const patterns = matcher
    .split('|')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
  return patterns.length === 0 || patterns.some((pattern) => matchesOne(pattern, name));
}

function matchesOne(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === name;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
