import { assertNever } from '../../../shared/assert-never.js';
import type { PlannedStep } from './plan.js';
import type { CatalogTool } from './tool-catalog.js';
import type { DoneCall } from './transcript.js';

export type ReplyLanguage = 'en' | 'zh';

const SHOWN_TOOLS = 30;
const SHOWN_LINES = 5;
const SHOWN_CHARS = 200;
/** Parts of a request that are each told as not done. */
const SHOWN_UNDONE = 5;
/** What Gatehouse tells the model when the user said no. */
const DENIED = /^Permission denied by user/i;

/** Chinese where the request holds Chinese. */
export function languageOf(request: string): ReplyLanguage {
  return /\p{Script=Han}/u.test(request) ? 'zh' : 'en';
}

/** The short sentence before a call. */
export function beforeCall(tool: CatalogTool, step: number, steps: number, language: ReplyLanguage): string {
  const name = nameOf(tool);
  if (language === 'zh') return steps === 1 ? `我来调用 ${name}。` : `第 ${step} 步，共 ${steps} 步：调用 ${name}。`;
  return steps === 1 ? `I call ${name}.` : `Step ${step} of ${steps}: I call ${name}.`;
}

/** Before it looks for tools that are not given. */
export function beforeLookup(language: ReplyLanguage): string {
  return language === 'zh' ? '我先找一下合适的工具。' : 'I look for tools that fit.';
}

/** What it says of files: it reads none, and says so. */
export function seenFiles(names: readonly string[], language: ReplyLanguage): string {
  const list = names.map((name) => `\`${name.replaceAll('`', "'")}\``).join(language === 'zh' ? '、' : ', ');
  return language === 'zh'
    ? `我收到了 ${names.length} 个附件：${list}。练习模型看不了附件的内容。\n\n`
    : names.length === 1
      ? `I got an attachment: ${list}. The practice model can't look into it.\n\n`
      : `I got ${names.length} attachments: ${list}. The practice model can't look into them.\n\n`;
}

/** What the practice model says of itself. */
export function introduction(tools: readonly CatalogTool[], language: ReplyLanguage): string {
  const list = toolList(tools, language);
  if (language === 'zh') {
    return (
      '你好，我是 Gatehouse 的练习模型：离线运行，只按规则匹配工具，不是人工智能模型。' +
      '告诉我要做什么，可以分几步说，例如“列出我的笔记，再新建一篇叫 test 的笔记，内容写 hello”；' +
      `也可以直接写 \`/call 工具 {"参数": "值"}\`。\n\n${list}`
    );
  }
  return (
    'Hello, I am the practice model of Gatehouse: offline, and rule-based; I match words to tools and am no AI model. ' +
    'Tell me what to do, in several steps if you like, such as "list my notes, then create a note named test with ' +
    `content hello"; or write \`/call tool {"argument": "value"}\`.\n\n${list}`
  );
}

/** The truth about every step, after the last one. */
export function summary(
  done: readonly DoneCall[],
  open: readonly PlannedStep[],
  tools: readonly CatalogTool[],
  language: ReplyLanguage,
): string {
  const undone = open.flatMap((step) => (step.kind === 'call' ? [] : [notDone(step, language)]));
  const parts = [...done.map((call) => outcome(call, tools, language)), ...undone.slice(0, SHOWN_UNDONE)];
  const more = undone.length - SHOWN_UNDONE;
  if (more > 0) parts.push(moreUndone(more, language));
  if (open.some((step) => step.kind === 'none' || step.kind === 'unknown-tool')) parts.push(toolList(tools, language));
  return parts.join('\n\n');
}

function outcome(call: DoneCall, tools: readonly CatalogTool[], language: ReplyLanguage): string {
  const tool = tools.find((candidate) => candidate.wireName === call.wireName);
  const name = tool === undefined ? `\`${call.wireName}\`` : nameOf(tool);
  const zh = language === 'zh';
  if (call.failed && DENIED.test(call.text)) {
    return zh ? `${name}：你没有允许，所以没有执行。` : `${name}: you denied it, so it was not run.`;
  }
  if (call.failed)
    return zh ? `${name}：失败。${shown(call.text, '', zh)}` : `${name}: failed.${shown(call.text, ' ', zh)}`;
  if (call.text.trim() === '') return zh ? `${name}：完成，没有返回内容。` : `${name}: done, with an empty result.`;
  return zh ? `${name}：${shown(call.text, '', zh)}` : `${name}:${shown(call.text, ' ', zh)}`;
}

/** A result after the words that head it: one line behind them, several as a block, for their breaks mean something. */
function shown(text: string, gap: string, zh: boolean): string {
  const lines = text.trim().split('\n');
  const first = lines
    .slice(0, SHOWN_LINES)
    .map((line) => (line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS)}…` : line))
    .join('\n');
  if (lines.length === 1) return `${gap}${first}`;
  const more = lines.length - SHOWN_LINES;
  const rest = more <= 0 ? '' : zh ? `\n\n…还有 ${more} 行。` : `\n\n… ${more} more ${more === 1 ? 'line' : 'lines'}.`;
  const fence = fenceFor(first);
  return `\n\n${fence}text\n${first}\n${fence}${rest}`;
}

/** Longer than any run of backticks inside, so that the text can't close its own block. */
function fenceFor(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
}

function moreUndone(count: number, language: ReplyLanguage): string {
  if (language === 'zh') return `另外还有 ${count} 处，也没有做。`;
  return `${count} more ${count === 1 ? 'part was' : 'parts were'} not done either.`;
}

function notDone(step: Exclude<PlannedStep, { kind: 'call' }>, language: ReplyLanguage): string {
  const zh = language === 'zh';
  switch (step.kind) {
    case 'missing': {
      const missing = step.missing.map((name) => `\`${name}\``).join(zh ? '、' : ', ');
      return zh
        ? `要调用 ${nameOf(step.tool)}，我还需要：${missing}。请告诉我，例如 \`${step.missing[0] ?? ''}: …\`。`
        : `To call ${nameOf(step.tool)} I still need ${missing}. Tell me, for instance as \`${step.missing[0] ?? ''}: …\`.`;
    }
    case 'none':
      return zh
        ? `“${step.text}”：我没有找到合适的工具，所以没有做。`
        : `"${step.text}": I found no tool that fits, so I did not do it.`;
    case 'unknown-tool':
      return zh ? `没有叫 \`${step.name}\` 的工具。` : `There is no tool called \`${step.name}\`.`;
    case 'several-tools': {
      const names = step.tools.map((tool) => `\`${tool.wireName}\``).join(zh ? '、' : ', ');
      return zh
        ? `叫 \`${step.name}\` 的工具不止一个，请写全名：${names}。`
        : `Several tools are called \`${step.name}\`. Write the whole name: ${names}.`;
    }
    case 'bad-json':
      return zh
        ? `\`${step.name}\` 的参数不是有效的 JSON 对象，所以没有调用。`
        : `The arguments for \`${step.name}\` are no valid JSON object, so it was not called.`;
    default:
      return assertNever(step);
  }
}

function toolList(tools: readonly CatalogTool[], language: ReplyLanguage): string {
  const zh = language === 'zh';
  if (tools.length === 0)
    return zh ? '现在没有可用的工具：先连接一个服务器。' : 'No tools are there yet: connect a server first.';
  const names = tools
    .slice(0, SHOWN_TOOLS)
    .map(nameOf)
    .join(zh ? '、' : ', ');
  const more = tools.length - SHOWN_TOOLS;
  const rest = more > 0 ? (zh ? ` 等 ${tools.length} 个` : ` and ${more} more`) : '';
  return zh ? `现在可用的工具：${names}${rest}。` : `Tools that are there now: ${names}${rest}.`;
}

function nameOf(tool: CatalogTool): string {
  return tool.server === '' ? `\`${tool.rawName}\`` : `\`${tool.server}/${tool.rawName}\``;
}
