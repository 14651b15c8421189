import { BookText, FileText, FileType, MessageSquareText, X } from 'lucide-react';
import { useRef } from 'react';
import { type Attachment, attachmentKey } from '../../../shared/attachment.js';
import { type ChatFile, isImageFile } from '../../../shared/chat-file.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { IconButton } from '../../ui/Button.js';
import { formatBytes } from '../../ui/durations.js';
import { useFileUrl } from './use-file-url.js';
import styles from './AttachmentChips.module.css';

interface AttachmentChipsProps {
  readonly attachments: readonly Attachment[];
  readonly onRemove: (attachment: Attachment) => void;
}

/** What goes with the message, each with what it is and a way to take it out. */
export function AttachmentChips({ attachments, onRemove }: AttachmentChipsProps) {
  const words = useWords();
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={words.attach.list}>
      {attachments.map((attachment) => (
        <Chip key={attachmentKey(attachment)} attachment={attachment} onRemove={onRemove} />
      ))}
    </ul>
  );
}

function Chip({
  attachment,
  onRemove,
}: {
  readonly attachment: Attachment;
  readonly onRemove: (attachment: Attachment) => void;
}) {
  const words = useWords();
  const { name, about } = useAttachmentText(attachment);
  return (
    <li className={styles.chip}>
      <Sign attachment={attachment} />
      <span className={styles.words}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.about}>{about}</span>
      </span>
      <IconButton
        label={words.attach.remove(name)}
        icon={<X size={16} aria-hidden="true" />}
        onClick={() => onRemove(attachment)}
      />
    </li>
  );
}

/** What an attachment is called, and what it is. */
function useAttachmentText(attachment: Attachment): { readonly name: string; readonly about: string } {
  const { attach } = useWords();
  switch (attachment.kind) {
    case 'file': {
      const { file } = attachment;
      return { name: visibleText(file.name), about: `${kindName(file, attach.kinds)} · ${formatBytes(file.size)}` };
    }
    case 'resource':
      return {
        name: visibleText(attachment.name),
        about: `${attach.resourceKind} · ${visibleText(attachment.serverName)}`,
      };
    case 'prompt':
      return {
        name: visibleText(attachment.name),
        about: `${attach.promptKind} · ${visibleText(attachment.serverName)}`,
      };
    default: {
      const { serverName, given } = attachment.source;
      const kind = given.kind === 'prompt' ? attach.promptKind : attach.resourceKind;
      return { name: visibleText(given.name), about: `${kind} · ${visibleText(serverName)}` };
    }
  }
}

/** PDF, text, or the kind of the image. */
export function kindName(
  { kind }: ChatFile,
  kinds: { readonly 'application/pdf': string; readonly 'text/plain': string },
): string {
  if (kind === 'application/pdf' || kind === 'text/plain') return kinds[kind];
  return kind.slice('image/'.length).toUpperCase();
}

function Sign({ attachment }: { readonly attachment: Attachment }) {
  if (attachment.kind === 'file') return <FileSign file={attachment.file} />;
  const prompt =
    attachment.kind === 'prompt' || (attachment.kind === 'part' && attachment.source.given.kind === 'prompt');
  return (
    <span className={styles.sign}>
      {prompt ? <MessageSquareText size={16} aria-hidden="true" /> : <BookText size={16} aria-hidden="true" />}
    </span>
  );
}

/** A small picture of an image, else a sign of what the file is. */
export function FileSign({ file }: { readonly file: ChatFile }) {
  const place = useRef<HTMLSpanElement>(null);
  const url = useFileUrl(file, place);
  return (
    <span ref={place} className={styles.sign}>
      {url === undefined || url === 'lost' ? <Icon file={file} /> : <img src={url} alt="" className={styles.thumb} />}
    </span>
  );
}

function Icon({ file }: { readonly file: ChatFile }) {
  if (isImageFile(file)) return null;
  return file.kind === 'text/plain' ? (
    <FileText size={16} aria-hidden="true" />
  ) : (
    <FileType size={16} aria-hidden="true" />
  );
}
