import { useState } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { PictureDialog } from './PictureDialog.js';
import { mediaKind } from './result-media.js';
import { useBlobSource } from './use-blob-source.js';
import styles from './Result.module.css';

interface MediaProps {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly name: string;
}

/** A picture or a sound, out of the bytes that came: nothing is loaded from anywhere. Words for what is neither. */
export function Media({ data, mimeType, name }: MediaProps) {
  const words = useWords();
  const kind = mediaKind(mimeType);
  if (kind === undefined) return <div className={styles.note}>{words.card.notShown}</div>;
  const Shown = kind === 'image' ? Picture : Sound;
  return <Shown data={data} mimeType={mimeType} name={name} />;
}

function Picture({ data, mimeType, name }: MediaProps) {
  const words = useWords();
  const source = useBlobSource(data, mimeType);
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState(false);
  if (broken || source === undefined) return <div className={styles.note}>{words.card.brokenPicture}</div>;
  return (
    <>
      <button type="button" className={styles.picture} title={words.card.enlarge} onClick={() => setOpen(true)}>
        <img ref={source} alt={name} onError={() => setBroken(true)} />
      </button>
      <PictureDialog source={source} name={name} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function Sound({ data, mimeType, name }: MediaProps) {
  const words = useWords();
  const source = useBlobSource(data, mimeType);
  const [broken, setBroken] = useState(false);
  if (broken || source === undefined) return <div className={styles.note}>{words.card.brokenSound}</div>;
  return <audio ref={source} className={styles.sound} controls aria-label={name} onError={() => setBroken(true)} />;
}
