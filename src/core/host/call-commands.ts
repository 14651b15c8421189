import { writeFileSync } from 'node:fs';
import { callOf } from '../../shared/apply-event.js';
import type { ToolCallRecord } from '../../shared/conversation.js';
import type { ToolResult } from '../../shared/tool.js';
import { errorMessage, GatehouseError } from '../errors.js';
import type { ConversationBook } from './conversation-book.js';
import type { ConversationRunner } from './conversation-runner.js';
import type { HostCommands } from './host.js';
import type { Desk } from './ports.js';
import { resultFile } from './result-file.js';

/** Only the user may read what Gatehouse writes, and nobody may start it. */
const FILE_MODE = 0o600;

export interface CallParts {
  readonly book: ConversationBook;
  readonly runner: Pick<ConversationRunner, 'cancelCall'>;
  readonly desk: Desk;
}

type CallCommands = Pick<HostCommands, Extract<keyof HostCommands, `calls.${string}`>>;

/** Single calls: stopped, and what they gave. */
export function callCommands({ book, runner, desk }: CallParts): CallCommands {
  const finished = (conversationId: string, callId: string) => finishedCall(book, conversationId, callId);
  return {
    'calls.cancel': async ({ conversationId, callId }) => {
      runner.cancelCall(conversationId, callId);
      return null;
    },
    'calls.result': async ({ conversationId, callId }) => finished(conversationId, callId).result,
    'calls.save': async ({ conversationId, callId, block }) => {
      const { call, result } = finished(conversationId, callId);
      const found = result.content[block];
      const file = found === undefined ? undefined : resultFile(found, call.tool ?? call.wireName);
      if (file === undefined) throw new GatehouseError('nothing-to-save', 'This part of the result is no file.');
      const path = await desk.pickSaveFile(file.name);
      if (path === undefined) throw new GatehouseError('cancelled', 'The file was not saved.');
      try {
        writeFileSync(path, file.bytes, { mode: FILE_MODE });
      } catch (error) {
        const why = errorMessage(error);
        throw new GatehouseError('not-saved', `${path} can't be written: ${why}`, {
          cause: error,
          parts: { path, why },
        });
      }
      return { path };
    },
  };
}

function finishedCall(
  book: ConversationBook,
  conversationId: string,
  callId: string,
): { readonly call: ToolCallRecord; readonly result: ToolResult } {
  const call = callOf(book.state(book.get(conversationId).id), callId);
  if (call?.result !== undefined) return { call, result: call.result };
  throw new GatehouseError('unknown-call', 'This call has no result, or is not in the chat any more.');
}
