import { asItLooks, mixesAlphabets } from './confusables.js';

/**
 * Words that make a tool's name look dangerous. Such a tool always asks, whatever a server claims or a user allowed.
 * A false alarm costs one question; a miss can cost data.
 */
export const DANGEROUS_WORDS = {
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

interface Lexicon {
  readonly starts: readonly string[];
  readonly words: ReadonlySet<string>;
}

const PLAIN: Lexicon = {
  starts: DANGEROUS_WORDS.starts.map(lookOf),
  words: new Set(DANGEROUS_WORDS.words.flatMap(withEndings)),
};
/** The same with i, l and 1 as one letter: in many fonts they are. */
const SLIM: Lexicon = { starts: PLAIN.starts.map(slim), words: new Set([...PLAIN.words].map(slim)) };
const ANYWHERE = DANGEROUS_WORDS.anywhere.map((word) => word.normalize('NFKC'));
const DIGITS_AS_LETTERS: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/**
 * What makes a tool's raw name look dangerous: a word of the list, or `mixed alphabets`; undefined where nothing does.
 * The name is read as it looks (look-alike letters, invisible characters, digits for letters) and split at capitals
 * and separators; words that are split on purpose (`d_e_l_e_t_e`, `DeLeTe`) are joined again.
 */
export function dangerousWord(name: string): string | undefined {
  const whole = name.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const written = ANYWHERE.find((word) => whole.includes(word));
  if (written !== undefined) return written;
  const looks = asItLooks(name);
  const spelt = looks.replace(/[03457]/gu, (digit) => DIGITS_AS_LETTERS[digit] ?? digit);
  const found =
    wordIn(camelWords(looks), PLAIN) ??
    wordIn(words(looks), PLAIN) ??
    // A capital can look like another letter than its small form does.
    wordIn(words(lookOf(name)), PLAIN) ??
    wordIn(camelWords(slim(looks)), SLIM) ??
    wordIn(words(slim(spelt)), SLIM);
  return found ?? (mixesAlphabets(name) ? 'mixed alphabets' : undefined);
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
