import type { ServerId } from '../../shared/server.js';
import type { RejectedEntry } from '../mcp/paged-list.js';
import type { Completion, CompletionRequest, Prompt, PromptText } from '../mcp/session-prompts.js';
import type { Resource, ResourceContents, ResourceTemplate } from '../mcp/session-resources.js';
import type { ServerManager } from '../servers/server-manager.js';

/** A suggestion that takes longer helps nobody who types, ms. */
const COMPLETE_MS = 5_000;

/** What a server offers to a person beside its tools. Each function rejects with `not-connected`, or as its session does. */
export interface ServerOffers {
  resources(
    id: ServerId,
    signal: AbortSignal,
  ): Promise<{
    readonly resources: readonly Resource[];
    readonly templates: readonly ResourceTemplate[];
    readonly rejected: readonly RejectedEntry[];
  }>;
  readResource(id: ServerId, uri: string, signal: AbortSignal): Promise<readonly ResourceContents[]>;
  prompts(
    id: ServerId,
    signal: AbortSignal,
  ): Promise<{ readonly prompts: readonly Prompt[]; readonly rejected: readonly RejectedEntry[] }>;
  prompt(
    id: ServerId,
    ask: { readonly name: string; readonly arguments: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ): Promise<PromptText>;
  /** Suggestions for one argument of a prompt or one variable of a resource template. */
  complete(id: ServerId, request: CompletionRequest, signal: AbortSignal): Promise<Completion>;
}

/** Reads what running servers offer. Nothing of it reaches a model before the user sends it. */
export function serverOffers(manager: ServerManager): ServerOffers {
  return {
    resources: (id, signal) =>
      manager.ask(id, async ({ resources: verbs }) => {
        const [listed, found] = await Promise.all([verbs.list({ signal }), verbs.templates({ signal })]);
        const { resources } = listed;
        const { templates } = found;
        return { resources, templates, rejected: [...listed.rejected, ...found.rejected] };
      }),
    readResource: (id, uri, signal) => manager.ask(id, ({ resources }) => resources.read(uri, { signal })),
    prompts: (id, signal) => manager.ask(id, ({ prompts }) => prompts.list({ signal })),
    prompt: (id, { name, arguments: args }, signal) =>
      manager.ask(id, ({ prompts }) => prompts.get(name, args, { signal })),
    complete: (id, request, signal) =>
      manager.ask(id, (session) => session.complete(request, { signal, timeoutMs: COMPLETE_MS })),
  };
}
