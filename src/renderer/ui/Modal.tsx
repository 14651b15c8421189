import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo } from 'react';
import { useWords } from '../i18n/words-context.js';
import { IconButton } from './Button.js';
import { classNames } from './class-names.js';
import styles from './Modal.module.css';

interface ModalProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** As large as what is in it, and closed by a press beside it too: for what is only looked at. */
  readonly fit?: boolean;
  /** What has the focus first; else the first thing that can. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A dialog over the page. Esc and the cross close it; the focus goes back where it came from. */
export function Modal({ title, open, onClose, fit = false, initialFocus, children }: ModalProps) {
  const words = useWords();
  // Looked at while it is made: a field in it that takes the focus by itself would pass for where the focus came from.
  const cameFrom = useMemo(() => (open ? document.activeElement : null), [open]);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={!fit}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          data-modal
          className={classNames(styles.popup, fit && styles.fit)}
          {...(initialFocus === undefined ? {} : { initialFocus })}
          finalFocus={() => focusAfter(cameFrom)}
        >
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close render={<IconButton label={words.app.close} icon={<X size={16} aria-hidden="true" />} />} />
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What gets the focus of a dialog that closes; `false` where somebody has given it to something else, `true` for the usual. */
function focusAfter(cameFrom: Element | null): HTMLElement | boolean {
  const now = document.activeElement;
  if (now !== null && now !== document.body && now.closest('[data-modal]') === null) return false;
  return cameFrom instanceof HTMLElement && cameFrom !== document.body && cameFrom.isConnected ? cameFrom : true;
}

/** The part of a dialog that scrolls. */
export function ModalBody({
  ref,
  children,
}: {
  readonly ref?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}) {
  return (
    <div ref={ref} className={styles.body}>
      {children}
    </div>
  );
}

/** The same where there is nothing in it but text: it has the focus itself, so that keys scroll it. */
export function ModalText({
  label,
  ref,
  children,
}: {
  readonly label: string;
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}) {
  return (
    <div ref={ref} role="region" aria-label={label} tabIndex={0} className={classNames(styles.body, styles.text)}>
      {children}
    </div>
  );
}

/** The buttons at the foot of a dialog. */
export function ModalFoot({ children }: { readonly children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
