import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openConversationStore } from '../../src/core/conversation/sqlite-conversation-store.js';
import type { AgentEvent } from '../../src/shared/agent-event.js';
import { branded } from '../../src/shared/brand.js';
import type { ConversationId, MessageId, ToolCallId, TurnId } from '../../src/shared/conversation.js';
import type { ServerId } from '../../src/shared/server.js';
import type { RawToolName } from '../../src/shared/tool.js';

/** Long chats that a data folder is furnished with. */
export const CHATS = 5;
/** In each: 10,000 together. */
const MESSAGES = 2_000;

const PARAGRAPHS = [
  'The host sends the model the conversation and the list of tools it may ask for. The model answers with text, with calls, or with both, and **the host decides** about each call.',
  '模型只能请求调用工具，能不能运行由主机和用户决定。每个调用都有一个结果，*无论*它成功、失败还是被拒绝。',
  '- one of the points that matter\n- another one, with `code` in it\n- 第三点：权限以及服务器返回的结果',
  '```ts\nexport function decide(facts: Facts): Decision {\n  return first(LAYERS, facts) ?? confirm();\n}\n```',
  '| rule | what happens |\n| --- | --- |\n| deny | it never runs |\n| ask | a dialog asks |',
];

/** Markdown of about so many characters, never the same twice. */
export function markdown(length: number, number: number): string {
  const parts: string[] = [];
  for (let at = number, size = 0; size < length; at += 1) {
    const part = PARAGRAPHS[at % PARAGRAPHS.length] ?? '';
    parts.push(part);
    size += part.length;
  }
  return `Answer ${number}.\n\n${parts.join('\n\n')}`;
}

/** The title of the n-th long chat. */
export function chatTitle(chat: number): string {
  return `Long chat ${chat}`;
}

/** The id of the last message of the n-th long chat. */
export function lastMessage(chat: number): string {
  return `m-${chat}-${MESSAGES - 1}`;
}

/** A data folder with long chats, and with servers that do not start by themselves: what they take is theirs. */
export async function furnish(home: string): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const launch = { kind: 'stdio', command: '${node}', args: [], env: {} };
  const server = { id: 'none', name: 'none', launch, trustReadOnlyHint: false, autoConnect: false, bundled: false };
  writeFileSync(join(home, 'servers.json'), JSON.stringify({ version: 1, servers: [server] }));
  const { store } = await openConversationStore(join(home, 'conversations.db'));
  for (let chat = 0; chat < CHATS; chat += 1) {
    const id = branded<ConversationId>(`long-${chat}`);
    store.appendAll(id, Array.from({ length: MESSAGES }, (_, at) => eventsOf(chat, at)).flat());
    store.put({ id, title: chatTitle(chat), createdAt: chat, updatedAt: chat });
  }
  store.close();
}

/** Every second message is the user's; each tenth answer calls a tool. */
function eventsOf(chat: number, at: number): readonly AgentEvent[] {
  const id = branded<MessageId>(`m-${chat}-${at}`);
  const turnId = branded<TurnId>(`t-${chat}-${at}`);
  if (at % 2 === 0) {
    const block = {
      type: 'text',
      text: `Question ${at}: what about 权限 and zebra${at % 500}? 斑马${at % 500}号`,
    } as const;
    return [
      { type: 'turn-started', turnId, at },
      { type: 'user-message', message: { role: 'user', id, at, blocks: [block] } },
    ];
  }
  const text = { type: 'text', text: markdown(500, at) } as const;
  const callId = branded<ToolCallId>(`toolu_${chat}_${at}`);
  const call = { type: 'tool_use', id: callId, name: 'mcp__notes__read_note', input: { name: `note-${at}` } } as const;
  const blocks = at % 20 === 1 ? [text, call] : [text];
  const message = { role: 'assistant', id, at, model: 'm', complete: true, blocks } as const;
  const ended = { type: 'turn-finished', turnId, outcome: { kind: 'completed' }, at } as const;
  if (at % 20 !== 1) return [{ type: 'assistant-finished', message }, ended];
  const result = { content: [{ type: 'text', text: markdown(1_000, at) }], isError: false } as const;
  const names = { serverId: branded<ServerId>('notes'), serverName: 'notes', tool: branded<RawToolName>('read_note') };
  return [
    { type: 'assistant-finished', message },
    { type: 'tool-resolved', callId, ...names, badges: [] },
    { type: 'tool-permission', callId, permission: { kind: 'automatic' } },
    { type: 'tool-running', callId, at },
    { type: 'tool-finished', callId, result, at },
    ended,
  ];
}
