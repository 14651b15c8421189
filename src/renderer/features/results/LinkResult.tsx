import { ExternalLink } from 'lucide-react';
import type { McpContentBlock } from '../../../shared/tool.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { usePageStore } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import { CopyButton } from '../../ui/CopyButton.js';
import { formatBytes } from '../../ui/durations.js';
import { ResultHead } from './ResultHead.js';
import styles from './Result.module.css';

type Link = Extract<McpContentBlock, { type: 'resource_link' }>;

/**
 * A link to something that the server has. Its address is shown whole. Only https can be opened, and that asks; whatever
 * else it is, such as a file of this computer, is never opened from here.
 */
export function LinkResult({ link }: { readonly link: Link }) {
  const words = useWords();
  const store = usePageStore();
  const { uri, name, title = name, description, mimeType, size } = link;
  const opens = /^https:\/\//iu.test(uri);
  const facts = [mimeType, size === undefined ? undefined : formatBytes(size)].filter((fact) => fact !== undefined);
  return (
    <>
      <ResultHead title={[words.card.link, ...facts].join(' · ')}>
        {opens ? (
          <Button look="quiet" icon={<ExternalLink size={16} aria-hidden="true" />} onClick={() => store.openLink(uri)}>
            {words.card.openLink}
          </Button>
        ) : null}
        <CopyButton label={words.card.copyAddress} text={() => uri} />
      </ResultHead>
      <div className={styles.name}>{visibleText(title)}</div>
      {description === undefined ? null : <div className={styles.note}>{visibleText(description)}</div>}
      <div className={styles.address}>{visibleText(uri)}</div>
      {opens ? null : <div className={styles.note}>{words.card.notOpened}</div>}
    </>
  );
}
