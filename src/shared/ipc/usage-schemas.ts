import { USAGE_SPANS, type UsageDay } from '../usage-day.js';
import { only } from './schema-parts.js';

/** The commands of what all chats took together. */
export const usageSchemas = {
  /** The last days up to today, the oldest first. */
  'usage.days': only({ days: { enum: USAGE_SPANS } }, ['days']),
} as const;

/** What these commands give. */
export interface UsageOutputs {
  'usage.days': { readonly days: readonly UsageDay[] };
}
