import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';
import { Emitter } from '../observable.js';
import type { Unsubscribe } from '../observable.js';
import { GatehouseError } from '../errors.js';
import { INVALID_PARAMS, JsonRpcError } from '../jsonrpc/json-rpc-error.js';
import { fetchListing, isList, salvage } from './paged-list.js';
import type { RejectedEntry } from './paged-list.js';
import { ask } from './session-parts.js';
import type { AskOptions, SessionParts } from './session-parts.js';
import type { ListOptions } from './session.js';

/** A resource as its server lists it (server/resources, 2025-11-25): title, icons, annotations and `_meta` stay. */
export type Resource = JsonObject & { readonly uri: string; readonly name: string };
export type ResourceTemplate = JsonObject & { readonly uriTemplate: string; readonly name: string };
/** One part of a resource: `text`, or `blob` in base64, with `mimeType` and `_meta` where they were given. */
export type ResourceContents = JsonObject & { readonly uri: string };

export interface ResourceVerbs {
  list(
    options?: ListOptions,
  ): Promise<{ readonly resources: readonly Resource[]; readonly rejected: readonly RejectedEntry[] }>;
  templates(
    options?: ListOptions,
  ): Promise<{ readonly templates: readonly ResourceTemplate[]; readonly rejected: readonly RejectedEntry[] }>;
  /** Rejects with code `resource-not-found` where the server has none by this URI. */
  read(uri: string, options?: AskOptions): Promise<readonly ResourceContents[]>;
  /** `onUpdated` tells of changes from then on. Rejects with code `not-supported` where the server does not offer it. */
  subscribe(uri: string, options?: AskOptions): Promise<void>;
  unsubscribe(uri: string, options?: AskOptions): Promise<void>;
  onChanged(listener: () => void): Unsubscribe;
  onUpdated(listener: (uri: string) => void): Unsubscribe;
}

/** Resource not found, by the servers of before 2026-07-28. */
const RESOURCE_NOT_FOUND = -32_002;

export class LiveResources implements ResourceVerbs {
  readonly #parts: SessionParts;
  readonly #updated = new Emitter<string>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  async list(options: ListOptions = {}): ReturnType<ResourceVerbs['list']> {
    const { kept, rejected } = await this.#entries('resources/list', 'resources', 'uri', options);
    return { resources: kept, rejected };
  }

  async templates(options: ListOptions = {}): ReturnType<ResourceVerbs['templates']> {
    const { kept, rejected } = await this.#entries(
      'resources/templates/list',
      'resourceTemplates',
      'uriTemplate',
      options,
    );
    return { templates: kept, rejected };
  }

  async read(uri: string, options?: AskOptions): Promise<readonly ResourceContents[]> {
    let result: JsonObject;
    try {
      result = await ask(this.#parts.exchange, 'resources/read', { uri }, options);
    } catch (error) {
      throw isNotFound(error) ? notFound(uri, error) : error;
    }
    if (!isList(result['contents'])) {
      throw new GatehouseError('invalid-result', 'The server answered resources/read without contents.');
    }
    const { kept, rejected } = salvage(result['contents'], ['uri']);
    for (const { reason } of rejected) this.#parts.note(`A part of ${uri} is no resource and was left out: ${reason}`);
    return kept;
  }

  async subscribe(uri: string, options?: AskOptions): Promise<void> {
    const { resources } = this.#parts.capabilities;
    if (!isJsonObject(resources) || resources['subscribe'] !== true) {
      throw new GatehouseError('not-supported', 'The server does not offer to tell of changes of its resources.');
    }
    if (this.#parts.subscription !== undefined) return this.#parts.subscription.addResource(uri);
    await ask(this.#parts.exchange, 'resources/subscribe', { uri }, options);
  }

  async unsubscribe(uri: string, options?: AskOptions): Promise<void> {
    if (this.#parts.subscription !== undefined) return this.#parts.subscription.removeResource(uri);
    await ask(this.#parts.exchange, 'resources/unsubscribe', { uri }, options);
  }

  onChanged(listener: () => void): Unsubscribe {
    return this.#parts.changes.resources.subscribe(listener);
  }

  onUpdated(listener: (uri: string) => void): Unsubscribe {
    return this.#updated.subscribe(listener);
  }

  /** `notifications/resources/updated` came. */
  noteUpdated(uri: string): void {
    this.#updated.emit(uri);
  }

  async #entries<K extends 'uri' | 'uriTemplate'>(
    method: string,
    key: string,
    needed: K,
    options: ListOptions,
  ): Promise<{
    readonly kept: readonly (JsonObject & { readonly [P in K | 'name']: string })[];
    readonly rejected: readonly RejectedEntry[];
  }> {
    if (this.#parts.capabilities['resources'] === undefined) {
      this.#parts.note('The server declares no resources, so it is not asked for any.');
      return { kept: [], rejected: [] };
    }
    const { entries } = await fetchListing(this.#parts.exchange, method, key, options);
    const found = salvage<K | 'name'>(entries, [needed, 'name']);
    for (const { name, reason } of found.rejected)
      this.#parts.note(`${method} has an unusable entry ${name}: ${reason}`);
    return found;
  }
}

/** -32002 of old, -32602 of 2026-07-28; the latter means other things too, so it must name the URI. */
function isNotFound(error: unknown): boolean {
  if (!(error instanceof JsonRpcError)) return false;
  if (error.code === RESOURCE_NOT_FOUND) return true;
  return error.code === INVALID_PARAMS && isJsonObject(error.data) && error.data['uri'] !== undefined;
}

function notFound(uri: string, cause: unknown): GatehouseError {
  return new GatehouseError('resource-not-found', `The server has no resource ${uri}.`, { cause, parts: { uri } });
}
