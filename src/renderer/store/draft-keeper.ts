import type { StoreApi } from 'zustand/vanilla';
import { attachmentInput } from '../../shared/attachment.js';
import type { PageState, PageStorePorts } from './page-state.js';

/** How long a draft rests before it is handed to main, ms. */
const REST = 500;

/** Keeps the drafts of the page with main, where they outlive a reload and the app, and takes them back at the start. */
export class DraftKeeper {
  readonly #ports: Pick<PageStorePorts, 'bridge' | 'later'>;
  readonly #state: StoreApi<PageState>;
  /** Chats whose draft changed since it was handed over. */
  readonly #changed = new Set<string>();
  #cancel: (() => void) | undefined;

  constructor(ports: Pick<PageStorePorts, 'bridge' | 'later'>, state: StoreApi<PageState>) {
    this.#ports = ports;
    this.#state = state;
  }

  start(): () => void {
    const stop = this.#state.subscribe((page, before) => this.#note(page, before));
    // A draft is worth no message of its own: without an answer the composer is empty.
    this.#load().catch(() => undefined);
    return stop;
  }

  /** Hands over what waits, now. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const page = this.#state.getState();
    for (const conversationId of this.#changed) {
      const text = page.drafts[conversationId] ?? '';
      const attachments = (page.attached[conversationId] ?? []).map(attachmentInput);
      // As above. What main refuses stays on the page.
      this.#ports.bridge.commands['drafts.set']({ conversationId, text, attachments }).catch(() => undefined);
    }
    this.#changed.clear();
  }

  async #load(): Promise<void> {
    const answer = await this.#ports.bridge.commands['drafts.list']({});
    if (!answer.ok) return;
    const page = this.#state.getState();
    // Who was faster than main keeps what they wrote.
    const fresh = answer.value.drafts.filter(({ conversationId: id }) => !(id in page.drafts || id in page.attached));
    if (fresh.length === 0) return;
    this.#state.setState({
      drafts: {
        ...page.drafts,
        ...Object.fromEntries(fresh.map(({ conversationId, text }) => [conversationId, text])),
      },
      attached: {
        ...page.attached,
        ...Object.fromEntries(fresh.map(({ conversationId, attachments }) => [conversationId, attachments])),
      },
    });
  }

  #note(page: PageState, before: PageState): void {
    if (page.drafts === before.drafts && page.attached === before.attached) return;
    for (const id of [...Object.keys(page.drafts), ...Object.keys(page.attached)]) {
      if (page.drafts[id] !== before.drafts[id] || page.attached[id] !== before.attached[id]) this.#changed.add(id);
    }
    this.#cancel?.();
    this.#cancel = this.#ports.later(REST, () => this.flush());
  }
}
