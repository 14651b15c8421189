import { attachments } from './file-schemas.js';
import { id, LONG, nothing, only } from './schema-parts.js';

/** Empty only where something is attached. */
const message = { type: 'string', maxLength: LONG } as const;

/** The commands of conversations and their turns. */
export const chatSchemas = {
  'conversations.create': nothing,
  'conversations.open': only({ id }, ['id']),
  'conversations.rename': only({ id, title: { type: 'string', minLength: 1, maxLength: 200 } }, ['id', 'title']),
  /** Out of sight; `conversations.restore` brings it back until the app ends. */
  'conversations.delete': only({ id }, ['id']),
  'conversations.restore': only({ id }, ['id']),
  'conversations.pin': only({ id, pinned: { type: 'boolean' } }, ['id', 'pinned']),
  /** A new chat that begins as this one did, up to this message. */
  'conversations.branch': only({ id, messageId: id }, ['id', 'messageId']),
  /** Messages of all chats that hold every word. */
  /** Writes it where the user says; a native dialog asks where. */
  'conversations.export': only({ id, format: { enum: ['markdown', 'json'] } }, ['id', 'format']),
  /** Takes in a chat that was exported as JSON; a native dialog asks which. */
  'conversations.import': nothing,
  'conversations.search': only({ query: { type: 'string', minLength: 1, maxLength: 500 } }, ['query']),

  'chat.send': only({ conversationId: id, text: message, attachments }, ['conversationId', 'text']),
  /** A message of the user in other words: it and all that came after it leave the chat. */
  'chat.resend': only({ conversationId: id, messageId: id, text: message, attachments }, [
    'conversationId',
    'messageId',
    'text',
  ]),
  /** The last message of the user is answered anew. */
  'chat.regenerate': only({ conversationId: id }, ['conversationId']),
  /** Sent when the running turn has ended well; at once where none runs. */
  'chat.queue': only({ conversationId: id, text: message, attachments }, ['conversationId', 'text']),
  /** Takes a message out of the queue. */
  'chat.unqueue': only({ conversationId: id, queuedId: id }, ['conversationId', 'queuedId']),
  /** Sends it now; the running turn is stopped first. */
  'chat.sendQueued': only({ conversationId: id, queuedId: id }, ['conversationId', 'queuedId']),
  'chat.stop': only({ conversationId: id }, ['conversationId']),
  /** A request that waits to be sent again is sent now. Without one nothing happens. */
  'chat.retryNow': only({ conversationId: id }, ['conversationId']),
  /** After a limit of the turn: go on with the same work. */
  'chat.continue': only({ conversationId: id }, ['conversationId']),
  /** After a failed model request: send the same history again. */
  'chat.retry': only({ conversationId: id }, ['conversationId']),
} as const;
