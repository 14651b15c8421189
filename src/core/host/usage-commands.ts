import type { ConversationBook } from './conversation-book.js';
import type { HostCommands } from './host.js';
import { localDays } from './local-days.js';

export interface UsageParts {
  readonly book: Pick<ConversationBook, 'usage'>;
  readonly now: () => number;
}

/** What all chats took together. */
export function usageCommands({ book, now }: UsageParts): Pick<HostCommands, 'usage.days'> {
  return {
    'usage.days': async ({ days: count }) => {
      const { days, bounds } = localDays(now(), count);
      const sums = book.usage(bounds);
      return { days: days.map((day, place) => ({ day, sums: sums[place] ?? [] })) };
    },
  };
}
