import type { LanguageRegistration } from 'shiki/core';

type Load = () => Promise<{ readonly default: readonly LanguageRegistration[] }>;

/** The languages that code is coloured in, each a file of its own that is read when the first code in it is seen. */
const LOADS = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
} as const satisfies Readonly<Record<string, Load>>;

export type CodeLanguage = keyof typeof LOADS;

/** What people write behind three backticks for them. */
const OTHER_NAMES: ReadonlyMap<string, CodeLanguage> = new Map([
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['zsh', 'bash'],
  ['console', 'bash'],
  ['h', 'c'],
  ['c++', 'cpp'],
  ['cc', 'cpp'],
  ['hpp', 'cpp'],
  ['cs', 'csharp'],
  ['c#', 'csharp'],
  ['patch', 'diff'],
  ['dockerfile', 'docker'],
  ['golang', 'go'],
  ['htm', 'html'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['jsx', 'tsx'],
  ['jsonc', 'json'],
  ['json5', 'json'],
  ['kt', 'kotlin'],
  ['md', 'markdown'],
  ['ps1', 'powershell'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['ts', 'typescript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['svg', 'xml'],
  ['yml', 'yaml'],
]);

/** The language of a name that a text gives its code; undefined for one that stays plain. */
export function codeLanguage(name: string | undefined): CodeLanguage | undefined {
  const wanted = name?.toLowerCase();
  if (wanted === undefined) return undefined;
  return isCodeLanguage(wanted) ? wanted : OTHER_NAMES.get(wanted);
}

/** The grammar of a language, and of those that it is mixed with. */
export async function grammarsOf(language: CodeLanguage): Promise<readonly LanguageRegistration[]> {
  const load: Load = LOADS[language];
  return (await load()).default;
}

function isCodeLanguage(name: string): name is CodeLanguage {
  return Object.hasOwn(LOADS, name);
}
