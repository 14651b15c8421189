import { assertNever } from '../../../shared/assert-never.js';
import type { McpContentBlock, ToolResult } from '../../../shared/tool.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { formatBytes } from '../../ui/durations.js';
import { CallPart } from './CallPart.js';
import { LongText } from './LongText.js';
import { isShownImage, prettyIfJson } from './result-text.js';
import styles from './CallResult.module.css';

/** What a call gave back: text as text, pictures in place, everything else by name. */
export function CallResult({ result }: { readonly result: ToolResult }) {
  const words = useWords();
  const bare = result.content.length === 0 && result.structuredContent === undefined;
  return (
    <>
      <CallPart label={bare ? words.call.noResult : words.call.result}>
        {result.content.map((block, index) => (
          <ResultBlock key={index} block={block} />
        ))}
      </CallPart>
      {result.stopped === 'may-go-on' ? <Named text={words.turn.mayGoOn} /> : null}
      {result.structuredContent === undefined ? null : (
        <CallPart label={words.call.structured}>
          <LongText text={JSON.stringify(result.structuredContent, null, 2)} />
        </CallPart>
      )}
    </>
  );
}

function ResultBlock({ block }: { readonly block: McpContentBlock }) {
  const words = useWords();
  switch (block.type) {
    case 'text':
      return <LongText text={prettyIfJson(block.text)} />;
    case 'image':
      if (!isShownImage(block.mimeType)) {
        return <Named text={words.call.otherImage(block.mimeType, sizeOf(block.data))} />;
      }
      return (
        <img
          className={styles.image}
          src={`data:${block.mimeType};base64,${block.data}`}
          alt={words.call.image(block.mimeType)}
        />
      );
    case 'audio':
      return <Named text={words.call.audio(block.mimeType, sizeOf(block.data))} />;
    case 'resource_link':
      return <Named text={words.call.link(block.name, block.uri)} />;
    case 'resource':
      return <Json name={words.call.resource} value={block.resource} />;
    case 'unknown':
      return <Json name={words.call.unknownBlock} value={block.block} />;
    default:
      return assertNever(block);
  }
}

function Named({ text }: { readonly text: string }) {
  return <div className={styles.named}>{visibleText(text)}</div>;
}

function Json({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <div>
      <Named text={name} />
      <LongText text={JSON.stringify(value, null, 2)} />
    </div>
  );
}

/** Base64 holds three bytes in four characters. */
function sizeOf(base64: string): string {
  return formatBytes(Math.floor((base64.length * 3) / 4));
}
