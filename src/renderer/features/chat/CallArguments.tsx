import type { AssistantBlock } from '../../../shared/conversation.js';
import type { JsonObject } from '../../../shared/json.js';
import { useWords } from '../../i18n/words-context.js';
import { CallPart } from './CallPart.js';
import { LongText } from './LongText.js';

interface CallArgumentsProps {
  readonly block: Extract<AssistantBlock, { type: 'tool_use' }>;
  /** What the call ran with, where the user changed it. */
  readonly edited: JsonObject | undefined;
}

/** The arguments of a call, as the model asked and as they were sent, with every invisible character written out. */
export function CallArguments({ block, edited }: CallArgumentsProps) {
  const words = useWords();
  if (block.invalidJson !== undefined) {
    return (
      <CallPart label={words.call.badArguments}>
        <LongText text={block.invalidJson} />
      </CallPart>
    );
  }
  return (
    <>
      {Object.keys(block.input).length === 0 ? (
        <CallPart label={words.call.noArguments} />
      ) : (
        <CallPart label={words.call.arguments}>
          <LongText text={JSON.stringify(block.input, null, 2)} />
        </CallPart>
      )}
      {edited === undefined ? null : (
        <CallPart label={words.call.editedArguments}>
          <LongText text={JSON.stringify(edited, null, 2)} />
        </CallPart>
      )}
    </>
  );
}
