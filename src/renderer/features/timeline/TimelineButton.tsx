import { Popover } from '@base-ui/react/popover';
import { ChartNoAxesGantt } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { MessageId } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { IconButton } from '../../ui/Button.js';
import popup from '../../ui/Popup.module.css';
import styles from './Timeline.module.css';

// Drawn by a library that the start of the page does not wait for.
const Timeline = lazy(async () => ({ default: (await import('./Timeline.js')).Timeline }));

/** Opens where the time of a turn went, below its last answer. */
export function TimelineButton({ messageId }: { readonly messageId: MessageId }) {
  const words = useWords();
  return (
    <Popover.Root>
      <Popover.Trigger
        render={<IconButton label={words.timeline.title} icon={<ChartNoAxesGantt size={16} aria-hidden="true" />} />}
      />
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className={popup.positioner}>
          <Popover.Popup className={popup.popup} aria-label={words.timeline.title}>
            <div className={styles.body}>
              <Suspense fallback={null}>
                <Timeline messageId={messageId} />
              </Suspense>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
