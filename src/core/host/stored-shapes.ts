/*
 * The JSON Schemas of `settings.json` and `policies.json` in the data folder; that of `servers.json` is
 * `servers/stored-servers.ts`. The app writes the files; the terminal reads the same ones.
 */

/** Members may be missing: a setting that a later release added has its default. */
export const STORED_SETTINGS = {
  type: 'object',
  additionalProperties: false,
  properties: {
    language: { enum: ['system', 'en', 'zh-CN'] },
    theme: { enum: ['system', 'light', 'dark'] },
    model: { type: 'string' },
    baseUrl: { type: 'string' },
    workspace: { type: 'string' },
    maxRounds: { type: 'integer', minimum: 1, maximum: 200 },
    approvalTimeoutSeconds: { type: 'integer', minimum: 10, maximum: 86_400 },
  },
} as const;

export const STORED_POLICIES = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['serverId', 'tool', 'verdict', 'origin', 'since'],
    properties: {
      serverId: { type: 'string', minLength: 1 },
      tool: { type: 'string', minLength: 1 },
      verdict: { enum: ['allow', 'confirm', 'deny'] },
      fingerprint: { type: 'string' },
      origin: { enum: ['host', 'user'] },
      since: { type: 'string' },
    },
  },
} as const;
