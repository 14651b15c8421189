import { useCallback } from 'react';
import { attachmentInput } from '../../../shared/attachment.js';
import { branded } from '../../../shared/brand.js';
import type { ConversationId } from '../../../shared/conversation.js';
import type { IpcResult } from '../../../shared/ipc/result.js';
import { usePageStore } from '../../store/store-context.js';
import { useCommand, type CommandRun } from '../../store/use-command.js';

/**
 * Sends a message with what is attached to it; a chat without an id is created first. A refused message comes back into
 * the input, unless something else has been written there meanwhile.
 */
export function useSend(conversationId: ConversationId | undefined): CommandRun<[string], null> {
  const store = usePageStore();
  const send = useCallback(
    async (commands: typeof store.bridge.commands, text: string): Promise<IpcResult<null>> => {
      let id = conversationId;
      if (id === undefined) {
        const created = await commands['conversations.create']({});
        if (!created.ok) return created;
        id = branded<ConversationId>(created.value.id);
        store.setDraft(undefined, '');
        store.go({ page: 'chat', conversationId: id });
      }
      store.setDraft(id, '');
      const attached = store.takeAttached(conversationId);
      // It is sent at once where no turn runs. The host knows best: of a turn that has just begun this page may not know.
      const sent = await commands['chat.queue']({
        conversationId: id,
        text,
        attachments: attached.map(attachmentInput),
      });
      if (sent.ok) return sent;
      store.restoreDraft(id, text, attached);
      if (conversationId === undefined) store.note(sent.error); // this composer has gone with the old page
      return sent;
    },
    [conversationId, store],
  );
  return useCommand(send);
}
