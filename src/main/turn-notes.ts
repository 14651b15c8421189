import type { ConversationId } from '../shared/conversation.js';
import type { AppState, HostEvent } from '../shared/host-event.js';
import { visibleText } from '../shared/visible-text.js';
import type { DesktopNote } from './desktop-note.js';
import { type LongTurn, TurnWatch } from './turn-watch.js';
import type { Words } from './words/words.js';

export interface TurnNotePorts {
  /** Whether the user has the window before them. */
  readonly isLooking: () => boolean;
  /** What the host knows now. */
  readonly state: () => Promise<Pick<AppState, 'settings' | 'conversations'>>;
  readonly words: () => Words;
  readonly show: (note: DesktopNote) => void;
  /** Brings a chat to the front. */
  readonly open: (id: ConversationId) => void;
}

/** Of a title on a note. Characters. */
const TITLE = 80;

/**
 * Tells a user who looks elsewhere that a long turn has ended: the title of the chat, which is the user's own, and how it
 * ended. Nothing that a model, a server or a tool said stands on it: a note is read outside of Gatehouse.
 */
export class TurnNotes {
  readonly #ports: TurnNotePorts;
  readonly #watch = new TurnWatch();

  constructor(ports: TurnNotePorts) {
    this.#ports = ports;
  }

  async hear(event: HostEvent): Promise<void> {
    for (const turn of this.#watch.hear(event)) await this.#tell(turn);
  }

  async #tell({ conversationId, outcome }: LongTurn): Promise<void> {
    const { isLooking, state, words, show, open } = this.#ports;
    // Whoever stopped it was there.
    if (outcome === 'cancelled' || isLooking()) return;
    const { settings, conversations } = await state();
    if (!settings.noteTurnEnds) return;
    const title = visibleText(conversations.find(({ id }) => id === conversationId)?.title ?? '');
    const { turnEnd } = words();
    show({
      title: title === '' ? turnEnd.untitled : shortened(title),
      body: turnEnd[outcome],
      onClick: () => open(conversationId),
    });
  }
}

function shortened(title: string): string {
  const characters = Array.from(title);
  return characters.length <= TITLE ? title : `${characters.slice(0, TITLE - 1).join('')}…`;
}
