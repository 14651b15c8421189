import type { JsonValue } from '../../../shared/json.js';

/** Longer texts are shown as they came: reading them would hold up the page. UTF-16 units. */
const LONGEST_PARSED = 200_000;
const LONGEST_MARKDOWN = 50_000;

/** What a text is, so that it is shown as that. */
export type TextKind =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'markdown' }
  | { readonly kind: 'plain' };

/** What a text is: its type says so where there is one, else what it looks like. */
export function textKind(text: string, mimeType?: string): TextKind {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase();
  const value = parsedJson(text);
  if (value !== undefined) return { kind: 'json', value };
  if (text.length > LONGEST_MARKDOWN) return { kind: 'plain' };
  if (type === 'text/markdown' || type === 'text/x-markdown') return { kind: 'markdown' };
  if (type !== undefined && type !== 'text/plain') return { kind: 'plain' };
  return { kind: looksLikeMarkdown(text) ? 'markdown' : 'plain' };
}

/** The object or array that a text is; undefined for every other text. */
function parsedJson(text: string): JsonValue | undefined {
  const start = text.trimStart()[0];
  if ((start !== '{' && start !== '[') || text.length > LONGEST_PARSED) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined; // it only looked like JSON
  }
}

const FENCE = /^ {0,3}(?:```|~~~)/mu;
const TABLE = /^ {0,3}\|.*\|[ \t]*\n {0,3}\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/mu;
const LINK = /\[[^\]\n]+\]\([^)\s]+\)/u;
const SIGNS = [/^#{1,6} \S/mu, /^ {0,3}[-*+] \S/mu, /^ {0,3}\d{1,3}\. \S/mu, /\*\*[^*\n]+\*\*/u, /^> \S/mu, LINK];

/**
 * True for what was certainly written as Markdown: a fence, a table, or two other signs of it. A lone `#` is a comment of
 * a shell, a lone list is a list in plain text too.
 */
function looksLikeMarkdown(text: string): boolean {
  if (FENCE.test(text) || TABLE.test(text)) return true;
  return SIGNS.filter((sign) => sign.test(text)).length >= 2;
}

/** True where a text says the same as the structured content: servers give both for clients that know only texts. */
export function saysTheSame(text: string, structured: JsonValue): boolean {
  const value = parsedJson(text);
  return value !== undefined && isEqual(value, structured);
}

function isEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left = new Map<string, JsonValue | undefined>(Object.entries(one));
  const right = new Map<string, JsonValue | undefined>(Object.entries(other));
  return (
    left.size === right.size && [...left].every(([key, value]) => right.has(key) && isEqual(value, right.get(key)))
  );
}
