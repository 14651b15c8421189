import type { HookWords } from '../../../shared/hook-words.js';
import { LongText } from './LongText.js';
import { OriginChip } from './OriginChip.js';
import styles from './AddedByHook.module.css';

/** What a hook said to the model, beside what the user said. */
export function AddedByHook({ said: { event, text } }: { readonly said: HookWords }) {
  return (
    <div className={styles.added}>
      <OriginChip origin={{ kind: 'hook', event }} />
      <LongText text={text} />
    </div>
  );
}
