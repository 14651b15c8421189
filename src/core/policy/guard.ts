import type { GuardEdits } from '../../shared/policy.js';
import { asItLooks, mixesAlphabets } from './confusables.js';

/**
 * Words that make a tool's name look dangerous. Such a tool always asks, whatever a server claims or a user allowed.
 * A false alarm costs one question; a miss can cost data.
 */
const SHIPPED_WORDS = {
  /** Looked for at the start of a word of the name, so `deleteall` and `removes` count and `undelete` does not. */
  starts: listOf(
    'delete deletion remove removal destroy destruct erase erasure purge truncate uninstall revoke overwrite',
    'terminate unlink obliterate deprovision decommission powershell shutdown eliminar borrar supprimer effacer',
    'löschen entfernen удалить удаление стереть уничтожить',
  ),
  /** A whole word of the name, with or without an ending (`s`, `ed`, `ing`): others begin like them, as in `dropbox`. */
  words: listOf('drop wipe kill format reset clear trash shred nuke rm rmdir del unset bash shell sudo exec eval'),
  /** Anywhere in the name: these scripts put no space between words. */
  anywhere: listOf(
    '删除 刪除 删掉 刪掉 移除 清空 清除 销毁 銷毀 格式化 卸载 卸載 覆盖 覆蓋 抹除 抹掉 擦除 重置 撤销 撤銷 吊销 终止 終止',
    '粉碎 削除 消去 初期化 삭제 제거',
  ),
} as const;

/** The shipped words, in the order in which they are listed. */
export const DANGEROUS_WORDS: readonly string[] = Object.values(SHIPPED_WORDS).flat();

interface Lexicon {
  readonly starts: readonly string[];
  readonly words: ReadonlySet<string>;
}

/** Scripts that put no space between words: a word of theirs is looked for anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const DIGITS_AS_LETTERS: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/**
 * Looks for dangerous words in the names of tools: the shipped ones, without those that the user took out, and the
 * user's own. A word of the user's counts at the start of a word of the name.
 */
export class Guard {
  readonly #plain: Lexicon;
  /** The same with i, l and 1 as one letter: in many fonts they are. */
  readonly #slim: Lexicon;
  readonly #anywhere: readonly string[];

  constructor({ added, removed }: GuardEdits) {
    const kept = (shipped: readonly string[]): readonly string[] => shipped.filter((word) => !removed.includes(word));
    const own = added.map((word) => ({ word, spaced: !UNSPACED.test(word) }));
    const starts = [...kept(SHIPPED_WORDS.starts), ...own.filter(({ spaced }) => spaced).map(({ word }) => word)];
    const anywhere = [...kept(SHIPPED_WORDS.anywhere), ...own.filter(({ spaced }) => !spaced).map(({ word }) => word)];
    this.#plain = {
      // A word in which no letter is left would be found in every name.
      starts: starts.map((word) => words(lookOf(word)).join('')).filter((word) => word !== ''),
      words: new Set(kept(SHIPPED_WORDS.words).flatMap(withEndings)),
    };
    this.#slim = { starts: this.#plain.starts.map(slim), words: new Set([...this.#plain.words].map(slim)) };
    this.#anywhere = anywhere.map((word) => word.normalize('NFKC').toLowerCase());
  }

  /**
   * What makes a tool's raw name look dangerous: a word of the list, or `mixed alphabets`; undefined where nothing does.
   * The name is read as it looks (look-alike letters, invisible characters, digits for letters) and split at capitals
   * and separators; words that are split on purpose (`d_e_l_e_t_e`, `DeLeTe`) are joined again.
   */
  dangerousWord(name: string): string | undefined {
    const whole = name
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .toLowerCase();
    const written = this.#anywhere.find((word) => whole.includes(word));
    if (written !== undefined) return written;
    const looks = asItLooks(name);
    const spelt = looks.replace(/[03457]/gu, (digit) => DIGITS_AS_LETTERS[digit] ?? digit);
    const found =
      wordIn(camelWords(looks), this.#plain) ??
      wordIn(words(looks), this.#plain) ??
      // A capital can look like another letter than its small form does.
      wordIn(words(lookOf(name)), this.#plain) ??
      wordIn(camelWords(slim(looks)), this.#slim) ??
      wordIn(words(slim(spelt)), this.#slim);
    return found ?? (mixesAlphabets(name) ? 'mixed alphabets' : undefined);
  }
}

function wordIn(reading: readonly string[], lexicon: Lexicon): string | undefined {
  for (let from = 0; from < reading.length; from += 1) {
    const rest = reading.slice(from, from + 32).join('');
    const start = lexicon.starts.find((word) => rest.startsWith(word));
    if (start !== undefined) return start;
    let joined = '';
    for (const part of reading.slice(from, from + 16)) {
      joined += part;
      if (lexicon.words.has(joined)) return joined;
    }
  }
  return undefined;
}

/** `removeAllFiles2` is remove, all, files, 2; `HTTPDelete` is http, delete. */
function camelWords(text: string): readonly string[] {
  const spaced = text
    .replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, '$1$2 ');
  return words(spaced);
}

function words(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function slim(text: string): string {
  return text.replace(/[iI1|]/gu, 'l');
}

function listOf(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}

function lookOf(word: string): string {
  return asItLooks(word.toLowerCase());
}

function withEndings(word: string): readonly string[] {
  const stem = word.endsWith('e') ? word.slice(0, -1) : word;
  const doubled = `${word}${word.slice(-1)}`;
  return [word, `${word}s`, `${word}d`, `${stem}ed`, `${stem}ing`, `${doubled}ed`, `${doubled}ing`];
}
