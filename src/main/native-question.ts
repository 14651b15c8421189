/** A text that is too long for a box: it is read in the viewer window before the box asks. */
export interface WholeText {
  readonly heading: string;
  /** With new lines of its own; nothing in it hides. */
  readonly text: string;
  /** Of the text as it will be used, in UTF-8. */
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** A question as a native box shows it. The first button says no; it is the default, and Esc. */
export interface NativeQuestion {
  /** Of the window, where the system draws one. */
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly [no: string, ...others: string[]];
  /** Set where the box holds only the beginning. */
  readonly whole?: WholeText;
}
