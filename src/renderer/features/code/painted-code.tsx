import { createContext, useContext, useEffect, useState, type ReactNode, type RefObject } from 'react';
import type { CodeLanguage } from './code-language.js';
import { CodePainter, LONGEST_PAINTED } from './code-painter.js';
import { highlightBrush } from './highlight-brush.js';

const PainterContext = createContext<CodePainter<Text> | undefined>(undefined);

/** The longest that code waits for a moment of rest, ms. */
const LONGEST_WAIT = 2_000;

/** Gives the page the one painter of its code. */
export function CodePainterProvider({ children }: { readonly children: ReactNode }) {
  const [painter] = useState(
    () =>
      new CodePainter<Text>({
        open: async () => (await import('./code-tokens.js')).openCodeTokens(),
        idle: (work) => void requestIdleCallback(() => work(), { timeout: LONGEST_WAIT }),
        brush: highlightBrush,
      }),
  );
  return <PainterContext value={painter}>{children}</PainterContext>;
}

/** Colours the code that an element shows, once it has come into sight. Without a language it stays plain. */
export function usePaintedCode(
  shown: RefObject<HTMLElement | null>,
  code: string,
  language: CodeLanguage | undefined,
): void {
  const painter = useContext(PainterContext);
  useEffect(() => {
    const element = shown.current;
    if (painter === undefined || language === undefined || element === null) return undefined;
    if (code.length > LONGEST_PAINTED) return undefined;
    let erase: (() => void) | undefined;
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      sight.disconnect();
      const text = onlyText(element);
      if (text !== undefined) erase = painter.paint(text, text.data, language);
    });
    sight.observe(element);
    return () => {
      sight.disconnect();
      erase?.();
    };
  }, [painter, shown, code, language]);
}

/** The one text that an element holds, however deep. */
function onlyText(element: HTMLElement): Text | undefined {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const first = texts.nextNode();
  return first instanceof Text && texts.nextNode() === null ? first : undefined;
}
