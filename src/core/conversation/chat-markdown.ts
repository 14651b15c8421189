import { assertNever } from '../../shared/assert-never.js';
import type { AssistantBlock, ConversationState, ConversationSummary, UserBlock } from '../../shared/conversation.js';
import { callOf } from '../../shared/apply-event.js';
import type { ServerLogLine } from '../../shared/server.js';
import type { McpContentBlock, ToolResult } from '../../shared/tool.js';
import { sourceName } from './file-blocks.js';

/** A chat as Markdown, to be read by people: what was said, each call with its arguments, its log and its result. */
export function chatMarkdown(
  { title, createdAt }: ConversationSummary,
  state: ConversationState,
  redact: (text: string) => string,
): string {
  const parts = state.messages.flatMap((message) => {
    const who = message.role === 'user' ? 'You' : `Assistant (${message.model})`;
    const head = `## ${who} · ${timeText(message.at)}`;
    if (message.role === 'user') return [head, ...message.blocks.map(saidText)];
    return [head, ...message.blocks.flatMap((block) => blockText(block, state))];
  });
  const name = title === '' ? 'Chat' : title.replaceAll(/\s+/gu, ' ');
  return redact([`# ${name}`, `Begun ${timeText(createdAt)}`, ...parts].join('\n\n').concat('\n'));
}

/** A file by its name; what a server gave with whose words it is. */
function saidText(block: UserBlock): string {
  const from = block.source === undefined ? '' : `, from ${sourceName(block.source)}`;
  if (block.type === 'file')
    return `(attached: ${block.file.name}, ${block.file.kind}, ${block.file.size} bytes${from})`;
  return from === '' ? block.text : `(attached${from})\n\n${fenced(block.text, 'text')}`;
}

function blockText(block: AssistantBlock, state: ConversationState): readonly string[] {
  switch (block.type) {
    case 'text':
      return [block.text];
    case 'tool_use': {
      const call = callOf(state, block.id);
      const name = call?.serverName === undefined ? block.name : `${call.serverName} ▸ ${call.tool ?? block.name}`;
      const given = fenced(block.invalidJson ?? JSON.stringify(block.input, undefined, 2), 'json');
      return [`### Call: ${name}`, given, ...logText(call?.log), ...resultText(call?.result)];
    }
    default:
      // Thinking is the model's own draft, and partly encrypted.
      return [];
  }
}

/** As the card has it: what the server logged while the call ran, before what came out of it. */
function logText(log: readonly ServerLogLine[] = []): readonly string[] {
  if (log.length === 0) return [];
  const lines = log.map(({ at, source, text }) => `${clockText(at)} ${source} ${text}`);
  return ['Server log during this call:', fenced(lines.join('\n'), 'text')];
}

function resultText(result: ToolResult | undefined): readonly string[] {
  if (result === undefined) return ['Outcome unknown.'];
  const head = result.isError ? 'Failed:' : 'Result:';
  const blocks = result.content.map(contentText);
  const { structuredContent } = result;
  const structured =
    structuredContent === undefined ? [] : [fenced(JSON.stringify(structuredContent, undefined, 2), 'json')];
  return [head, ...(blocks.length + structured.length === 0 ? ['(no content)'] : [...blocks, ...structured])];
}

function contentText(block: McpContentBlock): string {
  switch (block.type) {
    case 'text':
      return fenced(block.text, 'text');
    case 'image':
    case 'audio':
      return `(${block.type}, ${block.mimeType})`;
    case 'resource_link':
      return `(link to ${block.uri})`;
    case 'resource':
      return fenced(JSON.stringify(block.resource, undefined, 2), 'json');
    case 'unknown':
      return fenced(JSON.stringify(block.block, undefined, 2), 'json');
    default:
      return assertNever(block);
  }
}

/** A fence longer than every one inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/gu), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Minutes, in the time of this computer. */
function timeText(at: number): string {
  return localIso(at).slice(0, 16).replace('T', ' ');
}

/** Seconds of the day, in the time of this computer. */
function clockText(at: number): string {
  return localIso(at).slice(11, 19);
}

function localIso(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString();
}
