import type { ReactNode } from 'react';
import type { Language, Theme } from '../../../shared/settings.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp, usePage } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { classNames } from '../../ui/class-names.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Field } from '../../ui/Field.js';
import { PageBar } from '../../ui/PageBar.js';
import { SelectBox } from '../../ui/SelectBox.js';
import { ImportChat } from './ImportChat.js';
import { HooksSection } from '../hooks/HooksSection.js';
import { BashField } from './BashField.js';
import { LimitFields } from './LimitFields.js';
import { AfterReading } from './AfterReading.js';
import { ModelFields } from './ModelFields.js';
import styles from './SettingsPage.module.css';

/** What the user can choose. Each choice holds at once. */
export function SettingsPage() {
  const words = useWords();
  const version = usePage((page) => page.version);
  return (
    <>
      <PageBar title={words.settings.title} />
      <div className={styles.scroll}>
        <div className={styles.column}>
          <Section title={words.settings.appearance}>
            <LookFields />
          </Section>
          <Section title={words.settings.model}>
            <ModelFields />
          </Section>
          <Section title={words.settings.workspace}>
            <WorkspaceField />
            <BashField />
          </Section>
          <Section title={words.settings.safety}>
            <AfterReading />
          </Section>
          <Section title={words.settings.limits}>
            <LimitFields />
          </Section>
          <Section title={words.hooks.title}>
            <HooksSection />
          </Section>
          <Section title={words.nav.chats}>
            <ImportChat />
          </Section>
          <p className={styles.about}>{words.settings.about(version)}</p>
        </div>
      </div>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const LANGUAGES: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh-CN', label: '简体中文' },
];

function LookFields() {
  const words = useWords();
  const { language, theme } = useApp((app) => app.settings);
  const update = useCommand((commands, part: { language?: Language; theme?: Theme }) =>
    commands['settings.update'](part),
  );
  const system = { value: 'system' as const, label: words.settings.system };
  const languages = [system, ...LANGUAGES];
  const themes = [
    system,
    { value: 'light' as const, label: words.settings.themes.light },
    { value: 'dark' as const, label: words.settings.themes.dark },
  ];
  const setLanguage = (value: string): void => {
    const chosen = languages.find((item) => item.value === value);
    if (chosen !== undefined) void update.run({ language: chosen.value });
  };
  const setTheme = (value: string): void => {
    const chosen = themes.find((item) => item.value === value);
    if (chosen !== undefined) void update.run({ theme: chosen.value });
  };
  return (
    <>
      <div className={styles.pair}>
        <Field label={words.settings.language}>
          {({ id }) => (
            <SelectBox
              id={id}
              label={words.settings.language}
              value={language}
              options={languages}
              onChange={setLanguage}
            />
          )}
        </Field>
        <Field label={words.settings.theme}>
          {({ id }) => (
            <SelectBox id={id} label={words.settings.theme} value={theme} options={themes} onChange={setTheme} />
          )}
        </Field>
      </div>
      <ErrorNote message={update.error} />
    </>
  );
}

function WorkspaceField() {
  const words = useWords();
  const workspace = useApp((app) => app.settings.workspace);
  const pick = useCommand((commands) => commands['workspace.pick']({}));
  return (
    <>
      <div className={styles.line}>
        {workspace === '' ? (
          <span className={classNames(styles.path, styles.none)}>{words.settings.noWorkspace}</span>
        ) : (
          <code className={styles.path}>{workspace}</code>
        )}
        <Button waiting={pick.slow} disabled={pick.busy} onClick={() => void pick.run()}>
          {words.settings.pick}
        </Button>
      </div>
      <p className={styles.hint}>{words.settings.workspaceHint}</p>
      <ErrorNote message={pick.error} />
    </>
  );
}
