import { useState } from 'react';
import type { PolicyChange } from '../../../shared/policy.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { Badge, type BadgeTone } from '../../ui/Badge.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Field } from '../../ui/Field.js';
import { Modal, ModalBody, ModalFoot } from '../../ui/Modal.js';
import { TextArea } from '../../ui/TextInput.js';
import styles from './TrustPage.module.css';

const TONES: Readonly<Record<PolicyChange['effect'], BadgeTone>> = {
  tightens: 'ok',
  loosens: 'warn',
  skipped: 'neutral',
};

/** Rules as a text: out, and in again after a look at what that would change. */
export function PolicyTransfer() {
  const words = useWords();
  const [exported, setExported] = useState<string>();
  const [importing, setImporting] = useState(false);
  const take = useCommand((commands) => commands['policy.export']({}));
  const open = async (): Promise<void> => setExported((await take.run())?.json);
  return (
    <section aria-label={words.policy.exportImport}>
      <h2 className={styles.title}>{words.policy.exportImport}</h2>
      <p className={styles.intro}>{words.policy.exportHint}</p>
      <div className={styles.buttons}>
        <Button onClick={() => void open()}>{words.policy.export}</Button>
        <Button onClick={() => setImporting(true)}>{words.policy.import}</Button>
      </div>
      <ErrorNote message={take.error} />
      {exported === undefined ? null : <ExportDialog json={exported} onClose={() => setExported(undefined)} />}
      {importing ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </section>
  );
}

function ExportDialog({ json, onClose }: { readonly json: string; readonly onClose: () => void }) {
  const words = useWords();
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(json);
      setCopied(words.app.copied);
    } catch {
      setCopied(words.app.copyFailed);
    }
  };
  return (
    <Modal title={words.policy.exportTitle} open onClose={onClose}>
      <ModalBody>
        <TextArea mono readOnly rows={16} aria-label={words.policy.exportTitle} value={json} />
      </ModalBody>
      <ModalFoot>
        <Button onClick={onClose}>{words.app.close}</Button>
        <Button look="primary" onClick={() => void copy()}>
          {copied ?? words.app.copy}
        </Button>
      </ModalFoot>
    </Modal>
  );
}

function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords();
  const [json, setJson] = useState('');
  const [changes, setChanges] = useState<readonly PolicyChange[]>();
  const check = useCommand((commands) => commands['policy.checkImport']({ json }));
  const take = useCommand((commands) => commands['policy.import']({ json }));
  const nothing = changes?.every(({ effect }) => effect === 'skipped') ?? false;
  const look = async (): Promise<void> => setChanges((await check.run())?.changes);
  const submit = async (): Promise<void> => {
    if ((await take.run()) !== undefined) onClose();
  };
  return (
    <Modal title={words.policy.importTitle} open onClose={onClose}>
      <ModalBody>
        <Field label={words.policy.importLabel} hint={words.policy.importHint}>
          {(ids) => (
            <TextArea
              {...ids}
              mono
              rows={8}
              value={json}
              onChange={(event) => {
                setJson(event.target.value);
                setChanges(undefined);
              }}
            />
          )}
        </Field>
        {changes === undefined ? null : <Changes changes={changes} />}
        <ErrorNote message={check.error ?? take.error} />
      </ModalBody>
      <ModalFoot>
        <Button onClick={onClose}>{words.app.cancel}</Button>
        {changes === undefined ? (
          <Button look="primary" disabled={json.trim() === '' || check.busy} onClick={() => void look()}>
            {words.policy.check}
          </Button>
        ) : (
          <Button look="primary" disabled={nothing || take.busy} waiting={take.slow} onClick={() => void submit()}>
            {words.policy.takeOver}
          </Button>
        )}
      </ModalFoot>
    </Modal>
  );
}

function Changes({ changes }: { readonly changes: readonly PolicyChange[] }) {
  const words = useWords();
  if (changes.length === 0) return <p className={styles.empty}>{words.policy.noChanges}</p>;
  return (
    <>
      {changes.some(({ effect }) => effect === 'loosens') ? (
        <p className={styles.empty}>{words.policy.loosensNote}</p>
      ) : null}
      <ul className={styles.list}>
        {changes.map(({ effect, subject, name, from, to, detail, skipped }, index) => (
          <li key={index} className={styles.row}>
            <div className={styles.what}>
              <span className={styles.tool}>{visibleText(name)}</span>
              <Badge tone={TONES[effect]}>{words.policy.effect[effect]}</Badge>
              <div className={styles.detail}>
                {[
                  ...(subject === 'guard-word' ? [words.policy.guardWord] : []),
                  ...(to === undefined
                    ? []
                    : [
                        [from, to]
                          .flatMap((verdict) => verdict ?? [])
                          .map((verdict) => words.policy[verdict])
                          .join(' → '),
                      ]),
                  ...(detail === undefined ? [] : [visibleText(detail)]),
                  ...(skipped === undefined ? [] : [words.trust.skipped[skipped]]),
                ].join(' · ')}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
