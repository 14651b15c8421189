/*
 * The JSON Schemas of the files in the data folder: `settings.json`, `servers.json` and `policies.json`, each the member of
 * its own name. The app writes them; the terminal reads the same ones.
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

const LAUNCH = {
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'command', 'args', 'env'],
  properties: {
    kind: { const: 'stdio' },
    command: { type: 'string', minLength: 1 },
    args: { type: 'array', items: { type: 'string' } },
    env: { type: 'object', additionalProperties: { type: 'string' } },
    cwd: { type: 'string' },
  },
} as const;

export const STORED_SERVERS = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'name', 'launch', 'trustReadOnlyHint', 'autoConnect', 'bundled'],
    properties: {
      id: { type: 'string', minLength: 1 },
      name: { type: 'string', minLength: 1 },
      launch: LAUNCH,
      trustReadOnlyHint: { type: 'boolean' },
      autoConnect: { type: 'boolean' },
      bundled: { type: 'boolean' },
      confirmedLaunch: { type: 'string' },
    },
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
