import type { ConversationId } from '../../../shared/conversation.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { Chip } from '../../ui/Chip.js';
import { PageBar } from '../../ui/PageBar.js';
import { ContextChip } from './ContextChip.js';
import { ModelPicker } from './ModelPicker.js';
import { practiceInUse } from './practice-in-use.js';
import { ToolsChip } from './ToolsChip.js';

/** Title, what model answers, and which servers and tools are on. */
export function ChatHeader({ conversationId }: { readonly conversationId: ConversationId | undefined }) {
  const words = useWords();
  const title = useApp((app) => app.conversations.find((item) => item.id === conversationId)?.title ?? '');
  const practice = useApp((app) => practiceInUse(app.models));
  return (
    <PageBar title={title === '' ? words.nav.newChat : visibleText(title)}>
      {practice ? (
        <Chip warn title={words.chat.practiceTip}>
          {words.chat.practice}
        </Chip>
      ) : null}
      <ContextChip />
      <ToolsChip />
      <ModelPicker />
    </PageBar>
  );
}
