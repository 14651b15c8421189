import { id, only } from './schema-parts.js';

/** The commands of what the model is sent and what it costs. */
export const budgetSchemas = {
  /** The whole history is sent again in place of this summary. */
  'summary.undo': only({ conversationId: id, summaryId: id }, ['conversationId', 'summaryId']),
} as const;
