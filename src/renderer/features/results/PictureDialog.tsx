import type { RefCallback } from 'react';
import { Modal } from '../../ui/Modal.js';
import styles from './PictureDialog.module.css';

interface PictureDialogProps {
  readonly source: RefCallback<HTMLImageElement>;
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A picture as large as the window allows. */
export function PictureDialog({ source, name, open, onClose }: PictureDialogProps) {
  return (
    <Modal title={name} open={open} onClose={onClose} fit>
      <img className={styles.picture} ref={source} alt={name} />
    </Modal>
  );
}
