import type { ApprovalRequest, CallPreview } from '../shared/approval.js';
import type { MarkedLine, TextSection } from '../shared/ipc/viewer-contract.js';
import type { JsonObject } from '../shared/json.js';
import { diffLines, foldSame, type DiffLine } from '../shared/line-diff.js';
import { markMixedScripts } from '../shared/mixed-scripts.js';
import { nameText, plainText } from '../shared/text-columns.js';
import type { Words } from './words/words.js';

/** Unchanged lines that are shown beside each change. */
const AROUND = 3;

/** What an approval shows below its head, part by part: what changed, what the call would do, what it is given. */
export function approvalSections(request: ApprovalRequest, words: Words): readonly TextSection[] {
  const { preview, askedBefore, edited } = request;
  // A command that is shown line by line is all there is to its arguments.
  const isSaid = preview?.kind === 'command' && Object.keys(request.arguments).join() === 'command';
  const isPlain = askedBefore === undefined && edited !== true;
  return [
    ...changedSection(request, words),
    ...previewSection(preview, words),
    ...(isSaid && isPlain ? [] : [argumentsSection(request, words)]),
  ];
}

/** A stranger's text as it is shown: nothing in it hides, and look-alike letters are written out. */
function strangersText(text: string): string {
  return plainText(markMixedScripts(text));
}

/** The same in one line. */
export function strangersName(text: string): string {
  return nameText(markMixedScripts(text));
}

function changedSection({ changed = [], definitionDiff = [] }: ApprovalRequest, words: Words): readonly TextSection[] {
  const facts = changed.map((fact): MarkedLine => ({ mark: 'note', text: words.approval.changed[fact] }));
  const lines = [...facts, ...definitionDiff.map(diffLineOf)];
  return lines.length === 0 ? [] : [{ title: words.approval.changedSince, lines }];
}

/** A sign and a blank stand in front of each line; behind them are the server's words. */
function diffLineOf(line: string): MarkedLine {
  const text = strangersName(line.slice(2));
  return { mark: line.startsWith('+ ') ? 'added' : line.startsWith('− ') ? 'removed' : 'none', text };
}

function previewSection(preview: CallPreview | undefined, words: Words): readonly TextSection[] {
  if (preview === undefined) return [];
  const { approval } = words;
  switch (preview.kind) {
    case 'command': {
      const lines = strangersText(preview.command).split('\n');
      const title = approval.command(strangersName(preview.folder));
      return [{ title, lines: lines.map((text) => ({ mark: 'none', text })) }];
    }
    case 'file-change': {
      const title = approval.fileChange[preview.change](strangersName(preview.path));
      const changes = preview.lines.some(({ kind }) => kind !== 'same');
      const nothing: MarkedLine = { mark: 'note', text: approval.noChange };
      return [{ title, lines: changes ? marked(preview.lines, words) : [nothing] }];
    }
    default:
      return [{ title: approval.noPreview, lines: [{ mark: 'none', text: strangersName(preview.why) }] }];
  }
}

function argumentsSection(request: ApprovalRequest, words: Words): TextSection {
  const { approval } = words;
  const now = prettyJson(request.arguments);
  const before = request.askedBefore === undefined ? now : prettyJson(request.askedBefore);
  if (before === now) {
    const title = request.edited === true ? approval.argumentsEdited : approval.arguments;
    return {
      title,
      json: true,
      lines: strangersText(now)
        .split('\n')
        .map((text) => ({ mark: 'none', text })),
    };
  }
  const title = request.edited === true ? approval.argumentsEdited : approval.argumentsSinceLast;
  return { title, json: true, lines: diffLines(before, now).map((line) => markedLine(line, words)) };
}

function marked(lines: readonly DiffLine[], words: Words): readonly MarkedLine[] {
  return foldSame(lines, AROUND).map((line) => markedLine(line, words));
}

function markedLine({ kind, text }: DiffLine, words: Words): MarkedLine {
  if (kind === 'gap') {
    return {
      mark: 'note',
      text: words.approval.linesLeftOut(new Intl.NumberFormat(words.language).format(Number(text))),
    };
  }
  return { mark: kind === 'same' ? 'none' : kind, text: strangersText(text) };
}

function prettyJson(args: JsonObject): string {
  return JSON.stringify(args, null, 2);
}
