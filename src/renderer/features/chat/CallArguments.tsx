import type { AssistantBlock, ToolCallRecord } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { useUnfinished } from './CallLive.js';
import { CallPart } from './CallPart.js';
import { LongText } from './LongText.js';

interface CallArgumentsProps {
  readonly block: Extract<AssistantBlock, { type: 'tool_use' }>;
  readonly call: ToolCallRecord;
}

/** Of what streams the end is shown: a page must not draw a growing 50 KB anew with each piece. */
const STREAMED = 4_000;

/** The arguments of a call, as the model asked and as they were sent, with every invisible character written out. */
export function CallArguments({ block, call }: CallArgumentsProps) {
  const words = useWords();
  const unfinished = useUnfinished(call);
  if (call.stage === 'streaming') {
    const json = unfinished ?? '';
    return (
      <CallPart label={words.card.unfinished}>
        <LongText text={`${json.length > STREAMED ? '…' : ''}${json.slice(-STREAMED)}…`} />
      </CallPart>
    );
  }
  if (block.invalidJson !== undefined) {
    return (
      <CallPart label={words.call.badArguments}>
        <LongText text={block.invalidJson} />
      </CallPart>
    );
  }
  const edited = call.editedArguments;
  return (
    <>
      {Object.keys(block.input).length === 0 ? (
        <CallPart label={words.call.noArguments} />
      ) : (
        <CallPart label={words.call.arguments}>
          <LongText text={JSON.stringify(block.input, null, 2)} language="json" />
        </CallPart>
      )}
      {edited === undefined ? null : (
        <CallPart label={words.call.editedArguments}>
          <LongText text={JSON.stringify(edited, null, 2)} language="json" />
        </CallPart>
      )}
    </>
  );
}
