import type { MarkedLine, TextSection, ViewerWords } from '../../shared/ipc/viewer-contract.js';

/** The signs in front of marked lines stand in an element of their own, so no text can draw one. */
const SIGNS: Readonly<Record<MarkedLine['mark'], string>> = { none: '', note: '', added: '+', removed: '−' };

/** Draws the parts of a text. Everything from outside becomes text, never markup. */
export function drawSections(into: HTMLElement, sections: readonly TextSection[], words: ViewerWords): void {
  into.replaceChildren(...sections.map((section) => drawn(section, words)));
}

function drawn({ title, lines }: TextSection, words: ViewerWords): HTMLElement {
  const section = document.createElement('section');
  if (title !== '') {
    const heading = document.createElement('h2');
    heading.textContent = title;
    section.append(heading);
  }
  section.append(...blocks(lines, words));
  return section;
}

/** One element for each run of lines of one mark: a long plain text stays one text. */
function blocks(lines: readonly MarkedLine[], words: ViewerWords): readonly HTMLElement[] {
  const drawnBlocks: HTMLElement[] = [];
  let from = 0;
  const hasMarks = lines.some(({ mark }) => mark === 'added' || mark === 'removed');
  while (from < lines.length) {
    const mark = lines[from]?.mark ?? 'none';
    let to = from + 1;
    while (to < lines.length && lines[to]?.mark === mark) to += 1;
    const texts = lines.slice(from, to).map(({ text }) => text);
    drawnBlocks.push(...(hasMarks ? texts.map((text) => line(mark, text, words)) : [block(mark, texts.join('\n'))]));
    from = to;
  }
  return drawnBlocks;
}

function block(mark: MarkedLine['mark'], text: string): HTMLElement {
  const element = document.createElement('pre');
  element.className = mark;
  element.textContent = text;
  return element;
}

function line(mark: MarkedLine['mark'], text: string, words: ViewerWords): HTMLElement {
  const row = document.createElement('div');
  row.className = `line ${mark}`;
  const sign = document.createElement('span');
  sign.className = 'sign';
  sign.textContent = SIGNS[mark];
  if (mark === 'added' || mark === 'removed') {
    sign.role = 'img';
    sign.ariaLabel = words[mark];
  } else {
    sign.ariaHidden = 'true';
  }
  row.append(sign, block(mark, text));
  return row;
}
