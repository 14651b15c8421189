/** What of a key event decides; React's synthetic events and the DOM's own both can give it. */
export interface KeyPress {
  readonly key: string;
  /** Which key of the keyboard, whatever it types: `KeyN`, `Digit1`. */
  readonly code: string;
  readonly keyCode: number;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
}

/**
 * True while an input method composes. Some systems end a composition with an Enter whose `isComposing` is already
 * false; its key code is still 229 ("the input method has it"), so both are asked.
 */
export function isComposing(event: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Enter without modifiers that no input method is using: it sends a message, saves a name, submits a field. */
export function isSendKey(event: KeyPress): boolean {
  if (event.key !== 'Enter' || isComposing(event)) return false;
  return !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
}
