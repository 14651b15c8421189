import type { StoreApi } from 'zustand/vanilla';
import { type Attachment, attachmentKey } from '../../shared/attachment.js';
import type { ConversationId, MessageId } from '../../shared/conversation.js';
import type { PageState } from './page-state.js';

/** What the page does with messages that are not sent yet. */
export interface DraftVerbs {
  setDraft(conversationId: ConversationId | undefined, text: string): void;
  /** The other words of a message that was sent; undefined where it stays as it was, or was sent anew. */
  setEdit(messageId: MessageId, text: string | undefined): void;
  /** Puts something beside the text of a draft; what is there already stays once. */
  attach(conversationId: ConversationId | undefined, attachments: readonly Attachment[]): void;
  detach(conversationId: ConversationId | undefined, attachment: Attachment): void;
  /** Empties a draft that is being sent, and gives what was attached to it. */
  takeAttached(conversationId: ConversationId | undefined): readonly Attachment[];
  /** Puts back a message that was refused, unless something else has been written meanwhile. */
  restoreDraft(conversationId: ConversationId, text: string, attachments?: readonly Attachment[]): void;
}

const NONE: readonly Attachment[] = [];

/** What is attached to a draft. */
export function attachedTo(page: Pick<PageState, 'attached'>, id: ConversationId | undefined): readonly Attachment[] {
  return page.attached[id ?? ''] ?? NONE;
}

export function draftVerbs(state: StoreApi<PageState>): DraftVerbs {
  return {
    setDraft: (id, text) => state.setState((page) => ({ drafts: { ...page.drafts, [id ?? '']: text } })),
    setEdit: (id, text) =>
      state.setState(({ edits }) => {
        const { [id]: _before, ...others } = edits;
        return { edits: text === undefined ? others : { ...others, [id]: text } };
      }),
    attach: (id, attachments) => state.setState((page) => withAttached(page, id, attachments)),
    detach: (id, attachment) =>
      state.setState((page) => {
        const left = attachedTo(page, id).filter((other) => attachmentKey(other) !== attachmentKey(attachment));
        return { attached: { ...page.attached, [id ?? '']: left } };
      }),
    takeAttached: (id) => {
      const taken = attachedTo(state.getState(), id);
      if (taken.length > 0) state.setState((page) => ({ attached: { ...page.attached, [id ?? '']: NONE } }));
      return taken;
    },
    restoreDraft: (id, text, attachments = NONE) =>
      state.setState((page) => ({
        ...((page.drafts[id] ?? '') === '' ? { drafts: { ...page.drafts, [id]: text } } : {}),
        ...withAttached(page, id, attachments),
      })),
  };
}

function withAttached(
  page: PageState,
  id: ConversationId | undefined,
  more: readonly Attachment[],
): Pick<PageState, 'attached'> {
  const present = attachedTo(page, id);
  const keys = new Set(present.map(attachmentKey));
  const added = more.filter((attachment) => !keys.has(attachmentKey(attachment)));
  if (added.length === 0) return { attached: page.attached };
  return { attached: { ...page.attached, [id ?? '']: [...present, ...added] } };
}
