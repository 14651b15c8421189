/** Which match is the current one (from 1; 0 where there is none), of how many. */
export interface SearchPlace {
  readonly at: number;
  readonly of: number;
}

/** Beyond this many, more matches help nobody and painting them takes long. */
const MOST = 10_000;

/** Finds words in the texts of an element, and paints what it found without touching them. */
export class TextSearch {
  readonly #element: HTMLElement;
  readonly #scroller: HTMLElement;
  #ranges: Range[] = [];
  #at = 0;

  constructor(element: HTMLElement, scroller: HTMLElement) {
    this.#element = element;
    this.#scroller = scroller;
  }

  /** Looks for `words`, letter case aside, and goes to the first match. */
  find(words: string): SearchPlace {
    this.#ranges = words === '' ? [] : this.#matches(words);
    this.#at = 0;
    CSS.highlights.set('match', new Highlight(...this.#ranges));
    return this.#go();
  }

  /** Goes to the next match, or with -1 to the one before; round at the ends. */
  step(by: 1 | -1): SearchPlace {
    const count = this.#ranges.length;
    if (count > 0) this.#at = (this.#at + by + count) % count;
    return this.#go();
  }

  #matches(words: string): Range[] {
    const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`), 'giu');
    const ranges: Range[] = [];
    const texts = document.createTreeWalker(this.#element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (!(node instanceof Text)) continue;
      for (const match of node.data.matchAll(pattern)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        ranges.push(range);
        if (ranges.length === MOST) return ranges;
      }
    }
    return ranges;
  }

  #go(): SearchPlace {
    const current = this.#ranges[this.#at];
    if (current === undefined) {
      CSS.highlights.delete('match-now');
      return { at: 0, of: 0 };
    }
    CSS.highlights.set('match-now', new Highlight(current));
    const place = current.getBoundingClientRect();
    const frame = this.#scroller.getBoundingClientRect();
    if (place.top < frame.top || place.bottom > frame.bottom) {
      this.#scroller.scrollBy({ top: place.top - frame.top - frame.height / 3 });
    }
    if (place.left < frame.left || place.right > frame.right) {
      this.#scroller.scrollBy({ left: place.left - frame.left - frame.width / 3 });
    }
    return { at: this.#at + 1, of: this.#ranges.length };
  }
}
