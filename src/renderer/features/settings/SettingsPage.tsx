import type { ReactNode } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { useApp, usePage } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { classNames } from '../../ui/class-names.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { PageBar } from '../../ui/PageBar.js';
import { ImportChat } from './ImportChat.js';
import { HooksSection } from '../hooks/HooksSection.js';
import { BashField } from './BashField.js';
import { LimitFields } from './LimitFields.js';
import { AfterReading } from './AfterReading.js';
import { LookFields } from './LookFields.js';
import { ModelFields } from './ModelFields.js';
import { NoteFields } from './NoteFields.js';
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
          <Section title={words.look.notes}>
            <NoteFields />
          </Section>
          <Section title={words.look.chatFiles}>
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

function WorkspaceField() {
  const words = useWords();
  const workspace = useApp((app) => app.settings.workspace);
  const pick = useCommand((commands) => commands['workspace.pick']({}));
  return (
    <>
      <div className={styles.hinted}>
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
      </div>
      <ErrorNote message={pick.error} />
    </>
  );
}
