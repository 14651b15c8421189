import { TEXT_SIZES, type Settings } from '../../shared/settings.js';

type Look = Pick<Settings, 'textSize' | 'density'>;

/** Puts the size of the text and the room around things on the page; `tokens.css` makes all other sizes of them. */
export function applyLook(page: HTMLElement, { textSize, density }: Look): void {
  page.style.setProperty('--text-m', `${textSize}px`);
  page.dataset['density'] = density;
}

/** The look that main wrote into the page's address, so that the first thing painted has it; what is not one is left out. */
export function lookInAddress(query: string): Look | undefined {
  const asked = new URLSearchParams(query);
  const textSize = TEXT_SIZES.find((size) => String(size) === asked.get('text'));
  if (textSize === undefined) return undefined;
  return { textSize, density: asked.get('density') === 'compact' ? 'compact' : 'comfortable' };
}
