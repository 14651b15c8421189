/*
 * Between main and its own viewer window. Apart from THE contract: the viewer can't command, and it can't allow either; it
 * can only say that the text was read, or deny.
 */

export const VIEWER_DOCUMENT_CHANNEL = 'gatehouse-viewer:document';
export const VIEWER_ANSWER_CHANNEL = 'gatehouse-viewer:answer';

/** What the viewer says: `read-on` lets the question go on to its native box. */
export type ViewerAnswer = 'read-on' | 'deny';

/** What the viewer shows, handed over as data and put into the page as text. */
export interface ViewerDocument {
  readonly language: string;
  readonly heading: string;
  readonly intro: string;
  readonly text: string;
  /** Byte count and hash, ready to read. */
  readonly facts: string;
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
}

/** What the viewer's page finds at `window.gatehouseViewer`. */
export interface ViewerBridge {
  readonly document: () => Promise<ViewerDocument>;
  readonly answer: (answer: ViewerAnswer) => void;
}
