import { useRef } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { usePage, usePageStore } from '../../store/store-context.js';
import { Modal, ModalText } from '../../ui/Modal.js';
import { KeyCaps } from './KeyCaps.js';
import { chordsOf, OTHER_KEYS, SHORTCUTS, type Chord } from './shortcuts.js';
import styles from './HelpDialog.module.css';

const GROUPS = ['chat', 'pages', 'window'] as const;

/** How Gatehouse works in three sentences, and every key. */
export function HelpDialog() {
  const words = useWords();
  const store = usePageStore();
  const text = useRef<HTMLDivElement>(null);
  const open = usePage((page) => page.overlay === 'help');
  return (
    <Modal title={words.keys.helpTitle} open={open} onClose={() => store.setOverlay(undefined)} initialFocus={text}>
      <ModalText label={words.keys.helpTitle} ref={text}>
        <section aria-label={words.keys.helpHow} className={styles.how}>
          {words.keys.helpText.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
        {GROUPS.map((group) => (
          <section key={group} aria-label={words.keys.groups[group]} className={styles.group}>
            <h3>{words.keys.groups[group]}</h3>
            <dl className={styles.keys}>
              {[...SHORTCUTS, ...OTHER_KEYS]
                .filter((item) => item.group === group)
                .map((item) => (
                  <Line key={item.id} name={words.keys.names[item.id]} item={item} />
                ))}
            </dl>
          </section>
        ))}
      </ModalText>
    </Modal>
  );
}

interface LineProps {
  readonly name: string;
  readonly item: { readonly chords: readonly Chord[]; readonly mac?: readonly Chord[] };
}

function Line({ name, item }: LineProps) {
  const words = useWords();
  const platform = usePage((page) => page.platform);
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd className={styles.chords}>
        {chordsOf(item, platform).map((chord, index) => (
          <span key={chord.key + String(chord.shift)} className={styles.chord}>
            {index === 0 ? null : <span className={styles.or}>{words.keys.or}</span>}
            <KeyCaps chord={chord} />
          </span>
        ))}
      </dd>
    </div>
  );
}
