import { bigrams, tokenize, unmark } from './tokenizer.js';
import type { Token } from './tokenizer.js';
import { singular } from './concepts.js';

/** One thing that the user wants, taken apart without a look at any tool. */
export interface Step {
  /** As the user wrote it. */
  readonly text: string;
  /** What is left after `named` and `content` were taken out; still marked. */
  readonly rest: string;
  readonly tokens: readonly Token[];
  /** Concepts and unknown words, to be compared with those of tools. */
  readonly words: readonly string[];
  readonly quoted: readonly string[];
  readonly named?: string;
  readonly content?: string;
}

const NAMED_EN = /\b(?:named|called|titled|entitled)\s+/i;
const NAMED_END = /\s+(?:with|and|that|saying|containing|on|in|at|for|to|from|by|as)\b|[,，;；。]|\.(?:\s|$)|$/i;
const NAMED_ZH =
  /(?:名叫|名为|命名为|名字叫|名字是|名称是|名称为|标题是|标题为|标题叫|题为|叫做|叫作|叫)\s*(.+?)(?=\s*的(?=\p{Script=Han}|$)|[\s，,。；;]|$)/u;
const CONTENT_EN =
  /(?:\b(?:with|and|has|having)\s+)?(?:\b(?:the\s+)?(?:content|contents|body)\b\s*(?:is|of|as|:|=)?|\b(?:with\s+(?:the\s+)?text|saying|that\s+says|which\s+says)\b\s*:?)\s+/i;
const CONTENT_ZH =
  /(?:内容|正文)\s*(?:写上|写成|写的是|写着|写|填上|填|设为|就是|是|为)?\s*[：:=]?\s*|(?:写着|写上)\s*[：:]?\s*/;

/** Reads one marked step. */
export function readStep(marked: string, quoted: readonly string[]): Step {
  const { rest: withoutContent, value: content } = takeContent(marked);
  const { rest, value: named } = takeNamed(withoutContent);
  const tokens = tokenize(rest);
  return {
    text: unmark(marked, quoted).trim(),
    rest,
    tokens,
    words: wordsOfTokens(tokens),
    quoted,
    ...(named === undefined ? {} : { named: unmark(named, quoted).trim() }),
    ...(content === undefined ? {} : { content: unmark(content, quoted).trim() }),
  };
}

/** The words by which a step is compared with tools. Values and dates say nothing of which tool is meant. */
function wordsOfTokens(tokens: readonly Token[]): readonly string[] {
  return [
    ...new Set(
      tokens.flatMap((token) => {
        if (token.concept !== undefined) return [token.concept];
        return token.kind === 'word' ? bigrams(singular(token.text.toLowerCase())) : [];
      }),
    ),
  ];
}

interface Taken {
  readonly rest: string;
  readonly value?: string;
}

function takeNamed(text: string): Taken {
  const en = NAMED_EN.exec(text);
  if (en !== null) {
    const after = text.slice(en.index + en[0].length);
    const mark = /^\s*[\uE100-\uF8FF]/.exec(after)?.[0];
    const end = mark?.length ?? NAMED_END.exec(after)?.index ?? after.length;
    return { rest: `${text.slice(0, en.index)} ${after.slice(end)}`, value: after.slice(0, end) };
  }
  const zh = NAMED_ZH.exec(text);
  const value = zh?.[1];
  if (zh === null || value === undefined) return { rest: text };
  return { rest: `${text.slice(0, zh.index)} ${text.slice(zh.index + zh[0].length)}`, value };
}

function takeContent(text: string): Taken {
  const found = [CONTENT_EN.exec(text), CONTENT_ZH.exec(text)]
    .filter((match) => match !== null)
    .toSorted((a, b) => a.index - b.index)[0];
  if (found === undefined) return { rest: text };
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  if (after.trim() === '') return { rest: text };
  const mark = /^\s*[\uE100-\uF8FF]/.exec(after)?.[0];
  if (mark !== undefined) return { rest: `${before} ${after.slice(mark.length)}`, value: mark };
  // 内容是 hello 的笔记: what follows 的 is the thing, not its content.
  const zh = /^(\S+?)\s*的\p{Script=Han}+/u.exec(after);
  if (zh?.[1] !== undefined && !/\p{Script=Han}/u.test(zh[1])) {
    return { rest: `${before} ${after.slice(zh[1].length)}`, value: zh[1] };
  }
  return { rest: before, value: after.replace(/[\s。.，,！；;]+$/, '') };
}
