import { branded } from '../../shared/brand.js';
import type { OfferedPrompt, OfferedResource } from '../../shared/ipc/offer-schemas.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerId } from '../../shared/server.js';
import type { Prompt } from '../mcp/session-prompts.js';
import type { HostCommands } from './host.js';
import type { OutgoingParts } from './outgoing-parts.js';
import type { ServerOffers } from './server-offers.js';

type OfferCommands = Pick<HostCommands, Extract<keyof HostCommands, `offers.${string}`>>;

interface OfferParts {
  readonly offers: ServerOffers;
  readonly outgoing: OutgoingParts;
  /** Aborts when the host closes. */
  readonly signal: AbortSignal;
}

/** Prompts and resources of the running servers, for the user to choose from. */
export function offerCommands({ offers, outgoing, signal }: OfferParts): OfferCommands {
  let completing = new AbortController();
  return {
    'offers.prompts': async ({ serverId }) => {
      const { prompts } = await offers.prompts(branded<ServerId>(serverId), signal);
      return { prompts: prompts.map(promptView) };
    },
    'offers.resources': async ({ serverId }) => {
      const { resources, templates } = await offers.resources(branded<ServerId>(serverId), signal);
      const fixed = resources.map((resource) => resourceView(resource, resource.uri, resource.name, false));
      const open = templates.map((entry) => resourceView(entry, entry.uriTemplate, entry.name, true));
      return { resources: [...fixed, ...open] };
    },
    'offers.complete': async ({ serverId, ref, argument, context }) => {
      // Who typed on waits for the newer one only, and the server is told so.
      completing.abort();
      completing = new AbortController();
      const either = AbortSignal.any([completing.signal, signal]);
      const asked = { ref, argument, ...(Object.keys(context).length === 0 ? {} : { context }) };
      const { values, hasMore } = await offers.complete(branded<ServerId>(serverId), asked, either);
      return { values, hasMore };
    },
    'offers.prompt': ({ serverId, name, arguments: args }) => outgoing.holdPrompt(serverId, name, args),
  };
}

function promptView({ name, title, description, arguments: args }: Prompt): OfferedPrompt {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    arguments: args,
  };
}

function resourceView(entry: JsonObject, uri: string, name: string, template: boolean): OfferedResource {
  const { title, description, mimeType } = entry;
  return {
    uri,
    template,
    name,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
  };
}
