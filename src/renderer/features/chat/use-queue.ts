import { attachmentInput } from '../../../shared/attachment.js';
import type { ConversationId } from '../../../shared/conversation.js';
import { usePageStore } from '../../store/store-context.js';

/** Puts what was written into the queue; what is refused comes back, unless something else stands there now. */
export function useQueue(conversationId: ConversationId | undefined): (text: string) => void {
  const store = usePageStore();
  const queue = async (id: ConversationId, text: string): Promise<void> => {
    store.setDraft(id, '');
    const attached = store.takeAttached(id);
    const attachments = attached.map(attachmentInput);
    const answer = await store.bridge.commands['chat.queue']({ conversationId: id, text, attachments });
    if (answer.ok) return;
    store.restoreDraft(id, text, attached);
    store.note(answer.error);
  };
  return (text) => {
    if (conversationId !== undefined) queue(conversationId, text).catch((error: unknown) => store.note(String(error)));
  };
}
