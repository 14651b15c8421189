import { memo } from 'react';
import { assertNever } from '../../../shared/assert-never.js';
import type { AssistantBlock, AssistantMessage } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import { HiddenText } from '../../ui/HiddenText.js';
import { Markdown } from './Markdown.js';
import { MessageActions } from './MessageActions.js';
import { Thinking } from './Thinking.js';
import { ToolCard } from './ToolCard.js';
import styles from './AssistantRow.module.css';

/** One answer of the model: text, folded thinking, and a card for each call. Renders again only when it changes. */
export const AssistantRow = memo(function AssistantRow({ message }: { readonly message: AssistantMessage }) {
  const words = useWords();
  const last = message.blocks.length - 1;
  // A message that calls tools is a step on the way: what can be done is offered at the end of the answer.
  const answers = message.complete && !message.blocks.some((block) => block.type === 'tool_use');
  return (
    <article data-message={message.id} className={styles.row}>
      <HiddenText>{words.chat.assistant}</HiddenText>
      {message.blocks.map((block, index) => (
        <Block
          key={block.type === 'tool_use' ? block.id : index}
          block={block}
          live={!message.complete && index === last}
        />
      ))}
      {answers ? <MessageActions message={message} /> : <ActionsAtTheEnd message={message} />}
    </article>
  );
});

/** A turn that was stopped, failed or paused ends with half an answer or with calls: that too can be copied and looked into. */
function ActionsAtTheEnd({ message }: { readonly message: AssistantMessage }) {
  const ended = usePage(({ conversation }) => {
    if (conversation.kind !== 'open') return false;
    const { messages, turn } = conversation.state;
    const next = messages[messages.findLastIndex(({ id }) => id === message.id) + 1];
    return next === undefined ? turn.kind !== 'running' : next.role === 'user';
  });
  return ended ? <MessageActions message={message} /> : null;
}

function Block({ block, live }: { readonly block: AssistantBlock; readonly live: boolean }) {
  const words = useWords();
  switch (block.type) {
    case 'text':
      return <Markdown text={block.text} growing={live} />;
    case 'thinking':
      return <Thinking text={block.thinking} live={live} />;
    case 'redacted_thinking':
      return <div className={styles.redacted}>{words.chat.thinkingHidden}</div>;
    case 'tool_use':
      return <ToolCard block={block} />;
    default:
      return assertNever(block);
  }
}
