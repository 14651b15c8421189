import { HOOK_EVENTS } from '../../shared/hook.js';
import { argumentTestSchema } from '../../shared/ipc/contract.js';
import type { JsonObject } from '../../shared/json.js';
import { type GuardEdits, NO_GUARD_EDITS, type PolicyEntry, type StoredPolicies } from '../../shared/policy.js';
import { TEXT_SIZES } from '../../shared/settings.js';
import type { Validator } from '../schema/validator.js';

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
    textSize: { enum: TEXT_SIZES },
    density: { enum: ['comfortable', 'compact'] },
    sideFolded: { type: 'boolean' },
    noteTurnEnds: { type: 'boolean' },
    model: { type: 'string' },
    baseUrl: { type: 'string' },
    workspace: { type: 'string' },
    maxRounds: { type: 'integer', minimum: 1, maximum: 200 },
    maxTurnTokens: { type: 'integer', minimum: 10_000, maximum: 1_000_000_000 },
    maxTurnCents: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    maxTurnMinutes: { type: 'integer', minimum: 1, maximum: 1440 },
    approvalTimeoutSeconds: { type: 'integer', minimum: 10, maximum: 86_400 },
    askAfterReading: { type: 'boolean' },
    hooks: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'event', 'command', 'args', 'server', 'tool', 'timeoutSeconds'],
        properties: {
          id: { type: 'string', minLength: 1 },
          event: { enum: HOOK_EVENTS },
          command: { type: 'string', minLength: 1 },
          args: { type: 'array', items: { type: 'string' } },
          server: { type: 'string' },
          tool: { type: 'string' },
          timeoutSeconds: { type: 'integer', minimum: 1, maximum: 600 },
        },
      },
    },
    bashSandbox: { enum: ['off', 'with-network', 'without-network'] },
  },
} as const;

const VERDICT = { enum: ['allow', 'confirm', 'deny'] } as const;
const TEXT = { type: 'string', minLength: 1 } as const;
const GRANT = {
  serverId: TEXT,
  tool: TEXT,
  verdict: VERDICT,
  fingerprint: { type: 'string' },
  since: { type: 'string' },
  renewed: { type: 'string' },
  via: { enum: ['question', 'page', 'import'] },
} as const;

export const STORED_TOOLS = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['serverId', 'tool', 'verdict', 'origin', 'since'],
    properties: { ...GRANT, definition: { type: 'object' }, origin: { enum: ['host', 'user'] } },
  },
} as const;

export const STORED_POLICIES = {
  type: 'object',
  additionalProperties: false,
  properties: {
    tools: STORED_TOOLS,
    argumentRules: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'serverId', 'tool', 'when', 'verdict', 'since', 'via'],
        properties: { ...GRANT, id: TEXT, when: { type: 'array', minItems: 1, items: argumentTestSchema } },
      },
    },
    guard: {
      type: 'object',
      additionalProperties: false,
      properties: { added: { type: 'array', items: TEXT }, removed: { type: 'array', items: TEXT } },
    },
  },
} as const;

/** Checks what stands in `policies.json`. An early release stored the tools alone. */
export function policiesCheck(compile: (schema: JsonObject) => Validator): Validator {
  return (value) => compile(Array.isArray(value) ? STORED_TOOLS : STORED_POLICIES)(value);
}

/** What may stand in a good `policies.json`: all of it may be missing. */
export type StoredPoliciesFile = readonly PolicyEntry[] | PartialPolicies;

interface PartialPolicies extends Partial<Omit<StoredPolicies, 'guard'>> {
  readonly guard?: Partial<GuardEdits>;
}

export function policiesOf(stored: StoredPoliciesFile): StoredPolicies {
  const { tools = [], argumentRules = [], guard = {} } = isList(stored) ? { tools: stored } : stored;
  return { tools, argumentRules, guard: { ...NO_GUARD_EDITS, ...guard } };
}

function isList(stored: StoredPoliciesFile): stored is readonly PolicyEntry[] {
  return Array.isArray(stored);
}
