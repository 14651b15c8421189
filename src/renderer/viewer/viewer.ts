import type { ViewerBridge, ViewerDocument } from '../../shared/ipc/viewer-contract.js';
import { bindEditor } from './arguments-editor.js';
import { pageElement } from './page-element.js';
import { drawSections } from './sections.js';
import { TextSearch } from './text-search.js';

declare global {
  interface Window {
    readonly gatehouseViewer: ViewerBridge;
  }
}

const scroll = pageElement('scroll', HTMLElement);
const text = pageElement('text', HTMLElement);
const readOn = pageElement('read-on', HTMLButtonElement);
const hint = pageElement('hint', HTMLElement);

/** Everything from outside becomes text, never markup. */
function show({ language, textSize, heading, intro, facts, words, sections }: ViewerDocument): void {
  document.documentElement.lang = language;
  setTextSize(textSize);
  document.title = heading;
  pageElement('heading', HTMLElement).textContent = heading;
  pageElement('intro', HTMLElement).textContent = intro;
  pageElement('facts', HTMLElement).textContent = facts;
  pageElement('wrap-label', HTMLElement).textContent = words.wrapLines;
  pageElement('deny', HTMLButtonElement).textContent = words.deny;
  readOn.textContent = words.readOn;
  drawSections(text, sections, words);
  const search = pageElement('search', HTMLInputElement);
  search.placeholder = words.search;
  search.ariaLabel = words.search;
  bindSearch(search, words);
  scroll.focus();
}

/** All other sizes follow from it. */
function setTextSize(size: number): void {
  document.documentElement.style.setProperty('--text-m', `${size}px`);
}

/** The way to the decision opens once the end of the text was on the screen. */
function watchForTheEnd(words: ViewerDocument['words']): void {
  hint.textContent = words.toTheEnd;
  const check = (): void => {
    if (scroll.hidden || scroll.scrollTop + scroll.clientHeight < scroll.scrollHeight - 2) return;
    readOn.disabled = false;
    hint.textContent = '';
    scroll.removeEventListener('scroll', check);
    observer.disconnect();
  };
  const observer = new ResizeObserver(check);
  observer.observe(text);
  scroll.addEventListener('scroll', check);
}

function bindWrapping(): void {
  const wrap = pageElement('wrap', HTMLInputElement);
  const apply = (): void => {
    text.classList.toggle('wrapped', wrap.checked);
  };
  wrap.addEventListener('change', apply);
  apply();
}

function bindSearch(field: HTMLInputElement, words: ViewerDocument['words']): void {
  const search = new TextSearch(text, scroll);
  const matches = pageElement('matches', HTMLOutputElement);
  const tell = ({ at, of }: { at: number; of: number }): void => {
    if (field.value === '') matches.textContent = '';
    else if (of === 0) matches.textContent = words.notFound;
    else matches.textContent = words.matches.replace('{at}', String(at)).replace('{of}', String(of));
  };
  field.addEventListener('input', () => tell(search.find(field.value)));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    tell(search.step(event.shiftKey ? -1 : 1));
  });
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    field.select();
  });
}

pageElement('deny', HTMLButtonElement).addEventListener('click', () => window.gatehouseViewer.answer('deny'));
readOn.addEventListener('click', () => window.gatehouseViewer.answer('read-on'));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing) window.gatehouseViewer.answer('deny');
});
bindWrapping();
// Before it is asked for: a change meanwhile comes after it.
window.gatehouseViewer.onTextSize(setTextSize);
const shown = await window.gatehouseViewer.document();
show(shown);
if (shown.mustRead) watchForTheEnd(shown.words);
else readOn.disabled = false;
const { json } = shown;
if (json !== undefined) {
  bindEditor({
    bridge: window.gatehouseViewer,
    document: { ...shown, json },
    tell: (said) => {
      hint.textContent = said;
    },
    onBack: () => {
      if (readOn.disabled) hint.textContent = shown.words.toTheEnd;
      scroll.focus();
    },
  });
}
