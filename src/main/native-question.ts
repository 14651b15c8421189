import type { TextSection } from '../shared/ipc/viewer-contract.js';

/** A text that is read, or changed, in the viewer window rather than in a box. */
export interface WholeText {
  readonly heading: string;
  readonly sections: readonly TextSection[];
  /** Of the text as it will be used, in UTF-8. */
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** Set where the arguments it shows may be changed. */
  readonly edit?: ArgumentsEdit;
}

/** How the arguments of a question are changed. */
export interface ArgumentsEdit {
  /** As they are now. */
  readonly json: string;
  /** Takes other ones. A sentence says what is wrong with them; undefined where the question is now one about these. */
  readonly revise: (json: string) => Promise<string | undefined>;
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

/** A text in which no line stands out. */
export function plainSection(title: string, text: string): TextSection {
  return { title, lines: text.split('\n').map((line) => ({ mark: 'none', text: line })) };
}
