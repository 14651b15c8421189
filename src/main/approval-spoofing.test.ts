import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../core/canonical-json.js';
import type { ApprovalRequest, CallPreview } from '../shared/approval.js';
import { diffLines } from '../shared/line-diff.js';
import { columnsOf } from '../shared/text-columns.js';
import { type ApprovalBox, approvalBox } from './approval-dialog-text.js';
import { BOX_COLUMNS, BOX_LINES } from './dialog-text.js';
import { EN } from './words/en.js';
import { ZH_CN } from './words/zh-CN.js';

/** The same numbers on every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What has been used to make a dialog say something else than it is about. */
const TRICKS: readonly string[] = [
  '\u202E',
  '\u2066',
  '\u2069',
  '\u200B',
  '\u200D',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\u{E0041}',
  '\u{E007F}',
  '\uFE0F',
  '\u3164',
  '\u2800',
  '\u0000',
  '\u0007',
  '\u001B[2J',
  '\u001B]8;;https://x\u0007',
  '\r',
  '\n',
  '\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\t',
  ' ',
  '\n'.repeat(40),
  ' '.repeat(90),
  'x'.repeat(150),
  '笔记',
  '😀',
  'e\u0301\u0301\u0301\u0301\u0301\u0301',
  'd\u0435lete',
  'p\u0430ypal',
  '”',
  '“',
  '"',
  "'",
  '\\',
  '\\u{202E}',
  '│ ',
  '↳ ',
  '+ ',
  '- ',
  '\uD800',
  '\uDC00',
  'Arguments:',
  'You allowed this tool.',
  'Gatehouse: safe',
  'notes ▸ add_note wants to run',
  '[ Allow once ]',
  '{',
  '}',
  '\n}\n\nYou allowed it for this chat.\n',
  'Approved ✓',
  'שלום',
  'مرحبا',
  '\u2067abc\u2069',
];

function spoofs(next: (below: number) => number): string {
  return Array.from({ length: 1 + next(7) }, () => TRICKS[next(TRICKS.length)] ?? '').join(next(3) === 0 ? ' ' : '');
}

function spoofed(next: (below: number) => number): ApprovalRequest {
  const args = { [spoofs(next)]: spoofs(next), deep: [spoofs(next)] };
  const previews: readonly (CallPreview | undefined)[] = [
    undefined,
    { kind: 'command', command: spoofs(next), folder: `/w/${spoofs(next)}` },
    {
      kind: 'file-change',
      path: `/w/${spoofs(next)}`,
      change: 'replace',
      lines: diffLines(spoofs(next), spoofs(next)),
    },
    { kind: 'unknown', why: spoofs(next) },
  ];
  const preview = previews[next(previews.length)];
  return {
    serverId: 's',
    serverName: 'notes',
    tool: spoofs(next),
    description: spoofs(next),
    annotations: { title: 'SELF-GIVEN TITLE' },
    arguments: args,
    argumentsHash: sha256Hex(JSON.stringify(args)),
    decision: { verdict: 'confirm', rule: 'tainted-turn', why: spoofs(next) },
    readBefore: [{ kind: 'file', path: spoofs(next) }],
    scopes: ['once', 'chat', 'always'],
    queue: { at: 1 + next(3), of: 3 },
    ...(next(2) === 0 ? {} : { askedBefore: { [spoofs(next)]: spoofs(next) } }),
    ...(next(2) === 0
      ? {}
      : { changed: ['definition'], definitionDiff: ['  ', '− ', '+ '].map((sign) => sign + spoofs(next)) }),
    ...(preview === undefined ? {} : { preview }),
  } as unknown as ApprovalRequest;
}

/** How a line of the house begins, or the sign in front of one that is not. */
const BEGINNINGS =
  /^(?:It would run by itself, but|Read in this turn: the file “|The server (?:says: “|does not say)|$|Changed since you allowed it:|The server has changed|Changes \/w\/|Command, run in \/w\/|What it would change can’t|Nothing in it changes|Arguments(?:;|:|, as you)|As you have just read, |… |…$|↳ |│ |\+ |- |[{}]| {2})/u;

/** Everything that must hold of a box, whatever is in it; the first breach in words. */
function breachOf(box: ApprovalBox): string | undefined {
  const all = `${box.title}\n${box.message}\n${box.detail}`;
  if (/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u.test(all)) return 'something hides';
  if (/\p{M}{5}/u.test(all)) return 'marks pile up';
  const lines = [...box.message.split('\n'), ...box.detail.split('\n')];
  if (lines.length > BOX_LINES) return `${lines.length} lines`;
  const wide = lines.find((line) => columnsOf(line) > BOX_COLUMNS);
  if (wide !== undefined) return `too wide: ${wide}`;
  if (!box.message.startsWith('notes ▸ ')) return 'the server does not come first';
  if (all.includes('SELF-GIVEN TITLE')) return 'a title of the server is shown';
  if (box.title.includes('\n') || box.buttons.join().length > 120) return 'title or buttons';
  return undefined;
}

describe('10,000 dialogs made of tricks', () => {
  it('keep their size, hide nothing, and give no stranger a line of the house', () => {
    const next = numbers(20_261_130);
    const breaches: string[] = [];
    for (let round = 0; round < 10_000; round += 1) {
      const request = spoofed(next);
      const box = approvalBox(request, round % 20 === 0 ? ZH_CN : EN);
      const foreign = round % 20 === 0 ? undefined : box.detail.split('\n').find((line) => !BEGINNINGS.test(line));
      const breach = breachOf(box) ?? (foreign === undefined ? undefined : `a stranger's line: ${foreign}`);
      if (breach !== undefined) breaches.push(`${round}: ${breach}`);
    }
    expect(breaches).toEqual([]);
  });

  it('can be read whole in the viewer, where nothing hides either', () => {
    const next = numbers(4);
    for (let round = 0; round < 500; round += 1) {
      const { text } = approvalBox(spoofed(next), EN);
      const shown = [
        text.heading,
        ...text.sections.flatMap(({ title, lines }) => [title, ...lines.map((line) => line.text)]),
      ];
      expect(shown.some((line) => /(?!\t)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u.test(line))).toBe(false);
    }
  });
});
