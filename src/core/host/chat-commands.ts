import { GatehouseError } from '../errors.js';
import type { HookBook } from '../hooks/hook-book.js';
import type { ChatGrants } from '../policy/chat-grants.js';
import type { AppStateFeed } from './app-state.js';
import type { AttachmentInput } from '../../shared/ipc/file-schemas.js';
import { exportChat, importChat, type TransferParts } from './chat-transfer.js';
import type { Beside, ConversationRunner } from './conversation-runner.js';
import type { DraftBook } from './draft-book.js';
import type { HeldPrompts } from './held-prompts.js';
import type { HostCommands } from './host.js';
import { stateForPage } from './page-result.js';
import type { OutgoingParts } from './outgoing-parts.js';

export interface ChatParts extends TransferParts {
  readonly runner: ConversationRunner;
  readonly grants: ChatGrants;
  readonly feed: AppStateFeed;
  readonly hooks: Pick<HookBook, 'beforePrompt'>;
  readonly held: HeldPrompts;
  readonly outgoing: OutgoingParts;
  readonly drafts: DraftBook;
}

type ChatCommands = Pick<HostCommands, Extract<keyof HostCommands, `conversations.${string}` | `chat.${string}`>>;

/** Conversations and their turns. */
export function chatCommands(parts: ChatParts): ChatCommands {
  return { ...conversationCommands(parts), ...turnCommands(parts) };
}

function conversationCommands(
  parts: ChatParts,
): Pick<ChatCommands, Extract<keyof ChatCommands, `conversations.${string}`>> {
  const { book, runner, grants, feed, drafts } = parts;
  return {
    'conversations.create': async () => book.create(),
    'conversations.open': async ({ id }) => {
      const state = book.open(book.get(id).id);
      // What waits for the next frame is in the state already: it is told now, so that `seq` is after it.
      return { seq: feed.flush(), state: stateForPage(state) };
    },
    'conversations.rename': async ({ id, title }) => {
      book.rename(id, title);
      return null;
    },
    'conversations.delete': async ({ id }) => {
      const conversation = book.get(id);
      await runner.stopped(conversation.id);
      grants.revokeWhere((grant) => grant.conversationId === conversation.id);
      book.remove(conversation.id);
      drafts.remove(conversation.id);
      return null;
    },
    'conversations.restore': async ({ id }) => {
      book.restore(id);
      return null;
    },
    'conversations.pin': async ({ id, pinned }) => {
      book.pin(id, pinned);
      return null;
    },
    'conversations.branch': async ({ id, messageId }) => book.branch(id, messageId),
    'conversations.search': async ({ query }) => book.search(query),
    'conversations.export': ({ id, format }) => exportChat(id, format, parts),
    'conversations.import': () => importChat(parts),
  };
}

function turnCommands(parts: ChatParts): Pick<ChatCommands, Extract<keyof ChatCommands, `chat.${string}`>> {
  const { runner, drafts, held } = parts;
  return {
    'chat.send': async ({ conversationId, text, attachments }) => {
      runner.checkIdle(conversationId);
      runner.send(conversationId, text, await besideOf(conversationId, text, attachments, parts));
      drafts.remove(conversationId);
      return null;
    },
    'chat.resend': async ({ conversationId, messageId, text, attachments }) => {
      runner.checkIdle(conversationId);
      runner.resend(conversationId, messageId, text, await besideOf(conversationId, text, attachments, parts));
      return null;
    },
    'chat.regenerate': async ({ conversationId }) => {
      runner.regenerate(conversationId);
      return null;
    },
    'chat.queue': async ({ conversationId, text, attachments }) => {
      // Hooks see it now: what they refuse never waits, and what waits is sent as they left it.
      runner.queue(conversationId, text, await besideOf(conversationId, text, attachments, parts));
      drafts.remove(conversationId);
      return null;
    },
    'chat.unqueue': async ({ conversationId, queuedId }) => {
      held.holdAgain(runner.unqueue(conversationId, queuedId).parts ?? []);
      return null;
    },
    'chat.sendQueued': async ({ conversationId, queuedId }) => {
      runner.sendQueued(conversationId, queuedId);
      return null;
    },
    'chat.stop': async ({ conversationId }) => {
      runner.stop(conversationId);
      return null;
    },
    'chat.retryNow': async ({ conversationId }) => {
      runner.retryNow(conversationId);
      return null;
    },
    'chat.continue': async ({ conversationId }) => {
      runner.continue(conversationId);
      return null;
    },
    'chat.retry': async ({ conversationId }) => {
      runner.retry(conversationId);
      return null;
    },
  };
}

/**
 * What was attached, read now, and what hooks add. Throws where a part can't be had and where a hook blocks the message:
 * then nothing of it is kept or sent.
 */
async function besideOf(
  conversationId: string,
  text: string,
  attachments: readonly AttachmentInput[] | undefined,
  { outgoing, hooks }: Pick<ChatParts, 'outgoing' | 'hooks'>,
): Promise<Beside> {
  const parts = await outgoing.of(attachments);
  // A hook sees every text that the model will.
  const given = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const answer = await hooks.beforePrompt(conversationId, [...given, text].join('\n\n'));
  if (answer.kind === 'proceed') return { context: answer.context, parts };
  const message = `The message was not sent. ${answer.message}`;
  throw new GatehouseError('blocked-by-hook', message, { parts: answer.parts });
}
