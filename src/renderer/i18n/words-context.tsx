import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { WORDS, type PageLanguage } from './language.js';
import type { Words } from './en.js';

interface Speech {
  readonly language: PageLanguage;
  readonly words: Words;
}

const SpeechContext = createContext<Speech>({ language: 'en', words: WORDS.en });

/** Gives the page its words. */
export function WordsProvider({
  language,
  children,
}: {
  readonly language: PageLanguage;
  readonly children: ReactNode;
}) {
  const speech = useMemo(() => ({ language, words: WORDS[language] }), [language]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

/** The words of the page's language. */
export function useWords(): Words {
  return useContext(SpeechContext).words;
}

/** The page's language itself, for dates and for tables kept by language. */
export function usePageLanguage(): PageLanguage {
  return useContext(SpeechContext).language;
}
