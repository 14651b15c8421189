import { HOOK_EVENTS } from '../hook.js';

/** A hook as the page saves it; `id` is absent for a new one. */
export const hookInput = {
  type: 'object',
  additionalProperties: false,
  required: ['event', 'command', 'args', 'server', 'tool', 'timeoutSeconds'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 200 },
    event: { enum: HOOK_EVENTS },
    command: { type: 'string', minLength: 1, maxLength: 4096 },
    args: { type: 'array', items: { type: 'string', maxLength: 32_768 }, maxItems: 100 },
    server: { type: 'string', maxLength: 1000 },
    tool: { type: 'string', maxLength: 1000 },
    timeoutSeconds: { type: 'integer', minimum: 1, maximum: 600 },
  },
} as const;
