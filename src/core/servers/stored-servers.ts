const TEXTS = { type: 'object', additionalProperties: { type: 'string' } } as const;
const TEXT = { type: 'string', minLength: 1 } as const;

const SIGN_IN = {
  clientId: TEXT,
  hasClientSecret: { type: 'boolean' },
  issuerAlias: TEXT,
  trustPrivateNetwork: { type: 'boolean' },
} as const;

const LAUNCHES = [
  {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'command', 'args', 'env'],
    properties: {
      kind: { const: 'stdio' },
      command: TEXT,
      args: { type: 'array', items: { type: 'string' } },
      env: TEXTS,
      cwd: { type: 'string' },
      sandbox: {
        type: 'object',
        additionalProperties: false,
        required: ['network', 'read'],
        properties: { network: { type: 'boolean' }, read: { type: 'array', items: TEXT } },
      },
    },
  },
  {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'url', 'headers', 'transport'],
    properties: {
      kind: { const: 'http' },
      url: TEXT,
      headers: TEXTS,
      transport: { enum: ['auto', 'streamable-http', 'sse'] },
      caFile: TEXT,
      proxy: TEXT,
      ...SIGN_IN,
    },
  },
  {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'url', 'headers'],
    properties: { kind: { const: 'websocket' }, url: TEXT, headers: TEXTS, caFile: TEXT, proxy: TEXT, ...SIGN_IN },
  },
] as const;

/** The JSON Schema of the servers in `servers.json`. What a later release added may be missing. */
export const STORED_SERVERS = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'name', 'launch', 'trustReadOnlyHint', 'autoConnect', 'bundled'],
    properties: {
      id: TEXT,
      name: TEXT,
      launch: { anyOf: LAUNCHES },
      trustReadOnlyHint: { type: 'boolean' },
      mayAskModel: { type: 'boolean' },
      autoConnect: { type: 'boolean' },
      bundled: { type: 'boolean' },
      confirmedLaunch: { type: 'string' },
      confirmedProgram: { type: 'string' },
      era: { enum: ['auto', 'legacy', 'modern'] },
      knownEra: { enum: ['legacy', 'modern'] },
    },
  },
} as const;
