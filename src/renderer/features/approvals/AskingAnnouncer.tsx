import type { ConversationId } from '../../../shared/conversation.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { HiddenText } from '../../ui/HiddenText.js';

/** Speaks when a call of this chat waits for a decision. */
export function AskingAnnouncer({ conversationId }: { readonly conversationId: ConversationId | undefined }) {
  const words = useWords();
  const asking = useApp((app) => app.approvals.find((approval) => approval.conversationId === conversationId));
  return (
    <HiddenText live>
      {asking === undefined ? '' : words.call.asks(asking.serverName, visibleText(asking.tool))}
    </HiddenText>
  );
}
