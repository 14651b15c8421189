import type { RemoteLaunch, ServerConfig, ServerId } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import type { OAuthAuthorizer } from '../mcp/auth/oauth-authorizer.js';
import type { OAuthOptions, RegisteredClient } from '../mcp/auth/oauth-options.js';
import type { Authorizer } from '../mcp/transports/authorizer.js';
import { Emitter } from '../observable.js';
import { expandLaunch, type LaunchVariables } from '../servers/launch-variables.js';
import type { Redactor } from '../secrets/redactor.js';
import type { OpenOptions } from '../servers/opened-server.js';
import type { Desk, SecretStore } from './ports.js';
import { ServerCredentials } from './server-credentials.js';

export interface SignInParts {
  readonly desk: Desk;
  readonly secrets: SecretStore;
  readonly variables: LaunchVariables;
  readonly redactor: Pick<Redactor, 'know'>;
  /** Aborts when the host closes: open questions go with it. */
  readonly signal: AbortSignal;
}

/** Who signs in for one connection. */
export interface ConnectionSignIn extends Authorizer {
  /** Ends a sign-in that is under way. Idempotent. */
  close(): Promise<void>;
}

/** The sign-ins to servers that are elsewhere: by OAuth, in the browser of the system, each server's apart from all others. */
export class SignIns {
  readonly changed = new Emitter<void>();
  readonly #parts: SignInParts;
  readonly #credentials = new Map<ServerId, ServerCredentials>();
  readonly #issuers = new Map<ServerId, string>();

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** The sign-in server whose tokens are kept for the server; undefined where the user is not signed in. */
  issuerOf(id: ServerId): string | undefined {
    return this.#issuers.get(id);
  }

  /** Finds out which servers the user is signed in to. Never rejects: what can't be read is signed in to anew. */
  async load(configs: readonly ServerConfig[]): Promise<void> {
    const look = async (config: ServerConfig): Promise<void> => {
      if (config.launch.kind === 'stdio' || (await this.#of(config.id).isEmpty())) return;
      await this.#quietly(config, ignore, (engine) => engine.issuer());
    };
    await Promise.allSettled(configs.map(look));
  }

  /**
   * Who signs in for a connection that is being made. Undefined where the user's own headers already say who they are.
   * Rejects with `client-secret-lost`.
   */
  async open(
    launch: RemoteLaunch,
    { server, attendance, onPhase, onLog }: OpenOptions,
  ): Promise<ConnectionSignIn | undefined> {
    if (Object.keys(launch.headers).some((header) => header.toLowerCase() === 'authorization')) return undefined;
    const closing = new AbortController();
    const signal = AbortSignal.any([this.#parts.signal, closing.signal]);
    const engine = await makeAuthorizer({
      ...(await this.#options(server.id, launch)),
      log: (text) => onLog('host', text),
      mayAsk: (what) => attendance.mayAsk(what) && this.#parts.desk.canAsk?.() !== false,
      openBrowser: async (page) => {
        onPhase('signing-in');
        await this.#openPage(server.name, page, signal);
      },
      onHeld: (issuer) => {
        this.#note(server.id, issuer);
        if (issuer !== undefined) onPhase('handshake');
      },
    });
    return {
      headers: (url, method) => engine.headers(url, method),
      onUnauthorized: (response) => engine.onUnauthorized(response),
      get userBusyUntil() {
        return engine.userBusyUntil;
      },
      close: () => {
        closing.abort();
        return engine.close();
      },
    };
  }

  /** Takes the tokens of a server away, here and at the sign-in server. `note` writes into the server's log. */
  async signOut(config: ServerConfig, note: (text: string) => void): Promise<void> {
    await this.#quietly(config, note, (engine) => engine.signOut());
  }

  /**
   * Another launch, or none any more: nothing that was given for the former one stays. `clientSecret`: the one of the new
   * launch; null keeps the former.
   */
  async reset(id: ServerId, clientSecret: string | null | undefined): Promise<void> {
    const credentials = this.#of(id);
    await credentials.reset(clientSecret === null ? await credentials.clientSecret() : clientSecret);
    this.#note(id, undefined);
  }

  /** Another secret for the same client. */
  keepClientSecret(id: ServerId, clientSecret: string): Promise<void> {
    return this.#of(id).keepClientSecret(clientSecret);
  }

  /** Works with what is kept of a server, without a connection and without the user. */
  async #quietly(
    { id, launch: stored }: ServerConfig,
    log: (text: string) => void,
    work: (engine: OAuthAuthorizer) => Promise<unknown>,
  ): Promise<void> {
    if (stored.kind === 'stdio') return;
    // Its headers can hold secrets, and play no part here.
    const launch = expandLaunch({ ...stored, headers: {} }, this.#parts.variables);
    const onHeld = (issuer: string | undefined): void => this.#note(id, issuer);
    const engine = await makeAuthorizer({ ...(await this.#options(id, launch)), log, onHeld });
    try {
      await work(engine);
    } finally {
      await engine.close();
    }
  }

  async #options(id: ServerId, launch: RemoteLaunch): Promise<OAuthOptions> {
    const { url, proxy, caFile, issuerAlias, trustPrivateNetwork } = launch;
    const credentials = this.#of(id);
    const client = await clientOf(launch, credentials);
    return {
      server: new URL(url),
      clientName: 'Gatehouse',
      credentials,
      door: { proxy, caFile, env: this.#parts.variables.env },
      ...(client !== undefined && { client }),
      ...(issuerAlias !== undefined && { issuerAlias }),
      ...(trustPrivateNetwork !== undefined && { trustPrivateNetwork }),
    };
  }

  async #openPage(serverName: string, page: URL, signal: AbortSignal): Promise<void> {
    const { desk } = this.#parts;
    if (!(await desk.confirm({ kind: 'open-link', url: page.href, signInTo: serverName }, signal))) {
      const text = `${serverName} wants you to sign in, and its page was not opened in your browser.`;
      throw new GatehouseError('sign-in-declined', text, { parts: { serverName } });
    }
    await desk.openLink(page.href);
  }

  #note(id: ServerId, issuer: string | undefined): void {
    if (this.#issuers.get(id) === issuer) return;
    if (issuer === undefined) this.#issuers.delete(id);
    else this.#issuers.set(id, issuer);
    this.changed.emit();
  }

  #of(id: ServerId): ServerCredentials {
    const { secrets, redactor } = this.#parts;
    const know = (secret: string): void => redactor.know(secret, id);
    const known = this.#credentials.get(id) ?? new ServerCredentials(secrets, id, know);
    this.#credentials.set(id, known);
    return known;
  }
}

async function clientOf(
  { clientId, hasClientSecret }: RemoteLaunch,
  credentials: ServerCredentials,
): Promise<RegisteredClient | undefined> {
  if (clientId === undefined) return undefined;
  if (hasClientSecret !== true) return { clientId };
  const clientSecret = await credentials.clientSecret();
  if (clientSecret !== undefined) return { clientId, clientSecret };
  const text = `The client secret that belongs to ${clientId} is not kept any more. Write it into the server’s form again.`;
  throw new GatehouseError('client-secret-lost', text, { parts: { clientId } });
}

function ignore(): void {}

/** Loaded with the first server that has to do with signing in. */
async function makeAuthorizer(options: OAuthOptions): Promise<OAuthAuthorizer> {
  const { OAuthAuthorizer } = await import('../mcp/auth/oauth-authorizer.js');
  return new OAuthAuthorizer(options);
}
