import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ArgumentRuleView } from '../../../shared/host-event.js';
import type { Verdict } from '../../../shared/policy.js';
import { visibleText } from '../../../shared/visible-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { useNow } from '../../store/use-now.js';
import { Badge, type BadgeTone } from '../../ui/Badge.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { ArgumentRuleDialog } from './ArgumentRuleDialog.js';
import { testText } from './argument-form.js';
import { grantFacts, MINUTE } from './grant-dates.js';
import styles from './TrustPage.module.css';
import { Section, ToolName } from './TrustSection.js';

const TONES: Readonly<Record<Verdict, BadgeTone>> = { allow: 'ok', confirm: 'neutral', deny: 'danger' };

/** The rules that look at arguments, and the way to a new one. */
export function ArgumentRules() {
  const words = useWords();
  const rules = useApp((app) => app.argumentRules);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Section
        title={words.argumentRules.title}
        empty={rules.length === 0 ? words.argumentRules.none : undefined}
        action={
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {words.argumentRules.add}
          </Button>
        }
      >
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </Section>
      {adding ? <ArgumentRuleDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function Rule({ rule }: { readonly rule: ArgumentRuleView }) {
  const words = useWords();
  const language = usePageLanguage();
  const now = useNow(MINUTE);
  const { id, serverName, tool, verdict, when } = rule;
  const renew = useCommand((commands) => commands['policy.renewArgumentRule']({ id }));
  const remove = useCommand((commands) => commands['policy.removeArgumentRule']({ id }));
  const tests = when.map((test) => visibleText(testText(test, words))).join(words.argumentRules.joined);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <ToolName server={serverName} tool={tool} />
        <Badge tone={TONES[verdict]}>{words.policy[verdict]}</Badge>
        <div className={styles.tests}>{tests}</div>
        <div className={styles.detail}>{grantFacts(rule, now, words, language).join(' · ')}</div>
        <ErrorNote message={remove.error ?? renew.error} />
      </div>
      {verdict === 'allow' ? (
        <Button
          look="quiet"
          aria-label={`${words.policy.renewLabel(serverName, visibleText(tool))}: ${tests}`}
          waiting={renew.slow}
          disabled={renew.busy}
          onClick={() => void renew.run()}
        >
          {words.policy.renew}
        </Button>
      ) : null}
      <Button
        aria-label={`${words.policy.revokeLabel(serverName, visibleText(tool))}: ${tests}`}
        waiting={remove.slow}
        disabled={remove.busy}
        onClick={() => void remove.run()}
      >
        {words.policy.revoke}
      </Button>
    </li>
  );
}
