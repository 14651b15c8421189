import type { ServerConfig, ServerId, ServerLaunch } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import { Emitter } from '../observable.js';
import { launchFingerprint } from './launch-fingerprint.js';
import { sandboxOf } from './sandbox-order.js';
import { sameName } from './server-config.js';

/** Where the book is kept between runs. */
export interface ServerShelf {
  load(): readonly ServerConfig[];
  save(servers: readonly ServerConfig[]): void;
}

/**
 * The configured servers. A shelf without any gets the shipped ones; a shipped server that is there starts as it is
 * shipped now, whatever its entry says: only what the user may set of it is taken from the shelf.
 */
export class ServerBook {
  readonly changed = new Emitter<void>();
  readonly #shelf: ServerShelf;
  #servers: readonly ServerConfig[];

  constructor(shelf: ServerShelf, shipped: readonly ServerConfig[]) {
    this.#shelf = shelf;
    const stored = shelf.load();
    this.#servers = stored.length === 0 ? shipped : stored.map((config) => asShipped(config, shipped));
    if (stored.length === 0 && shipped.length > 0) shelf.save(shipped);
  }

  list(): readonly ServerConfig[] {
    return this.#servers;
  }

  find(id: string): ServerConfig | undefined {
    return this.#servers.find((config) => config.id === id);
  }

  /** Throws `unknown-server`. */
  get(id: string): ServerConfig {
    const config = this.find(id);
    if (config !== undefined) return config;
    throw new GatehouseError('unknown-server', `There is no server with the id ${JSON.stringify(id)}.`);
  }

  named(name: string): ServerConfig | undefined {
    return (
      this.#servers.find((config) => config.name === name) ??
      this.#servers.find((config) => sameName(config.name, name))
    );
  }

  /** Adds the server, or replaces the one with its id. Kept when it returns. */
  put(...configs: readonly ServerConfig[]): void {
    let next = this.#servers;
    for (const config of configs) {
      next = next.some(({ id }) => id === config.id)
        ? next.map((other) => (other.id === config.id ? config : other))
        : [...next, config];
    }
    this.#replace(next);
  }

  remove(id: ServerId): void {
    this.#replace(this.#servers.filter((config) => config.id !== id));
  }

  #replace(next: readonly ServerConfig[]): void {
    this.#shelf.save(next);
    this.#servers = next;
    this.changed.emit();
  }
}

function asShipped(config: ServerConfig, shipped: readonly ServerConfig[]): ServerConfig {
  if (!config.bundled) return config;
  const original = shipped.find(({ id }) => id === config.id);
  // An entry that claims to be bundled and is not: what it says of trust is not believed.
  if (original === undefined)
    return unconfirmed({ ...config, bundled: false, trustReadOnlyHint: false, mayAskModel: false });
  const { name, trustReadOnlyHint, mayAskModel, autoConnect, era, knownEra } = config;
  return {
    ...walled(original, config.launch),
    name,
    trustReadOnlyHint,
    autoConnect,
    ...(mayAskModel === undefined ? {} : { mayAskModel }),
    ...(era === undefined ? {} : { era }),
    ...(knownEra === undefined ? {} : { knownEra }),
  };
}

/** A shipped server in the sandbox that the user put it into: less than what it may do as it is shipped. */
function walled(original: ServerConfig, stored: ServerLaunch): ServerConfig {
  const sandbox = sandboxOf(stored);
  if (sandbox === undefined || original.launch.kind !== 'stdio') return original;
  const launch = { ...original.launch, sandbox };
  return { ...original, launch, confirmedLaunch: launchFingerprint(launch) };
}

/** The server as it is when its launch is another one: it asks before it starts. */
function unconfirmed(config: ServerConfig): ServerConfig {
  const { confirmedLaunch: _launch, confirmedProgram: _program, ...rest } = config;
  return rest;
}
