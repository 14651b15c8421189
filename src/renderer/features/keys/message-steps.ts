import type { ChatMessage, MessageId } from '../../../shared/conversation.js';

/**
 * The user's message before or after the one that is in sight; undefined where there is none. `inSight` is any message;
 * from an answer the step back leads to what it answers.
 */
export function messageStep(
  messages: readonly Pick<ChatMessage, 'id' | 'role'>[],
  inSight: MessageId | undefined,
  step: 'previous' | 'next',
): MessageId | undefined {
  const at = messages.findIndex(({ id }) => id === inSight);
  // Nothing in sight is the end, where a chat opens.
  const from = at === -1 ? messages.length : at;
  return step === 'previous'
    ? messages.findLast(({ role }, index) => role === 'user' && index < from)?.id
    : messages.find(({ role }, index) => role === 'user' && index > from)?.id;
}
