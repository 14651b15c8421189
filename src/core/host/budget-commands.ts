import { activeSummary } from '../../shared/history-summary.js';
import { GatehouseError } from '../errors.js';
import type { ConversationBook } from './conversation-book.js';
import type { ConversationRunner } from './conversation-runner.js';
import type { HostCommands } from './host.js';

export interface BudgetParts {
  readonly book: ConversationBook;
  readonly runner: Pick<ConversationRunner, 'checkIdle'>;
  readonly now: () => number;
}

/** What the model is sent, as far as the user has a say in it. */
export function budgetCommands({ book, runner, now }: BudgetParts): Pick<HostCommands, 'summary.undo'> {
  return {
    'summary.undo': async ({ conversationId, summaryId }) => {
      runner.checkIdle(conversationId);
      const { id } = book.get(conversationId);
      const summary = activeSummary(book.state(id));
      if (summary === undefined || summary.id !== summaryId) {
        throw new GatehouseError('unknown-summary', 'This summary is not sent any more.');
      }
      book.append(id, { type: 'summary-undone', summaryId: summary.id, at: now() });
      return null;
    },
  };
}
