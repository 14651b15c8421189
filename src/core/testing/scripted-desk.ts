import type { ConfirmQuestion, Desk } from '../host/ports.js';

/** A desk that answers as a test says and remembers what it was asked. Without an answer it says no. */
export class ScriptedDesk implements Desk {
  readonly questions: ConfirmQuestion[] = [];
  readonly opened: string[] = [];
  readonly suggested: string[] = [];
  /** What the dialogs for saving and for opening give. */
  file: string | undefined;
  /** Answers a question; may wait. */
  answer: (question: ConfirmQuestion, signal: AbortSignal) => boolean | Promise<boolean> = () => false;
  /** What the folder dialog gives. */
  folder: string | undefined;

  async confirm(question: ConfirmQuestion, signal: AbortSignal): Promise<boolean> {
    this.questions.push(question);
    return this.answer(question, signal);
  }

  async pickFolder(): Promise<string | undefined> {
    return this.folder;
  }

  async pickSaveFile(suggestedName: string): Promise<string | undefined> {
    this.suggested.push(suggestedName);
    return this.file;
  }

  async pickOpenFile(): Promise<string | undefined> {
    return this.file;
  }

  async openLink(url: string): Promise<void> {
    this.opened.push(url);
  }
}
