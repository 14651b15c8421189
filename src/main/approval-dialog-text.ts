import { BUILTIN_SERVER_ID } from '../core/tools/tool.js';
import type { AllowScope, ApprovalRequest } from '../shared/approval.js';
import { DECISION_WORDS } from '../shared/decision-words.js';
import type { MarkedLine, TextSection } from '../shared/ipc/viewer-contract.js';
import { markMixedScripts } from '../shared/mixed-scripts.js';
import { columnsOf, quoted, wrap } from '../shared/text-columns.js';
import type { ToolAnnotations } from '../shared/tool.js';
import { approvalSections, strangersName } from './approval-sections.js';
import { BOX_COLUMNS, BOX_LINES, boxLines } from './dialog-text.js';
import type { NativeQuestion, WholeText } from './native-question.js';
import type { Words } from './words/words.js';

/** Lines that the name of server and tool may take; a longer name is read whole in the viewer. */
const MESSAGE_LINES = 2;
const TITLE_COLUMNS = 80;
const HASH_HEAD = 12;
/** Of a path among the things that were read. */
const SOURCE_COLUMNS = 40;

/** In front of a line's continuation, so that no stranger's word stands where a line of the house begins. */
const GOES_ON = '↳ ';
const GUTTER: Readonly<Record<MarkedLine['mark'], string>> = { none: '│ ', added: '+ ', removed: '- ', note: '' };

/** What a button of an approval's box means. */
export type DialogAction =
  | { readonly kind: 'deny'; readonly rest: boolean }
  | { readonly kind: 'allow'; readonly scope: AllowScope }
  | { readonly kind: 'edit' };

/** The question of one approval, what each button means, and its text as the viewer shows it. */
export interface ApprovalBox extends NativeQuestion {
  /** One for each button. */
  readonly actions: readonly DialogAction[];
  readonly text: Omit<WholeText, 'edit'>;
  /** True where the box holds only the beginning of it. */
  readonly isLong: boolean;
}

/** Draws the question from the frozen request and from nothing else: no word of the model, no title of the server. */
export function approvalBox(request: ApprovalRequest, words: Words): ApprovalBox {
  const name = toolName(request);
  const place = request.queue === undefined ? '' : words.approval.place(request.queue.at, request.queue.of);
  const heading = words.approval.wantsToRun(name) + place;
  const message = continued(heading);
  const sections = approvalSections(request, words);
  const head = headLines(request, words);
  const body = sections.flatMap((section, at) => (at === 0 ? sectionLines(section) : ['', ...sectionLines(section)]));
  const isLong = message.length > MESSAGE_LINES || message.length + head.length + body.length > BOX_LINES;
  const shown = message.length <= MESSAGE_LINES ? message : [...message.slice(0, MESSAGE_LINES - 1), '…'];
  const bytes = Buffer.byteLength(JSON.stringify(request.arguments));
  const text = { heading, sections, bytes, sha256: request.argumentsHash };
  const detail = isLong ? summary(head, wholeLine(text, words), body, BOX_LINES - shown.length) : [...head, ...body];
  const [deny, ...others] = buttons(request, words);
  return {
    title: boxTitle(name),
    message: shown.join('\n'),
    detail: detail.join('\n'),
    buttons: [deny.label, ...others.map(({ label }) => label)],
    actions: [deny, ...others].map(({ action }) => action),
    text,
    isLong,
  };
}

interface Button {
  readonly label: string;
  readonly action: DialogAction;
}

function buttons({ scopes, queue }: ApprovalRequest, { approval }: Words): readonly [Button, ...Button[]] {
  const more = queue !== undefined && queue.at < queue.of;
  return [
    { label: approval.deny, action: { kind: 'deny', rest: false } },
    ...scopes.map((scope): Button => ({ label: approval.allow[scope], action: { kind: 'allow', scope } })),
    { label: approval.edit, action: { kind: 'edit' } },
    ...(more ? [{ label: approval.denyRest, action: { kind: 'deny', rest: true } } as const] : []),
  ];
}

/** `server ▸ tool`, in which nothing hides: the server as the user named it, the tool as its server calls it. */
export function toolName(request: Pick<ApprovalRequest, 'serverName' | 'tool'>): string {
  return `${strangersName(request.serverName)} ▸ ${strangersName(request.tool)}`;
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

/** Why it asks, what was read, what the server claims, and an empty line. */
function headLines(request: ApprovalRequest, words: Words): readonly string[] {
  const { decision, readBefore = [] } = request;
  const names = readBefore.map((origin) => strangersName(words.approval.origin(origin, quotedSource)));
  const read = decision.rule === 'tainted-turn' ? continued(words.approval.readBefore(names)) : [];
  return [...boxLines(DECISION_WORDS[words.language][decision.rule]), ...read, claimLine(request, words), ''];
}

function quotedSource(text: string): string {
  return quoted(markMixedScripts(text), SOURCE_COLUMNS);
}

function sectionLines({ title, lines, json }: TextSection): readonly string[] {
  // Where lines are marked, all need the same room in front.
  const isMarked = lines.some(({ mark }) => mark === 'added' || mark === 'removed');
  const bare = json === true && !isMarked;
  return [
    ...continued(title),
    ...lines.flatMap(({ mark, text }) => (mark === 'note' || bare ? continued(text) : behind(GUTTER[mark], text))),
  ];
}

function behind(gutter: string, text: string): readonly string[] {
  return wrap(text, BOX_COLUMNS - columnsOf(gutter)).map((line) => `${gutter}${line}`);
}

function continued(text: string): readonly string[] {
  if (columnsOf(text) <= BOX_COLUMNS && !text.includes('\t')) return [text];
  const [first = '', ...rest] = wrap(text, BOX_COLUMNS - columnsOf(GOES_ON));
  return [first, ...rest.map((line) => `${GOES_ON}${line}`)];
}

function wholeLine(whole: Pick<WholeText, 'bytes' | 'sha256'>, words: Words): string[] {
  const bytes = whole.bytes.toLocaleString(words.language);
  return boxLines(words.approval.argumentsRead(bytes, whole.sha256.slice(0, HASH_HEAD)));
}

function claimLine(request: ApprovalRequest, words: Words): string {
  if (request.description.trim() === '') return words.approval.saysNothing;
  const speaker = request.serverId === BUILTIN_SERVER_ID ? 'gatehouse' : 'server';
  const claim = claimOf(request.annotations);
  const frame = words.approval.says(speaker, claim, '');
  const quote = quoted(markMixedScripts(request.description), BOX_COLUMNS - columnsOf(frame));
  return words.approval.says(speaker, claim, quote);
}

function claimOf(annotations: ToolAnnotations): 'read-only' | 'destructive' | 'none' {
  if (annotations.destructiveHint === true) return 'destructive';
  return annotations.readOnlyHint === true ? 'read-only' : 'none';
}
