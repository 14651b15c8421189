import type { AllowScope, ApprovalRequest } from '../shared/approval.js';
import { DECISION_WORDS } from '../shared/decision-words.js';
import type { ToolAnnotations } from '../shared/tool.js';
import { BUILTIN_SERVER_ID } from '../core/tools/tool.js';
import { columnsOf, nameText, plainText, quoted, wrap } from '../shared/text-columns.js';
import { BOX_COLUMNS, BOX_LINES, boxLines } from './dialog-text.js';
import type { NativeQuestion, WholeText } from './native-question.js';
import type { Words } from './words/words.js';

/** Lines that the name of server and tool may take; a longer name is read whole in the viewer. */
const MESSAGE_LINES = 2;
const TITLE_COLUMNS = 80;
const HASH_HEAD = 12;

/** The question of one approval, and which button means which scope. */
export interface ApprovalQuestion extends NativeQuestion {
  /** Of the buttons after the first. */
  readonly scopes: readonly AllowScope[];
}

/** Draws the question from the frozen request and from nothing else: no word of the model, no title of the server. */
export function approvalQuestion(request: ApprovalRequest, words: Words): ApprovalQuestion {
  const name = toolName(request);
  const message = boxLines(words.approval.wantsToRun(name));
  const pretty = plainText(JSON.stringify(request.arguments, null, 2));
  const head = [...boxLines(DECISION_WORDS[words.language][request.decision.rule]), claimLine(request, words), ''];
  const lines = boxLines(pretty);
  const fits = message.length <= MESSAGE_LINES && message.length + head.length + 1 + lines.length <= BOX_LINES;
  const shown = message.length <= MESSAGE_LINES ? message : [...message.slice(0, MESSAGE_LINES - 1), '…'];
  const whole: WholeText = {
    heading: words.approval.wantsToRun(name),
    text: pretty,
    bytes: Buffer.byteLength(JSON.stringify(request.arguments)),
    sha256: request.argumentsHash,
  };
  const detail = fits
    ? [...head, words.approval.arguments, ...lines]
    : summary(head, wholeLine(whole, words), lines, BOX_LINES - shown.length);
  return {
    title: boxTitle(name),
    message: shown.join('\n'),
    detail: detail.join('\n'),
    buttons: [words.approval.deny, ...request.scopes.map((scope) => words.approval.allow[scope])],
    scopes: request.scopes,
    ...(fits ? {} : { whole }),
  };
}

/** `server ▸ tool`, in which nothing hides: the server as the user named it, the tool as its server calls it. */
export function toolName(request: Pick<ApprovalRequest, 'serverName' | 'tool'>): string {
  return `${nameText(request.serverName)} ▸ ${nameText(request.tool)}`;
}

/** The title of a box's window. */
export function boxTitle(subject: string): string {
  const [line = ''] = wrap(`Gatehouse: ${subject}`, TITLE_COLUMNS);
  return line;
}

/** The lines of a detail that keeps to its room: what heads it, a line on the whole text, and how that begins. */
export function summary(
  head: readonly string[],
  about: readonly string[],
  text: readonly string[],
  room: number,
): string[] {
  const left = Math.max(0, room - head.length - about.length - 1);
  return [...head, ...about, ...text.slice(0, left), '…'];
}

function wholeLine(whole: WholeText, words: Words): string[] {
  const bytes = new Intl.NumberFormat(words.language).format(whole.bytes);
  return boxLines(words.approval.argumentsRead(bytes, whole.sha256.slice(0, HASH_HEAD)));
}

function claimLine(request: ApprovalRequest, words: Words): string {
  if (request.description.trim() === '') return words.approval.saysNothing;
  const speaker = request.serverId === BUILTIN_SERVER_ID ? 'gatehouse' : 'server';
  const claim = claimOf(request.annotations);
  const frame = words.approval.says(speaker, claim, '');
  return words.approval.says(speaker, claim, quoted(request.description, BOX_COLUMNS - columnsOf(frame)));
}

function claimOf(annotations: ToolAnnotations): 'read-only' | 'destructive' | 'none' {
  if (annotations.destructiveHint === true) return 'destructive';
  return annotations.readOnlyHint === true ? 'read-only' : 'none';
}
