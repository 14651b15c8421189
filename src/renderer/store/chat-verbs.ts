import { branded } from '../../shared/brand.js';
import type { ConversationId, ConversationSummary } from '../../shared/conversation.js';
import type { Told } from '../../shared/told.js';
import { visibleText } from '../../shared/visible-text.js';
import type { Words } from '../i18n/en.js';
import type { PageStore } from './page-store.js';

interface ChatVerbs {
  readonly pin: (pinned: boolean) => void;
  readonly exportAs: (format: 'markdown' | 'json') => void;
  /** Takes the chat out of the list; a note offers it back. */
  readonly remove: () => void;
}

/** What is done with a chat at once. A refusal becomes a note: the menu it came from has closed. */
export function chatVerbs(store: PageStore, words: Words, { id, title }: ConversationSummary): ChatVerbs {
  const { commands } = store.bridge;
  const told = async (work: Promise<{ readonly ok: true } | { readonly ok: false; readonly error: Told }>) => {
    const answer = await work.catch(
      (error: unknown) => ({ ok: false, error: { code: 'lost', message: String(error) } }) as const,
    );
    if (!answer.ok) store.note(answer.error);
    return answer.ok;
  };
  const exportAs = async (format: 'markdown' | 'json'): Promise<void> => {
    const answer = await commands['conversations.export']({ id, format });
    if (answer.ok) store.note(words.chats.exported(visibleText(answer.value.path)));
    else if (answer.error.code !== 'cancelled') store.note(answer.error);
  };
  const remove = async (): Promise<void> => {
    if (!(await told(commands['conversations.delete']({ id })))) return;
    const { route } = store.state.getState();
    if (route.page === 'chat' && route.conversationId === id) store.go({ page: 'chat' });
    const run = (): void => void told(commands['conversations.restore']({ id }));
    store.note(words.chats.deleted(chatName(title, words)), { label: words.chats.undo, run });
  };
  return {
    pin: (pinned) => void told(commands['conversations.pin']({ id, pinned })),
    exportAs: (format) => void exportAs(format).catch((error: unknown) => store.note(String(error))),
    remove: () => void remove(),
  };
}

/** Takes in a chat that was exported, and opens it. A refusal becomes a note. */
export function importChat(store: PageStore): void {
  const take = async (): Promise<void> => {
    const answer = await store.bridge.commands['conversations.import']({});
    if (answer.ok) store.go({ page: 'chat', conversationId: branded<ConversationId>(answer.value.id) });
    else if (answer.error.code !== 'cancelled') store.note(answer.error);
  };
  take().catch((error: unknown) => store.note(String(error)));
}

/** A chat by its title, with what hides in it written out. */
export function chatName(title: string, words: Words): string {
  return title === '' ? words.nav.untitled : visibleText(title);
}
