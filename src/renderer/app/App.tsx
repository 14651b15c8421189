import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { useLayoutEffect } from 'react';
import type { Theme } from '../../shared/settings.js';
import type { Told } from '../../shared/told.js';
import { errorText } from '../i18n/error-text.js';
import { pageLanguage } from '../i18n/language.js';
import { usePageLanguage, useWords, WordsProvider } from '../i18n/words-context.js';
import type { PageStore } from '../store/page-store.js';
import { StoreProvider, usePage, usePageStore } from '../store/store-context.js';
import { Button } from '../ui/Button.js';
import { ErrorNote } from '../ui/ErrorNote.js';
import { Spinner } from '../ui/Spinner.js';
import { useSlow } from '../store/use-command.js';
import { applyLook } from './look.js';
import { Shell } from './Shell.js';
import styles from './App.module.css';

/** The page. It needs a store and nothing else. */
export function App({ store }: { readonly store: PageStore }) {
  return (
    <StoreProvider store={store}>
      <CSPProvider disableStyleElements>
        <Speaking />
      </CSPProvider>
    </StoreProvider>
  );
}

/** Gives the page its language, its theme and its sizes, live. */
function Speaking() {
  const chosen = usePage((page) => page.app?.settings.language ?? 'system');
  const system = usePage((page) => page.systemLanguage);
  const theme = usePage((page) => page.app?.settings.theme ?? 'system');
  const textSize = usePage((page) => page.app?.settings.textSize);
  const density = usePage((page) => page.app?.settings.density);
  const language = pageLanguage(chosen, system);
  // Before the browser paints: nothing is seen in another size, colour or language first.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.style.colorScheme = colorScheme(theme);
  }, [language, theme]);
  useLayoutEffect(() => {
    if (textSize !== undefined && density !== undefined) applyLook(document.documentElement, { textSize, density });
  }, [textSize, density]);
  return (
    <WordsProvider language={language}>
      <Tooltip.Provider delay={300}>
        <Contact />
      </Tooltip.Provider>
    </WordsProvider>
  );
}

function colorScheme(theme: Theme): string {
  return theme === 'system' ? 'light dark' : theme;
}

function Contact() {
  const words = useWords();
  const contact = usePage((page) => page.contact);
  const known = usePage((page) => page.app !== undefined);
  const slow = useSlow(contact.kind === 'loading');
  if (contact.kind === 'failed') return <Lost error={contact.error} />;
  if (known) return <Shell />;
  return (
    <div className={styles.center} role="status">
      {slow ? (
        <>
          <Spinner /> {words.app.loading}
        </>
      ) : null}
    </div>
  );
}

function Lost({ error }: { readonly error: Told | undefined }) {
  const words = useWords();
  const language = usePageLanguage();
  const store = usePageStore();
  return (
    <main className={styles.center}>
      <ErrorNote message={error === undefined ? words.app.lost : errorText(error, language)}>
        <Button onClick={() => store.restart()}>{words.app.retry}</Button>
      </ErrorNote>
    </main>
  );
}
