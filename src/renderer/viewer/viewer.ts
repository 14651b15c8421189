import type { ViewerBridge, ViewerDocument } from '../../shared/ipc/viewer-contract.js';
import { TextSearch } from './text-search.js';

declare global {
  interface Window {
    readonly gatehouseViewer: ViewerBridge;
  }
}

function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

const scroll = element('scroll', HTMLElement);
const text = element('text', HTMLPreElement);
const readOn = element('read-on', HTMLButtonElement);
const hint = element('hint', HTMLElement);

/** Everything from outside becomes text, never markup. */
function show({ language, heading, intro, facts, words, ...whole }: ViewerDocument): void {
  document.documentElement.lang = language;
  document.title = heading;
  element('heading', HTMLElement).textContent = heading;
  element('intro', HTMLElement).textContent = intro;
  element('facts', HTMLElement).textContent = facts;
  element('wrap-label', HTMLElement).textContent = words.wrapLines;
  element('deny', HTMLButtonElement).textContent = words.deny;
  readOn.textContent = words.readOn;
  hint.textContent = words.toTheEnd;
  text.textContent = whole.text;
  const search = element('search', HTMLInputElement);
  search.placeholder = words.search;
  search.ariaLabel = words.search;
  bindSearch(search, words);
  scroll.focus();
}

/** The way to the decision opens once the end of the text was on the screen. */
function watchForTheEnd(): void {
  const check = (): void => {
    if (scroll.scrollTop + scroll.clientHeight < scroll.scrollHeight - 2) return;
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
  const wrap = element('wrap', HTMLInputElement);
  const apply = (): void => {
    text.classList.toggle('wrapped', wrap.checked);
  };
  wrap.addEventListener('change', apply);
  apply();
}

function bindSearch(field: HTMLInputElement, words: ViewerDocument['words']): void {
  const search = new TextSearch(text);
  const matches = element('matches', HTMLOutputElement);
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

element('deny', HTMLButtonElement).addEventListener('click', () => window.gatehouseViewer.answer('deny'));
readOn.addEventListener('click', () => window.gatehouseViewer.answer('read-on'));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing) window.gatehouseViewer.answer('deny');
});
bindWrapping();
show(await window.gatehouseViewer.document());
watchForTheEnd();
