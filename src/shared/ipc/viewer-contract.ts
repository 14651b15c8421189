/*
 * Between main and its own viewer window. Apart from THE contract: the viewer can't command, and it can't allow either; it
 * can only say that the text was read, hand over other arguments, or deny.
 */

export const VIEWER_DOCUMENT_CHANNEL = 'gatehouse-viewer:document';
export const VIEWER_ANSWER_CHANNEL = 'gatehouse-viewer:answer';
export const VIEWER_REVISE_CHANNEL = 'gatehouse-viewer:revise';
export const VIEWER_TEXT_SIZE_CHANNEL = 'gatehouse-viewer:text-size';

/** What the viewer says: `read-on` lets the question go on to its native box. */
export type ViewerAnswer = 'read-on' | 'deny';

/** How a line stands out: `note` is a word of the house between a stranger's lines. */
export type LineMark = 'none' | 'added' | 'removed' | 'note';

export interface MarkedLine {
  readonly mark: LineMark;
  readonly text: string;
}

/** A titled part of a text. The title is the house's own; nothing in a line hides. */
export interface TextSection {
  readonly title: string;
  readonly lines: readonly MarkedLine[];
  /** JSON: each line begins with a brace or a blank, so none can pass for a line of the house. */
  readonly json?: true;
}

/** What the viewer shows, handed over as data and put into the page as text. */
export interface ViewerDocument {
  readonly language: string;
  /** As it is set for the page, px. */
  readonly textSize: number;
  readonly heading: string;
  readonly intro: string;
  readonly sections: readonly TextSection[];
  /** Byte count and hash, ready to read. */
  readonly facts: string;
  /** The arguments as JSON, where they may be changed. */
  readonly json?: string;
  /** True where it has to be read to its end first. */
  readonly mustRead: boolean;
  readonly words: ViewerWords;
}

export interface ViewerWords {
  readonly search: string;
  /** With `{at}` and `{of}`. */
  readonly matches: string;
  readonly notFound: string;
  readonly wrapLines: string;
  readonly deny: string;
  readonly readOn: string;
  /** Why `readOn` is not there yet. */
  readonly toTheEnd: string;
  readonly edit: string;
  /** Of the field in which the arguments are changed. */
  readonly editLabel: string;
  readonly use: string;
  readonly back: string;
  /** Below the heading, while the arguments are changed. */
  readonly editing: string;
  readonly checking: string;
  readonly added: string;
  readonly removed: string;
}

/** What the viewer's page finds at `window.gatehouseViewer`. */
export interface ViewerBridge {
  readonly document: () => Promise<ViewerDocument>;
  readonly answer: (answer: ViewerAnswer) => void;
  /** Hears the size that texts are set to while the viewer stands. */
  readonly onTextSize: (listener: (size: number) => void) => void;
  /** Hands over other arguments. What is wrong with them, or null: then main closes the window and asks anew. */
  readonly revise: (json: string) => Promise<string | null>;
}
