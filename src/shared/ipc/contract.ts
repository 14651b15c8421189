import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { callSchemas } from './call-schemas.js';
import { budgetSchemas } from './budget-schemas.js';
import { chatSchemas } from './chat-schemas.js';
import { type FileOutputs, fileSchemas } from './file-schemas.js';
import { type OfferOutputs, offerSchemas } from './offer-schemas.js';
import { id, LONG, nothing, only, text } from './schema-parts.js';
import { type UsageOutputs, usageSchemas } from './usage-schemas.js';
import type { Attachment } from '../attachment.js';
import type { AuditPage, AuditReport } from '../audit.js';
import type { ConversationState, ConversationSummary } from '../conversation.js';
import type { AppSnapshot } from '../host-event.js';
import type { PolicyChange } from '../policy.js';
import type { SearchHit } from '../search-hit.js';
import type { ModelsView } from '../settings.js';
import type { ToolResult } from '../tool.js';
import { hookInput } from './hook-input.js';
import { settingsInput } from './settings-input.js';

/*
 * THE contract between the page and main. Each command has a JSON Schema for its one argument; main checks the sender,
 * then the schema, then runs it. Types are derived, so a schema and its type can't part.
 *
 * No command here can produce an allow. What raises a permission (`policy.set` to allow, `policy.revoke` of an ask or
 * a never, a renewal, a rule about arguments that allows, an import that loosens, a wider sandbox, `servers.setTrust`
 * and `servers.setMayAskModel` on, a first start) makes main ask in a native dialog that it draws itself.
 */

/**
 * null keeps the value that is stored under that name: values never reach the page. A `secret` is kept by the system's
 * safe place instead of the settings.
 */
const keptOrNew = {
  type: 'object',
  additionalProperties: {
    anyOf: [
      text(32_768),
      only({ secret: { type: 'string', minLength: 1, maxLength: 32_768 } }, ['secret']),
      { type: 'null' },
    ],
  },
} as const;
const address = { type: 'string', minLength: 1, maxLength: 8192 } as const;

/** What signing in has to be told; absent or empty: nothing. `clientSecret`: null keeps the stored one. */
const signIn = {
  clientId: text(2048),
  clientSecret: { anyOf: [text(4096), { type: 'null' }] },
  issuerAlias: text(2048),
  trustPrivateNetwork: { type: 'boolean' },
} as const;

/** Where a server is. Empty texts stand for what is not set: the home folder, no file, the environment's proxy. */
const launchInput = {
  anyOf: [
    only(
      {
        kind: { const: 'stdio' },
        command: { type: 'string', minLength: 1, maxLength: 4096 },
        args: { type: 'array', items: text(32_768), maxItems: 500 },
        env: keptOrNew,
        cwd: text(4096),
        /** Absent: none. */
        sandbox: only({ network: { type: 'boolean' }, read: { type: 'array', items: address, maxItems: 100 } }, [
          'network',
          'read',
        ]),
      },
      ['kind', 'command', 'args', 'env', 'cwd'],
    ),
    only(
      {
        kind: { const: 'http' },
        url: address,
        headers: keptOrNew,
        transport: { enum: ['auto', 'streamable-http', 'sse'] },
        caFile: text(4096),
        proxy: text(2048),
        ...signIn,
      },
      ['kind', 'url', 'headers', 'transport', 'caFile', 'proxy'],
    ),
    only(
      {
        kind: { const: 'websocket' },
        url: address,
        headers: keptOrNew,
        caFile: text(4096),
        proxy: text(2048),
        ...signIn,
      },
      ['kind', 'url', 'headers', 'caFile', 'proxy'],
    ),
  ],
} as const;

const serverInput = only(
  {
    /** Absent for a new server. */
    id,
    name: { type: 'string', minLength: 1, maxLength: 100 },
    launch: launchInput,
    autoConnect: { type: 'boolean' },
    /** Absent: as it was, `auto` for a new server. */
    era: { enum: ['auto', 'legacy', 'modern'] },
  },
  ['name', 'launch', 'autoConnect'],
);

const toolKey = { serverId: id, tool: { type: 'string', minLength: 1, maxLength: 1000 } } as const;
const verdict = { enum: ['allow', 'confirm', 'deny'] } as const;
const argumentValue = { anyOf: [text(10_000), { type: 'number' }, { type: 'boolean' }] } as const;
const short = { type: 'string', minLength: 1, maxLength: 1000 } as const;
const tested = { argument: short, not: { type: 'boolean' } } as const;

/** What an argument must be (`ArgumentTest`). */
export const argumentTestSchema = {
  anyOf: [
    only({ ...tested, kind: { const: 'under' }, folder: short }, ['argument', 'kind', 'folder']),
    only({ ...tested, kind: { const: 'host' }, hosts: { type: 'array', items: short, minItems: 1, maxItems: 100 } }, [
      'argument',
      'kind',
      'hosts',
    ]),
    only({ ...tested, kind: { const: 'equals' }, value: argumentValue }, ['argument', 'kind', 'value']),
    only(
      {
        ...tested,
        kind: { const: 'one-of' },
        values: { type: 'array', items: argumentValue, minItems: 1, maxItems: 100 },
      },
      ['argument', 'kind', 'values'],
    ),
    only({ ...tested, kind: { const: 'matches' }, pattern: short }, ['argument', 'kind', 'pattern']),
  ],
} as const;
const argumentTests = { type: 'array', items: argumentTestSchema, minItems: 1, maxItems: 8 } as const;
const guardWord = { type: 'string', minLength: 1, maxLength: 60 } as const;

export const commandSchemas = {
  'app.snapshot': nothing,
  'notices.dismiss': only({ id }, ['id']),

  'settings.update': settingsInput,
  /** One way only: no command reads the key back. Plain text is stored only after a native confirm. */
  'settings.setApiKey': only({ key: { type: 'string', minLength: 1, maxLength: 1000 } }, ['key']),
  'settings.clearApiKey': nothing,
  'models.refresh': nothing,
  /** Opens the system's folder dialog. */
  'workspace.pick': nothing,

  /** Starts a program at an event: a native dialog shows it whole first. */
  'hooks.save': hookInput,
  /** Where the hook could block, a native dialog asks first. */
  'hooks.remove': only({ id }, ['id']),

  'servers.save': serverInput,
  /** `mcpServers` JSON as other hosts write it; nothing is saved unless every entry is good. */
  'servers.import': only({ json: text(LONG) }, ['json']),
  'servers.remove': only({ id }, ['id']),
  'servers.connect': only({ id }, ['id']),
  'servers.disconnect': only({ id }, ['id']),
  /** Disconnects, and takes the tokens of the server away. */
  'servers.signOut': only({ id }, ['id']),
  'servers.setTrust': only({ id, trustReadOnlyHint: { type: 'boolean' } }, ['id', 'trustReadOnlyHint']),
  /** Whether the server may ask the user's model, from its next connection on. On asks in a native dialog first. */
  'servers.setMayAskModel': only({ id, mayAskModel: { type: 'boolean' } }, ['id', 'mayAskModel']),

  'policy.set': only({ ...toolKey, verdict }, ['serverId', 'tool', 'verdict']),
  /** Takes the user's own rule for a tool away. Where that would raise what happens, a native dialog asks first. */
  'policy.revoke': only(toolKey, ['serverId', 'tool']),
  /** Lets an allow hold for its whole time again, after a native confirm. */
  'policy.renew': only(toolKey, ['serverId', 'tool']),
  'policy.revokeChatGrant': only({ conversationId: id, ...toolKey, argumentsHash: text(64) }, [
    'conversationId',
    'serverId',
    'tool',
  ]),
  /** Adds a rule that looks at arguments. One that allows is added only after a native confirm. */
  'policy.addArgumentRule': only({ ...toolKey, when: argumentTests, verdict }, ['serverId', 'tool', 'when', 'verdict']),
  /** Takes such a rule away; after a native confirm where that may raise what happens. */
  'policy.removeArgumentRule': only({ id }, ['id']),
  'policy.renewArgumentRule': only({ id }, ['id']),
  /** Makes tools with this word in their name always ask: one of the user's own, or one that was taken out. */
  'policy.addGuardWord': only({ word: guardWord }, ['word']),
  /** After a native confirm: tools with this word no longer always ask. */
  'policy.removeGuardWord': only({ word: guardWord }, ['word']),
  /** Everything that the user has set, as JSON, without definitions and without secrets. */
  'policy.export': nothing,
  /** What an exported file would change here; changes nothing. */
  'policy.checkImport': only({ json: text(LONG) }, ['json']),
  /** Takes it over. Where it would loosen anything, only after a native confirm that lists what. */
  'policy.import': only({ json: text(LONG) }, ['json']),

  ...chatSchemas,
  ...callSchemas,
  ...budgetSchemas,
  ...usageSchemas,
  ...fileSchemas,
  ...offerSchemas,

  /** Brings the native dialog of a pending question to the front. */
  'approvals.show': only({ id }, ['id']),
  /** `sentence`: what the model is told beside the denial. */
  'approvals.deny': only({ id, sentence: text(1000) }, ['id']),

  /** A page of the record of calls, newest first. `from` is the `next` of the page before. */
  'audit.page': only(
    {
      from: text(200_000),
      limit: { type: 'integer', minimum: 1, maximum: 200 },
      serverId: text(200),
      tool: text(1000),
      result: text(40),
      text: text(500),
    },
    [],
  ),
  'audit.verify': nothing,
  /** Opens the system's dialog for saving. */
  'audit.export': only({ format: { enum: ['jsonl', 'csv'] } }, ['format']),

  /** https only, after a native confirm that shows the whole address. */
  'links.open': only({ url: text(2048) }, ['url']),
} as const satisfies Record<string, JSONSchema>;

export type CommandName = keyof typeof commandSchemas;
export type CommandInput<N extends CommandName> = FromSchema<(typeof commandSchemas)[N]>;

/** What a command gives where it is not nothing. */
interface CommandOutputs extends FileOutputs, OfferOutputs, UsageOutputs {
  'app.snapshot': AppSnapshot;
  'models.refresh': ModelsView;
  'workspace.pick': { readonly workspace: string };
  'audit.page': AuditPage;
  'audit.verify': AuditReport;
  'audit.export': { readonly path: string };
  'hooks.save': { readonly id: string };
  'servers.save': { readonly id: string };
  'servers.import': { readonly ids: readonly string[] };
  'servers.connect': { readonly message: string; readonly tools: readonly string[] };
  'servers.setTrust': { readonly trustReadOnlyHint: boolean };
  'servers.setMayAskModel': { readonly mayAskModel: boolean };
  'policy.set': { readonly verdict: 'allow' | 'confirm' | 'deny' };
  'policy.addArgumentRule': { readonly id: string };
  'policy.export': { readonly json: string };
  'policy.checkImport': { readonly changes: readonly PolicyChange[] };
  'policy.import': { readonly changes: readonly PolicyChange[] };
  'calls.result': ToolResult;
  'calls.save': { readonly path: string };
  'conversations.create': ConversationSummary;
  'conversations.open': { readonly seq: number; readonly state: ConversationState };
  'conversations.branch': {
    readonly id: string;
    readonly draft?: string;
    readonly attachments?: readonly Attachment[];
  };
  'conversations.export': { readonly path: string };
  'conversations.import': { readonly id: string };
  'conversations.search': { readonly hits: readonly SearchHit[]; readonly more: boolean };
}
export type CommandOutput<N extends CommandName> = N extends keyof CommandOutputs ? CommandOutputs[N] : null;

/** The one channel on which `HostEvent`s reach the page. */
export const EVENT_CHANNEL = 'gatehouse:event';

/** The channel of a command. */
export function commandChannel(name: CommandName): string {
  return `gatehouse:${name}`;
}
