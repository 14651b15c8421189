import { useState } from 'react';
import type { ServerView } from '../../../shared/server.js';
import { useWords } from '../../i18n/words-context.js';
import { Modal } from '../../ui/Modal.js';
import { TabBar } from '../../ui/TabBar.js';
import { ImportForm } from './ImportForm.js';
import styles from './ServerDialog.module.css';
import { ServerFormView } from './ServerFormView.js';

interface ServerDialogProps {
  /** Absent for a new server. */
  readonly server?: ServerView;
  readonly onClose: () => void;
  readonly onSaved?: (id: string) => void;
}

/** Adds a server, by a form or by pasted JSON, or edits one. */
export function ServerDialog({ server, onClose, onSaved }: ServerDialogProps) {
  const words = useWords();
  const [way, setWay] = useState('form');
  const saved = (id: string): void => {
    onSaved?.(id);
    onClose();
  };
  const form = <ServerFormView server={server} onClose={onClose} onSaved={saved} />;
  return (
    <Modal
      title={server === undefined ? words.serverForm.addTitle : words.serverForm.editTitle(server.name)}
      open
      onClose={onClose}
    >
      {server === undefined ? (
        <div className={styles.ways}>
          <TabBar
            label={words.serverForm.ways}
            value={way}
            onChange={setWay}
            parts={[
              { id: 'form', label: words.serverForm.form, content: form },
              {
                id: 'paste',
                label: words.serverForm.paste,
                content: <ImportForm onClose={onClose} onSaved={saved} />,
              },
            ]}
          />
        </div>
      ) : (
        form
      )}
    </Modal>
  );
}
