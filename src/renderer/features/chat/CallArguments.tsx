import type { AssistantBlock } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { CallPart } from './CallPart.js';
import { LongText } from './LongText.js';

/** The arguments of a call, as they will be sent, with every invisible character written out. */
export function CallArguments({ block }: { readonly block: Extract<AssistantBlock, { type: 'tool_use' }> }) {
  const words = useWords();
  if (block.invalidJson !== undefined) {
    return (
      <CallPart label={words.call.badArguments}>
        <LongText text={block.invalidJson} />
      </CallPart>
    );
  }
  if (Object.keys(block.input).length === 0) return <CallPart label={words.call.noArguments} />;
  return (
    <CallPart label={words.call.arguments}>
      <LongText text={JSON.stringify(block.input, null, 2)} />
    </CallPart>
  );
}
