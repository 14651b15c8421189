import { GatehouseError } from '../errors.js';
import type { HookBook } from '../hooks/hook-book.js';
import type { ChatGrants } from '../policy/chat-grants.js';
import type { AppStateFeed } from './app-state.js';
import { exportChat, importChat, type TransferParts } from './chat-transfer.js';
import type { ConversationRunner } from './conversation-runner.js';
import type { HostCommands } from './host.js';
import { stateForPage } from './page-result.js';

export interface ChatParts extends TransferParts {
  readonly runner: ConversationRunner;
  readonly grants: ChatGrants;
  readonly feed: AppStateFeed;
  readonly hooks: Pick<HookBook, 'beforePrompt'>;
}

type ChatCommands = Pick<HostCommands, Extract<keyof HostCommands, `conversations.${string}` | `chat.${string}`>>;

/** Conversations and their turns. */
export function chatCommands(parts: ChatParts): ChatCommands {
  return { ...conversationCommands(parts), ...turnCommands(parts) };
}

function conversationCommands(
  parts: ChatParts,
): Pick<ChatCommands, Extract<keyof ChatCommands, `conversations.${string}`>> {
  const { book, runner, grants, feed } = parts;
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

function turnCommands({ runner, hooks }: ChatParts): Pick<ChatCommands, Extract<keyof ChatCommands, `chat.${string}`>> {
  return {
    'chat.send': async ({ conversationId, text }) => {
      runner.checkIdle(conversationId);
      runner.send(conversationId, text, await contextOf(conversationId, text, hooks));
      return null;
    },
    'chat.resend': async ({ conversationId, messageId, text }) => {
      runner.checkIdle(conversationId);
      runner.resend(conversationId, messageId, text, await contextOf(conversationId, text, hooks));
      return null;
    },
    'chat.regenerate': async ({ conversationId }) => {
      runner.regenerate(conversationId);
      return null;
    },
    'chat.queue': async ({ conversationId, text }) => {
      // Hooks see it now: what they refuse never waits, and what waits is sent as they left it.
      runner.queue(conversationId, text, await contextOf(conversationId, text, hooks));
      return null;
    },
    'chat.unqueue': async ({ conversationId, queuedId }) => {
      runner.unqueue(conversationId, queuedId);
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

/** What hooks add to a message. Throws where one blocks it: then nothing of it is kept or sent. */
async function contextOf(conversationId: string, text: string, hooks: ChatParts['hooks']): Promise<readonly string[]> {
  const answer = await hooks.beforePrompt(conversationId, text);
  if (answer.kind === 'proceed') return answer.context;
  throw new GatehouseError('blocked-by-hook', `The message was not sent. ${answer.message}`);
}
