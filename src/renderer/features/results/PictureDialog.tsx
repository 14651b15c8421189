import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { RefCallback } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { IconButton } from '../../ui/Button.js';
import styles from './PictureDialog.module.css';

interface PictureDialogProps {
  readonly source: RefCallback<HTMLImageElement>;
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A picture as large as the window allows. Esc, the cross and a press beside it close it. */
export function PictureDialog({ source, name, open, onClose }: PictureDialogProps) {
  const words = useWords();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup}>
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{name}</Dialog.Title>
            <Dialog.Close render={<IconButton label={words.app.close} icon={<X size={16} aria-hidden="true" />} />} />
          </div>
          <img className={styles.picture} ref={source} alt={name} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
