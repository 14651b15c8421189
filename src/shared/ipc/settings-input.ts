import { TEXT_SIZES } from '../settings.js';

/** Settings as the page changes them: an absent one stays as it is. */
export const settingsInput = {
  type: 'object',
  additionalProperties: false,
  required: [],
  properties: {
    language: { enum: ['system', 'en', 'zh-CN'] },
    theme: { enum: ['system', 'light', 'dark'] },
    textSize: { enum: TEXT_SIZES },
    density: { enum: ['comfortable', 'compact'] },
    sideFolded: { type: 'boolean' },
    noteTurnEnds: { type: 'boolean' },
    model: { type: 'string', maxLength: 200 },
    baseUrl: { type: 'string', maxLength: 2048 },
    maxRounds: { type: 'integer', minimum: 1, maximum: 200 },
    maxTurnTokens: { type: 'integer', minimum: 10_000, maximum: 1_000_000_000 },
    maxTurnCents: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    maxTurnMinutes: { type: 'integer', minimum: 1, maximum: 1440 },
    approvalTimeoutSeconds: { type: 'integer', minimum: 10, maximum: 86_400 },
    /** To switch it off is asked natively: it loosens. */
    askAfterReading: { type: 'boolean' },
    /** Where that lets commands do more, a native dialog asks first. */
    bashSandbox: { enum: ['off', 'with-network', 'without-network'] },
  },
} as const;
