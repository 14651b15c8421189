import { plural } from './plural.js';

/** Words of a turn that waits, pauses, or is spoken to while it runs. */
export const enTurn = {
  turn: {
    retryReason: {
      'rate-limited': 'Too many requests to the model.',
      overloaded: 'The model is busy.',
      network: 'The model server could not be reached.',
      'stream-cut': 'The answer broke off.',
    },
    retryIn: (time: string, attempt: number, of: number) => `Trying again in ${time} · attempt ${attempt} of ${of}`,
    retrying: (attempt: number, of: number) => `Trying again · attempt ${attempt} of ${of}`,
    tryNow: 'Try now',
    cancel: 'Cancel',
    tokens: (tokens: string) => `Paused after ${tokens} tokens in this turn, the limit you set.`,
    time: (minutes: number) => `Paused after ${plural(minutes, 'minute')} in this turn, the limit you set.`,
    repeats: (tool: string, times: number) =>
      `Paused: ${tool} was called ${times} times alike and gave the same each time.`,
    setAside: (server: string, tool: string) => `${server} ▸ ${tool} is not offered in this chat`,
    setAsideWhy: (why: string) => `The model server refused its definition: ${why}`,
    stoppedCall: 'Stopped',
    mayGoOn: 'The server was told to stop. It may still be at work.',
    usage: (read: string, cached: string, written: string) =>
      cached === '' ? `${read} tokens in · ${written} out` : `${read} tokens in, ${cached} from cache · ${written} out`,
    context: (percent: number) => `Context ${percent} %`,
    contextLabel: 'What the model reads with each request',
    contextSystem: 'Instructions',
    contextTools: (server: string) => `Tools of ${server}`,
    contextHistory: 'This chat',
    contextTokens: (tokens: string) => `${tokens} tokens`,
    queued: 'Waiting to be sent',
    queue: 'Queue',
    queuePlaceholder: 'Write what comes next. Enter queues it until this turn has ended.',
    sendNow: 'Stop and send now',
    sendQueued: 'Send now',
    editQueued: 'Edit',
    removeQueued: 'Take out',
    maxTokens: 'Tokens per turn',
    maxTokensHint:
      'After so many tokens read and written in one turn you are asked to continue. 10,000 to 1,000,000,000.',
    maxMinutes: 'Minutes per turn',
    maxMinutesHint: 'After so long you are asked to continue. The time you take to answer does not count. 1 to 1,440.',
  },
};
