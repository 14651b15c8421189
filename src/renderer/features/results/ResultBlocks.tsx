import { assertNever } from '../../../shared/assert-never.js';
import type { McpContentBlock, ToolResult } from '../../../shared/tool.js';
import { useWords } from '../../i18n/words-context.js';
import { formatBytes } from '../../ui/durations.js';
import { LinkResult } from './LinkResult.js';
import { Media } from './MediaResult.js';
import { ResourceResult } from './ResourceResult.js';
import { bytesIn } from './result-media.js';
import { ResultHead } from './ResultHead.js';
import { saysTheSame } from './result-text.js';
import { SaveButton } from './SaveButton.js';
import { TextResult, ValueResult } from './TextResult.js';
import styles from './Result.module.css';

/** A longer text is better read as a file, UTF-16 units. */
const LONG_TEXT = 20_000;

/** The blocks of a result, one below the other, and its structured content beside them. */
export function ResultBlocks({ result }: { readonly result: ToolResult }) {
  const words = useWords();
  const { content, structuredContent } = result;
  return (
    <>
      {structuredContent === undefined ? null : (
        <div className={styles.block}>
          <ValueResult value={structuredContent} title={words.call.structured} />
        </div>
      )}
      {content.map((block, place) => (
        <div key={place} className={styles.block}>
          <ResultBlock
            block={block}
            place={place}
            title={content.length === 1 ? words.call.result : words.card.text}
            doubled={
              block.type === 'text' && structuredContent !== undefined && saysTheSame(block.text, structuredContent)
            }
          />
        </div>
      ))}
    </>
  );
}

interface ResultBlockProps {
  readonly block: McpContentBlock;
  readonly place: number;
  readonly title: string;
  readonly doubled: boolean;
}

function ResultBlock({ block, place, title, doubled }: ResultBlockProps) {
  const words = useWords();
  switch (block.type) {
    case 'text':
      return (
        <TextResult text={block.text} title={title} doubled={doubled}>
          {block.text.length > LONG_TEXT ? <SaveButton block={place} /> : null}
        </TextResult>
      );
    case 'image':
    case 'audio': {
      const kind = block.type === 'image' ? words.card.picture : words.card.sound;
      return (
        <>
          <ResultHead title={[kind, block.mimeType, formatBytes(bytesIn(block.data))].join(' · ')}>
            <SaveButton block={place} />
          </ResultHead>
          <Media data={block.data} mimeType={block.mimeType} name={kind} />
        </>
      );
    }
    case 'resource_link':
      return <LinkResult link={block} />;
    case 'resource':
      return <ResourceResult resource={block.resource} block={place} />;
    case 'unknown':
      return <ValueResult value={block.block} title={words.call.unknownBlock} />;
    default:
      return assertNever(block);
  }
}
