import { Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { hasFiles } from './dragged-files.js';
import styles from './FileDrop.module.css';

interface FileDropProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

function onDragOver(event: DragEvent): void {
  if (!hasFiles(event.dataTransfer)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
}

/** A part of the page that takes files which are dropped on it, and says so while they hang over it. */
export function FileDrop({ onFiles, className, children }: FileDropProps) {
  const words = useWords();
  const [over, setOver] = useState(false);
  // An element inside is entered before the one around it is left.
  const depth = useRef(0);
  const count = (step: number) => (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  const onDrop = (event: DragEvent): void => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div className={className} onDragEnter={count(1)} onDragLeave={count(-1)} onDragOver={onDragOver} onDrop={onDrop}>
      {children}
      {over ? (
        <div className={styles.over} aria-hidden="true">
          <div className={styles.card}>
            <Paperclip size={20} />
            <strong>{words.attach.drop}</strong>
            <span className={styles.hint}>{words.attach.dropHint}</span>
          </div>
        </div>
      ) : null}
    </div>
  );
}
