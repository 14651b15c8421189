import { isJsonObject } from '../../shared/json.js';
import { isSecretName } from '../../shared/secret-name.js';
import type { ServerId } from '../../shared/server.js';
import type { CredentialStore } from '../mcp/auth/credential-store.js';
import type { SecretStore } from './ports.js';

const PREFIX = 'sign-in:';
/** Beside the keys of the engine, which all begin with `oauth/`. */
const CLIENT_SECRET = 'client-secret';

type Credentials = Readonly<Record<string, string>>;

/** The secret, by its name and value, that holds a client secret and nothing else yet. */
export function clientSecretEntry(id: ServerId, clientSecret: string): readonly [name: string, value: string] {
  return [`${PREFIX}${id}`, JSON.stringify({ [CLIENT_SECRET]: clientSecret })];
}

/** True for the name of a secret in which the sign-in to a server is kept. */
export function isSignInSecret(name: string): boolean {
  return name.startsWith(PREFIX);
}

/**
 * What signing in to one server gave, as one secret: nothing of it is in a name, and all of it goes together. Encrypted
 * where the system can; else only until the app ends: it is never written in plain text.
 */
export class ServerCredentials implements CredentialStore {
  readonly #secrets: SecretStore;
  readonly #name: string;
  readonly #know: (secret: string) => void;
  /** Changes come one after the other: each reads what the one before it wrote. */
  #last: Promise<void> = Promise.resolve();

  /** `know` is told each secret that is read or written, so that it can be taken out of logs. */
  constructor(secrets: SecretStore, id: ServerId, know: (secret: string) => void) {
    this.#secrets = secrets;
    this.#know = know;
    this.#name = `${PREFIX}${id}`;
  }

  async read(key: string): Promise<string | undefined> {
    const all = await this.#all();
    return Object.hasOwn(all, key) ? all[key] : undefined;
  }

  write(key: string, value: string): Promise<void> {
    return this.#change((all) => ({ ...all, [key]: value }));
  }

  remove(key: string): Promise<void> {
    return this.#change(({ [key]: _gone, ...rest }) => rest);
  }

  async isEmpty(): Promise<boolean> {
    return Object.keys(await this.#all()).length === 0;
  }

  /** Of the client that the user registered by hand. */
  clientSecret(): Promise<string | undefined> {
    return this.read(CLIENT_SECRET);
  }

  keepClientSecret(clientSecret: string): Promise<void> {
    return this.write(CLIENT_SECRET, clientSecret);
  }

  /** Forgets everything but `clientSecret`, which is the new one. */
  reset(clientSecret: string | undefined): Promise<void> {
    return this.#change(() => (clientSecret === undefined ? {} : { [CLIENT_SECRET]: clientSecret }));
  }

  #change(change: (all: Credentials) => Credentials): Promise<void> {
    const done = this.#last.then(async () => this.#save(change(await this.#all())));
    this.#last = done.catch(() => undefined); // whoever asked for the change hears of it
    return done;
  }

  async #save(all: Credentials): Promise<void> {
    if (Object.keys(all).length === 0) {
      await this.#secrets.remove(this.#name);
      return;
    }
    this.#tell(all);
    const keep = (await this.#secrets.protection()) === 'encrypted' ? 'encrypted' : 'memory';
    await this.#secrets.write(this.#name, JSON.stringify(all), keep);
  }

  #tell(all: Credentials): void {
    for (const [key, value] of Object.entries(all)) {
      if (key === CLIENT_SECRET) this.#know(value);
      else for (const secret of secretsIn(value)) this.#know(secret);
    }
  }

  async #all(): Promise<Credentials> {
    const secret = await this.#secrets.read(this.#name);
    if (secret === undefined) return {};
    try {
      const all: unknown = JSON.parse(secret.value);
      const entries = isJsonObject(all) ? Object.entries(all) : [];
      const kept = Object.fromEntries(
        entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      );
      this.#tell(kept);
      return kept;
    } catch {
      return {}; // it is signed in to anew
    }
  }
}

/** Texts of the engine's own JSON whose names say that they are secret, such as tokens. */
function secretsIn(json: string): readonly string[] {
  const found: string[] = [];
  try {
    JSON.parse(json, (name, value: unknown) => {
      if (typeof value === 'string' && value !== '' && isSecretName(name)) found.push(value);
      return value;
    });
  } catch {
    // No JSON holds no token.
  }
  return found;
}
