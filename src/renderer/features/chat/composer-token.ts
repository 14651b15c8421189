/** What the user is about to name in the composer: a prompt after `/`, a resource after `@`. */
export interface ComposerToken {
  readonly kind: 'prompt' | 'resource';
  /** Without the sign in front. */
  readonly query: string;
  /** Where it stands in the text, UTF-16 units; `end` is the caret. */
  readonly start: number;
  readonly end: number;
}

/** How long a name can be before it is none. */
const LONGEST = 200;

/**
 * The token that the caret stands at the end of: `/` only as the first thing of a message, so that paths stay paths; `@`
 * after a space or at the beginning, so that addresses of mail stay addresses.
 */
export function tokenAt(text: string, caret: number): ComposerToken | undefined {
  const before = text.slice(0, caret);
  const start = before.search(/\S*$/u);
  const sign = before.charAt(start);
  const query = before.slice(start + 1);
  if (query.length > LONGEST) return undefined;
  if (sign === '@') return { kind: 'resource', query, start, end: caret };
  // “/call tool …” is how the practice model is told to call a tool, and “/a/b” is a path.
  const first = before.slice(0, start).trim() === '';
  if (sign !== '/' || !first || query.includes('/')) return undefined;
  return { kind: 'prompt', query, start, end: caret };
}

/** The text without the token, and without the space that would stand there twice. */
export function withoutToken(text: string, { start, end }: Pick<ComposerToken, 'start' | 'end'>): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  return /(?:^|\s)$/u.test(before) ? before + after.replace(/^ /u, '') : before + after;
}
