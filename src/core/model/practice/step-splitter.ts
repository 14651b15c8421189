import { conceptOf, isVerb } from './concepts.js';
import { markQuotes, tokenize } from './tokenizer.js';
import type { Step } from './step.js';
import { readStep } from './step.js';

const SEPARATORS =
  /\s*(?:[;；，。！!？?\n]|,(?!\d{3}\b)|\.(?=\s|$))\s*|\s+and\s+then\s+|\s+then\s+|\s+after\s+that\s+|(?:然后|接着|随后|最后|之后|并且|同时)|再(?![见次三])/gi;
const CONNECTORS =
  /^(?:(?:and|then|finally|next|after that|afterwards|also|first|firstly|secondly|now|please)\b[\s,:]*|(?:首先|先|然后|接着|最后|并且|同时|另外|还有|再|请|麻烦|帮我)\s*)+/i;
/** What only goes on with the step before it. */
const ARGUMENT =
  /^(?:(?:with|containing|saying|that says|named|called|titled|content|contents|body|title|its|the (?:content|body|title))\b|内容|正文|标题|名字|名称|名叫|名为|叫|写着|写上|日期|[\uE100-\uF8FF]|[\p{L}\p{N}_.-]+\s*[:=：]\s*\S)/iu;
const PREPOSITION = /^(?:(?:on|in|at|for|to|from|by|under|into|until|about|as|of)\b|在|于|为|用|到|从|按|\d)/i;

/**
 * Cuts a sentence into steps: at commas and full stops, and at words such as "then", 然后, 再. A piece that only names
 * an argument stays with the step before it.
 */
export function splitSteps(sentence: string, vocabulary: Vocabulary): readonly Step[] {
  const { text, quoted } = markQuotes(sentence);
  const acts = (piece: string): boolean => {
    const { tokens, words } = readStep(piece, quoted);
    const [first, second] = tokens;
    // "version 1.2.3" is an argument, though some tool may be named after it.
    const named = tokens.length === 2 && second?.concept === undefined && second?.kind !== 'stop';
    if (named && vocabulary.isProperty(first?.concept ?? first?.text.toLowerCase() ?? '')) return false;
    return words.some((word) => vocabulary.isAction(word));
  };
  const steps: string[] = [];
  for (const { piece, separator } of cut(text)) {
    const last = steps.at(-1);
    if (last !== undefined && continues(piece, last, acts)) steps.splice(-1, 1, `${last}${separator}${piece}`);
    else if (piece !== '') steps.push(piece);
  }
  return steps.map((step) => readStep(step, quoted));
}

/** What the tools that are there make of a word. */
export interface Vocabulary {
  /** It occurs in the name of a tool or a server. */
  isAction(word: string): boolean;
  /** It names a property of some tool. */
  isProperty(word: string): boolean;
}

function continues(piece: string, last: string, acts: (piece: string) => boolean): boolean {
  if (piece === '') return false;
  if (ARGUMENT.test(piece)) return true;
  if (acts(piece)) return ARGUMENT.test(last) && !acts(last);
  const [first, second] = tokenize(piece);
  if (first?.concept !== undefined && second !== undefined && second.concept === undefined && second.kind !== 'stop') {
    if (!isVerb(first.concept)) return true;
  }
  if (PREPOSITION.test(piece) || first?.kind === 'value' || first?.kind === 'date') return true;
  // The content of a note may hold a comma: it goes on until a piece says what to do.
  return readStep(last, []).content !== undefined;
}

interface Piece {
  readonly piece: string;
  /** What stood before it. */
  readonly separator: string;
}

function cut(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let separator = '';
  const push = (raw: string): void => {
    for (const [index, part] of splitAnd(raw).entries()) {
      pieces.push({ piece: part.trim().replace(CONNECTORS, '').trim(), separator: index === 0 ? separator : ' and ' });
    }
  };
  for (const match of text.matchAll(SEPARATORS)) {
    push(text.slice(start, match.index));
    separator = match[0];
    start = match.index + match[0].length;
  }
  push(text.slice(start));
  return pieces;
}

/** "read a and list b" are two steps, "salt and pepper" is none. */
function splitAnd(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(/\s+and\s+(?=([a-z]+)\s)/gi)) {
    const concept = conceptOf((match[1] ?? '').toLowerCase());
    if (concept === undefined || !isVerb(concept)) continue;
    parts.push(text.slice(start, match.index));
    start = match.index + match[0].length;
  }
  return [...parts, text.slice(start)];
}
