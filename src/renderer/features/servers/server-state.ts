import { assertNever } from '../../../shared/assert-never.js';
import type { ServerLogLine, ServerStatus, ServerView, StartingPhase } from '../../../shared/server.js';
import { visibleText } from '../../../shared/visible-text.js';
import { errorText } from '../../i18n/error-text.js';
import type { PageLanguage } from '../../i18n/language.js';
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
    case 'sign-in-required':
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
      return status.retryAt === undefined
        ? words.server.ago(word, formatAge(now - status.at, words.time))
        : words.server.since(
            word,
            words.server.retryIn(formatElapsed(secondsLeft(status.retryAt, now) * 1000, words.time)),
          );
    case 'sign-in-required':
      return word;
    default:
      return assertNever(status);
  }
}

/** The one line below a server's name in the list. */
export function serverLine(server: ServerView, now: number, words: Words, language: PageLanguage): string {
  const { status } = server;
  switch (status.kind) {
    case 'stopped':
      return words.server.stoppedLine(launchWord(server.launch, words));
    case 'starting':
      return words.server.waits(phaseWord(server, status.phase, words), formatElapsed(now - status.since, words.time));
    case 'running':
      return words.server.summary(words.server.transport[status.transport], server.tools.length, status.revision);
    case 'failed':
    case 'sign-in-required':
      return visibleText(errorText(status, language));
    default:
      return assertNever(status);
  }
}

/** What carries the messages, before it is known whether that works: `auto` can end as one of two. */
function launchWord(launch: ServerView['launch'], { server }: Words): string {
  if (launch.kind !== 'http') return server.transport[launch.kind];
  return launch.transport === 'auto' ? server.overHttp : server.transport[launch.transport];
}

/** Nothing is started of a server that is elsewhere. */
function phaseWord({ launch }: ServerView, phase: StartingPhase, { server }: Words): string {
  return launch.kind !== 'stdio' && phase === 'spawning' ? server.reaching : server.phase[phase];
}

/** Never zero: the attempt itself says when it begins. */
function secondsLeft(retryAt: number, now: number): number {
  return Math.max(1, Math.ceil((retryAt - now) / 1000));
}

/** What a server that starts said last beside the protocol, in this start. */
export function lastPrinted({ status, log }: ServerView): string | undefined {
  if (status.kind !== 'starting') return undefined;
  const isPrinted = (line: ServerLogLine): boolean =>
    line.source !== 'host' && line.at >= status.since && line.text.trim() !== '';
  return log.findLast(isPrinted)?.text;
}

/** The last thing a server said on stderr: mostly the reason why it failed. */
export function lastErrorLine(server: ServerView): string | undefined {
  return server.log.findLast((line) => line.source === 'stderr' && line.text.trim() !== '')?.text;
}
