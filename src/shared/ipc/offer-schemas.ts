import type { UserBlock } from '../conversation.js';
import { id, only, text } from './schema-parts.js';

const name = { type: 'string', minLength: 1, maxLength: 1000 } as const;
const uri = { type: 'string', minLength: 1, maxLength: 4096 } as const;
const values = { type: 'object', additionalProperties: text(100_000), maxProperties: 100 } as const;

/** The commands of what servers offer to a person: prompts and resources. */
export const offerSchemas = {
  'offers.prompts': only({ serverId: id }, ['serverId']),
  'offers.resources': only({ serverId: id }, ['serverId']),
  /** Suggestions for an argument of a prompt, or for a variable of a resource template. A newer one ends the one before. */
  'offers.complete': only(
    {
      serverId: id,
      ref: {
        anyOf: [
          only({ type: { const: 'ref/prompt' }, name }, ['type', 'name']),
          only({ type: { const: 'ref/resource' }, uri }, ['type', 'uri']),
        ],
      },
      argument: only({ name, value: text(10_000) }, ['name', 'value']),
      context: values,
    },
    ['serverId', 'ref', 'argument', 'context'],
  ),
  /** Asks the server for a prompt and holds what it gave; nothing is sent. */
  'offers.prompt': only({ serverId: id, name, arguments: values }, ['serverId', 'name', 'arguments']),
} as const;

export interface OfferedPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly required: boolean;
  }[];
}

/** A resource; or, where `uri` has variables in braces, a template of resources. */
export interface OfferedResource {
  readonly uri: string;
  readonly template: boolean;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** What these commands give. */
export interface OfferOutputs {
  'offers.prompts': { readonly prompts: readonly OfferedPrompt[] };
  'offers.resources': { readonly resources: readonly OfferedResource[] };
  'offers.complete': { readonly values: readonly string[]; readonly hasMore: boolean };
  'offers.prompt': { readonly id: string; readonly description?: string; readonly parts: readonly UserBlock[] };
}
