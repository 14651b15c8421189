import { Popover } from '@base-ui/react/popover';
import type { ContextUse } from '../../../shared/conversation.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import chip from '../../ui/Chip.module.css';
import { classNames } from '../../ui/class-names.js';
import popup from '../../ui/Popup.module.css';
import styles from './ContextChip.module.css';

/** How full the model's window is. Opens to the parts. Nothing before the first request. */
export function ContextChip() {
  const words = useWords();
  const use = usePage((page) => (page.conversation.kind === 'open' ? page.conversation.state.context : undefined));
  if (use === undefined) return null;
  const used = use.system + use.history + use.tools.reduce((sum, { tokens }) => sum + tokens, 0);
  const percent = Math.min(100, Math.ceil((used / use.window) * 100));
  return (
    <Popover.Root>
      <Popover.Trigger className={chip.chip} title={words.turn.contextLabel}>
        {words.turn.context(percent)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className={popup.positioner}>
          <Popover.Popup className={classNames(popup.popup, styles.popup)} aria-label={words.turn.contextLabel}>
            <Parts use={use} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Parts({ use }: { readonly use: ContextUse }) {
  const words = useWords();
  const rows = [
    { name: words.turn.contextSystem, tokens: use.system },
    ...use.tools.map(({ serverName, tokens }) => ({
      name: words.turn.contextTools(visibleText(serverName)),
      tokens,
    })),
    { name: words.turn.contextHistory, tokens: use.history },
  ];
  return (
    <>
      <dl className={styles.parts}>
        {rows.map(({ name, tokens }) => (
          <div key={name} className={styles.part}>
            <dt>{name}</dt>
            <dd>{words.turn.contextTokens(tokens.toLocaleString('en'))}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>{words.turn.contextHint(use.window.toLocaleString('en'))}</p>
    </>
  );
}
