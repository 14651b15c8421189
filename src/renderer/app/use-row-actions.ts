import type { ConversationSummary } from '../../shared/conversation.js';
import { visibleText } from '../../shared/visible-text.js';
import { useWords } from '../i18n/words-context.js';
import { usePageStore } from '../store/store-context.js';

interface RowActions {
  readonly pin: (pinned: boolean) => void;
  readonly exportAs: (format: 'markdown' | 'json') => void;
  /** Takes the chat out of the list; a note offers it back. */
  readonly remove: () => void;
}

/** What a row of the list does at once. A refusal becomes a note: the menu it came from has closed. */
export function useRowActions({ id }: ConversationSummary, title: string): RowActions {
  const words = useWords();
  const store = usePageStore();
  const { commands } = store.bridge;
  const told = async (
    work: Promise<{ readonly ok: true } | { readonly ok: false; readonly error: { message: string } }>,
  ) => {
    const answer = await work.catch((error: unknown) => ({ ok: false, error: { message: String(error) } }) as const);
    if (!answer.ok) store.note(answer.error.message);
    return answer.ok;
  };
  const exportAs = async (format: 'markdown' | 'json'): Promise<void> => {
    const answer = await commands['conversations.export']({ id, format });
    if (answer.ok) store.note(words.chats.exported(visibleText(answer.value.path)));
    else if (answer.error.code !== 'cancelled') store.note(answer.error.message);
  };
  const remove = async (): Promise<void> => {
    if (!(await told(commands['conversations.delete']({ id })))) return;
    const { route } = store.state.getState();
    if (route.page === 'chat' && route.conversationId === id) store.go({ page: 'chat' });
    const run = (): void => void told(commands['conversations.restore']({ id }));
    store.note(words.chats.deleted(title), { label: words.chats.undo, run });
  };
  return {
    pin: (pinned) => void told(commands['conversations.pin']({ id, pinned })),
    exportAs: (format) => void exportAs(format).catch((error: unknown) => store.note(String(error))),
    remove: () => void remove(),
  };
}
