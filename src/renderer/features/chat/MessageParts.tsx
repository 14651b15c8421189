import { BookText, MessageSquareText } from 'lucide-react';
import { useRef, useState } from 'react';
import { type ChatFile, isImageFile, type PartSource } from '../../../shared/chat-file.js';
import type { UserBlock } from '../../../shared/conversation.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { Button } from '../../ui/Button.js';
import { formatBytes } from '../../ui/durations.js';
import { Modal, ModalBody } from '../../ui/Modal.js';
import { FileSign, kindName } from './AttachmentChips.js';
import { LongText } from './LongText.js';
import { useFileUrl } from './use-file-url.js';
import styles from './MessageParts.module.css';

/** What a message of the user has beside its own words: pictures, files by name, and what servers gave. */
export function MessageParts({ blocks }: { readonly blocks: readonly UserBlock[] }) {
  const words = useWords();
  const parts = blocks.filter((block) => block.type === 'file' || block.source !== undefined);
  if (parts.length === 0) return null;
  return (
    <ul className={styles.parts} aria-label={words.attach.list}>
      {parts.map((block, index) => (
        <li key={index} className={styles.part}>
          {block.type === 'text' ? (
            <Given text={block.text} source={block.source} />
          ) : isImageFile(block.file) ? (
            <Picture file={block.file} />
          ) : (
            <FileLine file={block.file} source={block.source} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A picture as a button that shows it large. */
function Picture({ file }: { readonly file: ChatFile }) {
  const words = useWords();
  const [large, setLarge] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  const url = useFileUrl(file, place);
  const name = visibleText(file.name);
  if (url === 'lost') return <div className={styles.lost}>{`${name} · ${words.attach.lost}`}</div>;
  return (
    <>
      <button
        ref={place}
        type="button"
        className={styles.picture}
        title={name}
        aria-label={words.attach.open(name)}
        onClick={() => setLarge(true)}
      >
        <img src={url} alt={name} width={file.width} height={file.height} className={styles.image} />
      </button>
      <Modal title={name} open={large} onClose={() => setLarge(false)}>
        <ModalBody>
          <img src={url} alt={name} className={styles.large} />
          <div className={styles.about}>
            {`${kindName(file, words.attach.kinds)} · ${words.attach.pixels(file.width ?? 0, file.height ?? 0)} · ${formatBytes(file.size)}`}
          </div>
        </ModalBody>
      </Modal>
    </>
  );
}

function FileLine({ file, source }: { readonly file: ChatFile; readonly source: PartSource | undefined }) {
  const { attach } = useWords();
  return (
    <div className={styles.line}>
      <FileSign file={file} />
      <span className={styles.words}>
        <span className={styles.name}>{visibleText(file.name)}</span>
        <span className={styles.about}>
          {`${kindName(file, attach.kinds)} · ${formatBytes(file.size)}`}
          {source === undefined ? '' : ` · ${visibleText(source.serverName)}`}
        </span>
      </span>
    </div>
  );
}

/** What a server gave: whose it is in a line, its text on demand. */
function Given({ text, source }: { readonly text: string; readonly source: PartSource | undefined }) {
  const { attach } = useWords();
  const [open, setOpen] = useState(false);
  if (source === undefined) return null;
  const prompt = source.given.kind === 'prompt';
  const Sign = prompt ? MessageSquareText : BookText;
  return (
    <div className={styles.given}>
      <div className={styles.line} title={attach.fromServer}>
        <Sign size={16} aria-hidden="true" className={styles.icon} />
        <span className={styles.words}>
          <span className={styles.name}>
            {attach.prompt(visibleText(source.serverName), visibleText(source.given.name))}
          </span>
          <span
            className={styles.about}
          >{`${prompt ? attach.promptKind : attach.resourceKind} · ${attach.fromServer}`}</span>
        </span>
        <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? attach.hide : attach.show}
        </Button>
      </div>
      {open ? (
        <div className={styles.text}>
          <LongText text={text} />
        </div>
      ) : null}
    </div>
  );
}
