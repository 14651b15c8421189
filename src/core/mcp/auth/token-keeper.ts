import { isJsonObject } from '../../../shared/json.js';
import type { JsonObject } from '../../../shared/json.js';
import type { CredentialStore } from './credential-store.js';
import type { RegisteredClient } from './oauth-options.js';
import { readTokenSet, writeTokenSet } from './token-set.js';
import type { TokenSet } from './token-set.js';

/** What is known of a server besides its tokens. */
interface ServerRecord {
  /** Whose tokens are used. */
  readonly issuer?: string | undefined;
  /** To which issuer the client that the user configured belongs. */
  readonly client?: { readonly id: string; readonly issuer: string } | undefined;
}

/** Keeps the tokens of one server, each issuer's apart from those of others. */
export class TokenKeeper {
  readonly #store: CredentialStore;
  readonly #server: string;
  readonly #configured: RegisteredClient | undefined;
  #record: ServerRecord | undefined;

  /** `server`: its address without a fragment. */
  constructor(store: CredentialStore, server: string, configured: RegisteredClient | undefined) {
    this.#store = store;
    this.#server = server;
    this.#configured = configured;
  }

  async load(): Promise<TokenSet | undefined> {
    const { issuer } = await this.#read();
    const text = issuer === undefined ? undefined : await this.#store.read(this.#tokensKey(issuer));
    const set = text === undefined ? undefined : await readTokenSet(text, this.#configured);
    return set?.issuer === issuer ? set : undefined;
  }

  async save(set: TokenSet): Promise<void> {
    await this.#store.write(this.#tokensKey(set.issuer), writeTokenSet(set, this.#configured !== undefined));
    const { issuer } = await this.#read();
    if (issuer !== set.issuer) await this.#write({ ...this.#record, issuer: set.issuer });
  }

  async forget(issuer: string): Promise<void> {
    await this.#store.remove(this.#tokensKey(issuer));
    const { client } = await this.#read();
    await this.#write({ client });
  }

  /** The issuer that the configured client belongs to; the one that is asked with first, where nothing says which. */
  async clientIssuer(clientId: string, issuer: string): Promise<string> {
    const { client } = await this.#read();
    if (client?.id === clientId) return client.issuer;
    await this.#write({ ...this.#record, client: { id: clientId, issuer } });
    return issuer;
  }

  async #read(): Promise<ServerRecord> {
    this.#record ??= readRecord(await this.#store.read(this.#serverKey()));
    return this.#record;
  }

  async #write(record: ServerRecord): Promise<void> {
    this.#record = record;
    await this.#store.write(this.#serverKey(), JSON.stringify(record));
  }

  #serverKey(): string {
    return `oauth/${encodeURIComponent(this.#server)}`;
  }

  #tokensKey(issuer: string): string {
    return `${this.#serverKey()}/${encodeURIComponent(issuer)}`;
  }
}

function readClient({ id, issuer }: JsonObject): ServerRecord['client'] {
  return typeof id === 'string' && typeof issuer === 'string' ? { id, issuer } : undefined;
}

function readRecord(text: string | undefined): ServerRecord {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (!isJsonObject(value)) return {};
    const { issuer, client } = value;
    return {
      issuer: typeof issuer === 'string' ? issuer : undefined,
      client: isJsonObject(client) ? readClient(client) : undefined,
    };
  } catch {
    return {};
  }
}
