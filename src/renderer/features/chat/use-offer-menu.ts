import { type KeyboardEvent, useId, useState } from 'react';
import { isComposing } from '../../ui/keys.js';
import { keyPressOf } from '../../ui/TextInput.js';
import { type ComposerToken, tokenAt } from './composer-token.js';
import { filterOffers } from './filter-offers.js';
import { type Offer, type Offers, useOffers } from './use-offers.js';

/** So many are shown at once. */
const MOST_SHOWN = 50;

export interface OfferMenu {
  /** Undefined while nothing is being named. */
  readonly token: ComposerToken | undefined;
  readonly offers: Offers;
  readonly shown: readonly Offer[];
  /** How many more there are. */
  readonly hidden: number;
  readonly active: number;
  readonly listId: string;
  readonly optionId: (index: number) => string;
  readonly setActive: (index: number) => void;
  readonly pick: (offer: Offer) => void;
  /** Where the caret stands, UTF-16 units; undefined where something is selected or the text has no focus. */
  readonly moveCaret: (caret: number | undefined) => void;
  /** True where the key was the menu's. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

/** Names a prompt or a resource while one types: `/` and `@` open it, arrows choose, Enter and Tab take, Esc closes. */
export function useOfferMenu(text: string, onPick: (offer: Offer, token: ComposerToken) => void): OfferMenu {
  const [caret, setCaret] = useState<number>();
  /** The place of the token that was closed with Esc; it opens again when another begins. */
  const [closedAt, setClosedAt] = useState<number>();
  const [chosen, setChosen] = useState({ query: '', index: 0 });
  const listId = useId();
  const found = caret === undefined ? undefined : tokenAt(text, caret);
  if (found === undefined && closedAt !== undefined) setClosedAt(undefined);
  const token = found?.start === closedAt ? undefined : found;
  const offers = useOffers(token?.kind);
  const fitting = filterOffers(offers.offers, token?.query ?? '');
  const shown = fitting.slice(0, MOST_SHOWN);
  const query = token?.query ?? '';
  // What was chosen holds for what was typed then.
  const active = Math.min(chosen.query === query ? chosen.index : 0, Math.max(0, shown.length - 1));
  const setActive = (index: number): void => setChosen({ query, index });
  const pick = (offer: Offer): void => {
    if (token === undefined) return;
    setCaret(undefined);
    onPick(offer, token);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const press = keyPressOf(event);
    if (token === undefined || isComposing(press)) return false;
    if (press.shiftKey || press.ctrlKey || press.metaKey || press.altKey) return false;
    const last = shown.length - 1;
    if (press.key === 'Escape') setClosedAt(token.start);
    else if (last < 0) return false;
    else if (press.key === 'ArrowDown') setActive(active === last ? 0 : active + 1);
    else if (press.key === 'ArrowUp') setActive(active === 0 ? last : active - 1);
    else if (press.key === 'Enter' || press.key === 'Tab') {
      const offer = shown[active];
      if (offer !== undefined) pick(offer);
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const optionId = (index: number): string => `${listId}-${index}`;
  const hidden = fitting.length - shown.length;
  return { token, offers, shown, hidden, active, listId, optionId, setActive, pick, moveCaret: setCaret, onKeyDown };
}
