import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { ChatFile, PartSource } from '../../shared/chat-file.js';
import type { MessageId, ToolCallId, TurnId, UserBlock } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import { isJsonObject } from '../../shared/json.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { readBlock } from '../mcp/call-result.js';
import {
  CHAT_DOCUMENT,
  type ChatDocument,
  type DocumentCall,
  type DocumentMessage,
  type DocumentUserBlock,
} from './chat-document.js';
import { lastLines } from './last-lines.js';

/** Of no server here: an imported call was made elsewhere. */
export const ELSEWHERE = branded<ServerId>('imported');

/** A chat that a document holds, as the events that make it. */
export interface ReadChat {
  readonly title: string;
  readonly createdAt: number;
  readonly events: readonly AgentEvent[];
}

/** Keeps a file; throws where it is none that can be sent. */
type AddFile = (name: string, bytes: Uint8Array) => ChatFile;

/** Says what is wrong with a value by a schema, or undefined. */
type Check = (schema: JsonObject, value: unknown) => string | undefined;

/** Reads an exported chat. Throws `bad-chat-file` with what is wrong; nothing of such a file is taken. */
export function readChatDocument(
  json: string,
  { check, newId, addFile }: { readonly check: Check; readonly newId: () => string; readonly addFile: AddFile },
): ReadChat {
  const document = parsed(json, check);
  const turnId = branded<TurnId>(newId());
  const at = document.messages.at(-1)?.at ?? document.createdAt;
  const calls = new Map(document.calls.map((call) => [call.id, call]));
  mustBeUnique(document);
  return {
    title: document.title,
    createdAt: document.createdAt,
    events: [
      { type: 'turn-started', turnId, at: document.createdAt },
      ...document.messages.flatMap((message) => eventsOf(message, calls, addFile)),
      { type: 'turn-finished', turnId, outcome: { kind: 'completed' }, at },
    ],
  };
}

function parsed(json: string, check: Check): ChatDocument {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new GatehouseError('bad-chat-file', 'The file is no JSON. Choose a chat that Gatehouse exported as JSON.');
  }
  if (!isJsonObject(value) || value['format'] !== 'gatehouse-chat') {
    throw new GatehouseError(
      'bad-chat-file',
      'The file holds no chat of Gatehouse. Choose one that it exported as JSON.',
    );
  }
  if (value['version'] !== 1) {
    throw new GatehouseError('bad-chat-file', 'The file was written by a newer Gatehouse. Update this one.');
  }
  const problem = check(CHAT_DOCUMENT, value);
  if (problem === undefined && isDocument(value)) return value;
  throw new GatehouseError('bad-chat-file', `The file is not as Gatehouse writes it: ${problem}.`);
}

/** The schema has been checked; this only says so to the compiler. */
function isDocument(value: unknown): value is ChatDocument {
  return isJsonObject(value) && Array.isArray(value['messages']) && Array.isArray(value['calls']);
}

function mustBeUnique({ messages, calls }: ChatDocument): void {
  const uses = messages.flatMap((message) => (message.role === 'assistant' ? message.blocks : []));
  const ids = [
    messages.map((message) => message.id),
    calls.map((call) => call.id),
    uses.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])),
  ];
  const twice = ids.flatMap((list) => list.filter((id, place) => list.indexOf(id) !== place))[0];
  if (twice === undefined) return;
  throw new GatehouseError('bad-chat-file', `The file has two messages or calls with the id ${JSON.stringify(twice)}.`);
}

function eventsOf(
  message: DocumentMessage,
  calls: ReadonlyMap<string, DocumentCall>,
  addFile: AddFile,
): readonly AgentEvent[] {
  const id = branded<MessageId>(message.id);
  if (message.role === 'user') {
    const { role, at, blocks } = message;
    return [
      { type: 'user-message', message: { role, id, at, blocks: blocks.map((block) => userBlock(block, addFile)) } },
    ];
  }
  const { at, blocks } = message;
  return [
    { type: 'assistant-finished', message: { ...message, id, complete: true } },
    ...blocks.flatMap((block) => (block.type === 'tool_use' ? callEvents(calls.get(block.id), at) : [])),
  ];
}

/** A file that the document lost, or that no model takes, stays as its name: the chat is worth more than it. */
function userBlock(block: DocumentUserBlock, addFile: AddFile): UserBlock {
  const from = block.source === undefined ? {} : { source: sourceOf(block.source) };
  if (block.type === 'text') return { type: 'text', text: block.text, ...from };
  const { name, text, data } = block;
  const bytes = text === undefined ? Buffer.from(data ?? '', 'base64') : Buffer.from(text, 'utf8');
  try {
    return { type: 'file', file: addFile(name, bytes), ...from };
  } catch (error) {
    return { type: 'text', text: `(attached: ${name}. ${errorMessage(error)})`, ...from };
  }
}

function sourceOf({ serverName, given }: NonNullable<DocumentUserBlock['source']>): PartSource {
  return { serverId: ELSEWHERE, serverName, given: given.kind === 'prompt' ? { ...given, id: '' } : given };
}

function callEvents(call: DocumentCall | undefined, at: number): readonly AgentEvent[] {
  if (call === undefined) return [];
  const callId = branded<ToolCallId>(call.id);
  const { serverName, tool, startedAt, finishedAt, result, log = [] } = call;
  const events: AgentEvent[] = [];
  if (serverName !== undefined && tool !== undefined) {
    const name = branded<RawToolName>(tool);
    events.push({ type: 'tool-resolved', callId, serverId: ELSEWHERE, serverName, tool: name, badges: [] });
  }
  if (startedAt !== undefined) events.push({ type: 'tool-running', callId, at: startedAt });
  if (result !== undefined) {
    // Of any shape: the blocks are read as if a server had just sent them.
    const read = { ...result, content: result.content.map(readBlock) };
    // A file from elsewhere may hold any number of lines.
    const lines = lastLines(log);
    const kept = lines.length === 0 ? {} : { log: lines };
    events.push({ type: 'tool-finished', callId, result: read, at: finishedAt ?? at, ...kept });
  }
  return events;
}
