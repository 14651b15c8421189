import type { Notice } from '../../shared/settings.js';
import type { ToldParts } from '../../shared/told.js';
import { Emitter } from '../observable.js';

/** What the user should know that belongs to no one place, until it is dismissed. */
export class NoticeBoard {
  readonly changed = new Emitter<void>();
  readonly #newId: () => string;
  #notices: readonly Notice[];

  constructor(first: readonly Notice[], newId: () => string) {
    this.#notices = first;
    this.#newId = newId;
  }

  list(): readonly Notice[] {
    return this.#notices;
  }

  /** The same notice is not shown twice at a time. */
  add(code: string, message: string, parts?: ToldParts): void {
    if (this.#notices.some((notice) => notice.code === code && notice.message === message)) return;
    this.#notices = [...this.#notices, { id: this.#newId(), code, message, ...(parts === undefined ? {} : { parts }) }];
    this.changed.emit();
  }

  dismiss(id: string): void {
    this.#notices = this.#notices.filter((notice) => notice.id !== id);
    this.changed.emit();
  }
}
