import type { JsonObject } from '../../../shared/json.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { formatBytes } from '../../ui/durations.js';
import { codeLanguage } from '../code/code-language.js';
import { Media } from './MediaResult.js';
import { bytesIn } from './result-media.js';
import { ResultHead } from './ResultHead.js';
import { SaveButton } from './SaveButton.js';
import { TextResult, ValueResult } from './TextResult.js';
import styles from './Result.module.css';

interface ResourceResultProps {
  readonly resource: JsonObject;
  /** Its place among the blocks of the result. */
  readonly block: number;
}

/** A file inside the result: shown as what it is, and saved where the user says. */
export function ResourceResult({ resource, block }: ResourceResultProps) {
  const words = useWords();
  const { uri, mimeType, text, blob } = resource;
  const type = typeof mimeType === 'string' ? mimeType : undefined;
  const address = typeof uri === 'string' ? uri : '';
  if (typeof text !== 'string' && typeof blob !== 'string') {
    return <ValueResult value={resource} title={words.card.file} />;
  }
  const name = lastPart(address) || words.card.file;
  const size = typeof blob === 'string' ? formatBytes(bytesIn(blob)) : undefined;
  const facts = [words.card.file, type, size].filter((fact) => fact !== undefined);
  return (
    <>
      <ResultHead title={facts.join(' · ')}>
        <SaveButton block={block} />
      </ResultHead>
      <div className={styles.name}>{visibleText(name)}</div>
      {address === '' ? null : <div className={styles.address}>{visibleText(address)}</div>}
      {typeof blob === 'string' ? <Media data={blob} mimeType={type ?? ''} name={visibleText(name)} /> : null}
      {typeof text === 'string' ? (
        <TextResult text={text} title={words.card.text} mimeType={type} language={codeLanguage(ending(name))} />
      ) : null}
    </>
  );
}

function ending(name: string): string | undefined {
  return name.split('.').at(-1);
}

function lastPart(address: string): string {
  return (
    address
      .split(/[?#]/u, 1)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? ''
  );
}
