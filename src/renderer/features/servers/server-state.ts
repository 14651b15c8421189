import { assertNever } from '../../../shared/assert-never.js';
import type { ServerStatus, ServerView } from '../../../shared/server.js';
import { visibleText } from '../../../shared/visible-text.js';
import type { Words } from '../../i18n/en.js';
import type { DotState } from '../../ui/Dot.js';
import { formatAge, formatElapsed } from '../../ui/durations.js';

/** The dot of a server's state. */
export function serverDot(status: ServerStatus): DotState {
  switch (status.kind) {
    case 'stopped':
      return 'off';
    case 'starting':
      return 'wait';
    case 'running':
      return 'ok';
    case 'failed':
      return 'bad';
    default:
      return assertNever(status);
  }
}

/** The state with how long it has lasted: `Running · 2 min`. `now` in ms. */
export function stateWithTime(status: ServerStatus, now: number, words: Words): string {
  const word = words.server.state[status.kind];
  switch (status.kind) {
    case 'stopped':
      return word;
    case 'starting':
      return words.server.since(word, formatElapsed(now - status.since, words.time));
    case 'running':
      return words.server.since(word, formatAge(now - status.since, words.time));
    case 'failed':
      return words.server.since(word, formatAge(now - status.at, words.time));
    default:
      return assertNever(status);
  }
}

/** The one line below a server's name in the list. */
export function serverLine(server: ServerView, now: number, words: Words): string {
  const { status } = server;
  switch (status.kind) {
    case 'stopped':
      return words.server.stoppedLine;
    case 'starting':
      return words.server.waits(words.server.phase[status.phase], formatElapsed(now - status.since, words.time));
    case 'running':
      return words.server.summary(server.tools.length, status.revision);
    case 'failed':
      return visibleText(status.message);
    default:
      return assertNever(status);
  }
}

/** The last thing a server said on stderr: mostly the reason why it failed. */
export function lastErrorLine(server: ServerView): string | undefined {
  return server.log.findLast((line) => line.source === 'stderr' && line.text.trim() !== '')?.text;
}
