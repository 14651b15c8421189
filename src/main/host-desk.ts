import type { ConfirmQuestion, Desk } from '../core/host/ports.js';
import { confirmQuestion } from './confirm-dialog-text.js';
import { checkedLink } from './link-check.js';
import type { QuestionDesk } from './question-desk.js';
import type { Words } from './words/words.js';

export interface HostDeskPorts {
  readonly desk: QuestionDesk;
  readonly words: () => Words;
  readonly pickFolder: () => Promise<string | undefined>;
  readonly pickSaveFile: (suggestedName: string) => Promise<string | undefined>;
  readonly pickOpenFile: () => Promise<string | undefined>;
  readonly openLink: (url: string) => Promise<void>;
  /** Tells a user who is not looking that a question waits; returns what takes the sign away again. */
  readonly callAttention: (message: string) => () => void;
  readonly returnFocus: () => void;
}

/** What the host can ask of a face, answered with native dialogs. */
export function createHostDesk(ports: HostDeskPorts): Desk {
  return {
    async confirm(question, signal) {
      let calm: (() => void) | undefined;
      try {
        // Looked at before it is asked about: a link that can't be opened is refused, not offered.
        const drawn = confirmQuestion(checked(question), ports.words());
        // The others answer something that the user has just done.
        if (question.kind === 'answer-sampling') calm = ports.callAttention(drawn.message);
        const button = await ports.desk.ask(drawn, signal);
        return button === 1 && !signal.aborted;
      } finally {
        calm?.();
        ports.returnFocus();
      }
    },
    pickFolder: ports.pickFolder,
    pickSaveFile: ports.pickSaveFile,
    pickOpenFile: ports.pickOpenFile,
    openLink: ports.openLink,
  };
}

function checked(question: ConfirmQuestion): ConfirmQuestion {
  return question.kind === 'open-link' ? { ...question, url: checkedLink(question.url) } : question;
}
