import type { AppSnapshot } from '../../shared/host-event.js';
import { visibleText } from '../../shared/visible-text.js';
import { GatehouseError } from '../errors.js';
import type { AppStateFeed } from './app-state.js';
import type { HostCommands } from './host.js';
import type { NoticeBoard } from './notice-board.js';
import type { Desk, HostEnvironment } from './ports.js';

/** The open questions, as far as a page may touch them. */
export interface QuestionDesk {
  /** Brings the question to the front; false where there is no such question. */
  show(id: string): boolean;
  /** Answers with a deny, and a sentence for the model where it is not empty; false where there is no such question. */
  deny(id: string, sentence: string): boolean;
}

export interface DeskParts {
  readonly feed: AppStateFeed;
  readonly notices: NoticeBoard;
  readonly questions: QuestionDesk;
  readonly desk: Desk;
  readonly environment: HostEnvironment;
  /** Aborts when the host closes: open questions go with it. */
  readonly signal: AbortSignal;
}

type DeskCommands = Pick<
  HostCommands,
  'app.snapshot' | 'notices.dismiss' | 'approvals.show' | 'approvals.deny' | 'links.open'
>;

/** What belongs to the app as a whole: its state, open questions, notices and links. */
export function deskCommands({ feed, notices, questions, desk, environment, signal }: DeskParts): DeskCommands {
  return {
    'app.snapshot': async (): Promise<AppSnapshot> => {
      const { systemLanguage, platform, version } = environment;
      return { ...feed.snapshot(), systemLanguage, platform, version };
    },
    'notices.dismiss': async ({ id }) => {
      notices.dismiss(id);
      return null;
    },
    'approvals.show': async ({ id }) => {
      if (!questions.show(id)) throw noQuestion();
      return null;
    },
    'approvals.deny': async ({ id, sentence = '' }) => {
      if (!questions.deny(id, sentence)) throw noQuestion();
      return null;
    },
    'links.open': async ({ url }) => {
      const address = safeLink(url);
      if (!(await desk.confirm({ kind: 'open-link', url: address }, signal))) {
        throw new GatehouseError('cancelled', 'The link was not opened.');
      }
      await desk.openLink(address);
      return null;
    },
  };
}

function noQuestion(): GatehouseError {
  return new GatehouseError('unknown-approval', 'This question is not open any more.');
}

/** The address as it will be opened, so that what is confirmed is what opens. */
function safeLink(text: string): string {
  if (visibleText(text) !== text || !URL.canParse(text)) {
    throw new GatehouseError('bad-link', 'This is no address that can be opened.');
  }
  const url = new URL(text);
  if (url.protocol !== 'https:') throw new GatehouseError('bad-link', 'Only https addresses are opened.');
  if (url.username !== '' || url.password !== '') {
    throw new GatehouseError(
      'bad-link',
      'An address with a user name in it is not opened: it may hide where it leads.',
    );
  }
  return url.href;
}
