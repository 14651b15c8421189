/** The words of one yes-or-no question. */
export interface ConfirmWords {
  readonly message: string;
  readonly detail: string;
  /** The button that says yes; a verb. */
  readonly accept: string;
  /** The button that says no, where it is not Cancel. */
  readonly refuse?: string;
}
