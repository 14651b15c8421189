import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { type CodeLanguage, grammarsOf } from './code-language.js';
import type { CodeMark, MarkKind } from './code-mark.js';

/*
 * The only file that knows the highlighter. It is loaded when the first finished code comes into sight, and never in the
 * start chunk. Its expressions run on the page's own engine: the CSP allows neither WebAssembly nor code from text.
 */

const THEME = 'kinds';
/** Lines that are read at a time. */
const LINES = 40;
/** A longer line stays plain from its start. */
const LONGEST_LINE = 1_000;
/** What a line may take, ms: the first one compiles its grammar, and a computer may be busy. Past it colours go wrong. */
const LONGEST_TIME = 5_000;

/** The theme's colours are names of kinds: what they look like is the style sheet's. */
const KINDS: Readonly<Record<string, MarkKind>> = {
  comment: 'comment',
  constant: 'constant',
  deleted: 'deleted',
  function: 'function',
  inserted: 'inserted',
  keyword: 'keyword',
  link: 'link',
  punctuation: 'punctuation',
  string: 'string',
  'string-expression': 'string',
};

/** Reads code and says what its pieces are. */
export interface CodeTokens {
  /** The marks of a code in order, some lines with each step, so that whoever asks can pause between them. */
  steps(code: string, language: CodeLanguage): Promise<Iterator<readonly CodeMark[]>>;
}

/** Opens the highlighter, without any language yet. */
export async function openCodeTokens(): Promise<CodeTokens> {
  const highlighter = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--' })],
    langs: [],
    // An expression that can't be said in JavaScript's is left out: the code has fewer colours then.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const loading = new Map<CodeLanguage, Promise<void>>();
  return {
    async steps(code, language) {
      const loaded = loading.get(language) ?? load(highlighter, language);
      loading.set(language, loaded);
      await loaded;
      return marksOf(highlighter, code, language);
    },
  };
}

async function load(highlighter: HighlighterCore, language: CodeLanguage): Promise<void> {
  await highlighter.loadLanguage(...(await grammarsOf(language)));
}

function* marksOf(
  highlighter: HighlighterCore,
  code: string,
  lang: CodeLanguage,
): Generator<readonly CodeMark[], undefined> {
  let at = 0;
  let state: ReturnType<HighlighterCore['getLastGrammarState']> | undefined;
  for (const piece of pieces(code)) {
    const lines = highlighter.codeToTokensBase(piece, {
      lang,
      theme: THEME,
      tokenizeMaxLineLength: LONGEST_LINE,
      tokenizeTimeLimit: LONGEST_TIME,
      ...(state === undefined ? {} : { grammarState: state }),
    });
    state = highlighter.getLastGrammarState(lines);
    const from = at;
    at += piece.length + 1;
    yield joined(
      lines.flat().flatMap(({ offset, content, color }): readonly CodeMark[] => {
        const kind = kindOf(color);
        return kind === undefined ? [] : [{ from: from + offset, to: from + offset + content.length, kind }];
      }),
    );
  }
}

/** Some lines each, without the new line at their end. */
function pieces(code: string): readonly string[] {
  const lines = code.split('\n');
  return Array.from({ length: Math.ceil(lines.length / LINES) }, (_, step) =>
    lines.slice(step * LINES, (step + 1) * LINES).join('\n'),
  );
}

function kindOf(color: string | undefined): MarkKind | undefined {
  const name = /^var\(--token-([a-z-]+)\)$/u.exec(color ?? '')?.[1];
  return name === undefined || !Object.hasOwn(KINDS, name) ? undefined : KINDS[name];
}

/** Marks of one kind that follow each other are one. */
function joined(marks: readonly CodeMark[]): readonly CodeMark[] {
  const all: CodeMark[] = [];
  for (const mark of marks) {
    const last = all.at(-1);
    if (last?.kind === mark.kind && last.to === mark.from) all[all.length - 1] = { ...last, to: mark.to };
    else all.push(mark);
  }
  return all;
}
