import type { MessageId } from '../../../shared/conversation.js';
import type { PageStore } from '../../store/page-store.js';
import { messageStep } from './message-steps.js';

/** Goes to the user's message before or after the one in sight, and puts the focus there: Tab leads to its buttons. */
export function jumpToMessage(store: PageStore, step: 'previous' | 'next'): void {
  const { route, conversation } = store.state.getState();
  if (route.page !== 'chat' || conversation.kind !== 'open') return;
  const { messages } = conversation.state;
  const id = messageStep(messages, messageInSight(messages.map((message) => message.id)), step);
  if (id === undefined) return;
  store.showMessage(conversation.id, id);
  // One that was far away is rendered by then.
  requestAnimationFrame(() => focusRow(id));
}

function focusRow(id: MessageId): void {
  const row = rowOf(id);
  if (row === undefined) return;
  row.tabIndex = -1;
  row.focus({ preventScroll: true }); // the list scrolls there itself
}

/** The one with the focus, where it is still seen; else the first of which the upper edge is. */
function messageInSight(ids: readonly MessageId[]): MessageId | undefined {
  const known = new Set<string>(ids);
  const rows = [...document.querySelectorAll<HTMLElement>('[data-message]')].filter((row) =>
    known.has(row.dataset['message'] ?? ''),
  );
  const view = rows[0]?.closest('[role=region]')?.getBoundingClientRect();
  if (view === undefined) return undefined;
  const seen = rows.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > view.top && top < view.bottom;
  });
  const row =
    seen.find((item) => item.contains(document.activeElement)) ??
    seen.find((item) => item.getBoundingClientRect().top >= view.top) ??
    seen[0];
  return ids.find((id) => id === row?.dataset['message']);
}

function rowOf(id: MessageId): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-message]')].find((row) => row.dataset['message'] === id);
}
