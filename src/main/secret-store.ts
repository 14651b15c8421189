import type { SecretStore } from '../core/host/ports.js';
import { errorMessage, GatehouseError } from '../core/errors.js';
import { JsonStore } from './json-store.js';
import type { StorePlace } from './store-place.js';

/**
 * The part of Electron's `safeStorage` that is used. Its asynchronous functions came with later releases, which mark the
 * others as deprecated; `getSelectedStorageBackend` exists on Linux only.
 */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(plainText: string): Buffer;
  decryptString(encrypted: Buffer): string;
  getSelectedStorageBackend?(): string;
  isAsyncEncryptionAvailable?(): Promise<boolean>;
  encryptStringAsync?(plainText: string): Promise<Buffer>;
  decryptStringAsync?(encrypted: Buffer): Promise<{ readonly result: string }>;
}

type Kept = 'encrypted' | 'plaintext' | 'memory';
interface Secret {
  readonly kept: 'encrypted' | 'plaintext';
  /** Base64 of the ciphertext, or the plain text. */
  readonly data: string;
}
type Secrets = Readonly<Record<string, Secret>>;

export const STORED_SECRETS = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    required: ['kept', 'data'],
    properties: { kept: { enum: ['encrypted', 'plaintext'] }, data: { type: 'string' } },
  },
} as const;

/** These backends "encrypt" with a password that every copy of Chromium knows. */
const WORTHLESS_BACKENDS: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

/** Small secrets in `secrets.json`, encrypted by the system. Secrets that it can't keep live in memory. */
export class SafeSecretStore implements SecretStore {
  readonly #safe: SafeStorage;
  readonly #file: JsonStore<Secrets>;
  readonly #memory = new Map<string, string>();
  /** Decrypted once, so that a keyring asks at most once. */
  readonly #decrypted = new Map<string, Promise<string | undefined>>();
  readonly #lost: (name: string) => void;

  /** `lost` hears the name of a secret that is stored but can't be decrypted here. */
  constructor(safe: SafeStorage, place: StorePlace, lost: (name: string) => void) {
    this.#safe = safe;
    this.#lost = lost;
    this.#file = new JsonStore<Secrets>({
      folder: place.folder,
      name: 'secrets',
      empty: {},
      check: place.compile(STORED_SECRETS),
      report: place.report,
    });
  }

  async protection(): Promise<'encrypted' | 'none'> {
    if (WORTHLESS_BACKENDS.has(this.#safe.getSelectedStorageBackend?.() ?? '')) return 'none';
    const available = await (this.#safe.isAsyncEncryptionAvailable?.() ?? this.#safe.isEncryptionAvailable());
    return available ? 'encrypted' : 'none';
  }

  async read(name: string): Promise<{ readonly value: string; readonly kept: Kept } | undefined> {
    const remembered = this.#memory.get(name);
    if (remembered !== undefined) return { value: remembered, kept: 'memory' };
    const secret = this.#secret(name);
    if (secret === undefined) return undefined;
    if (secret.kept === 'plaintext') return { value: secret.data, kept: 'plaintext' };
    const pending = this.#decrypted.get(name) ?? this.#decrypt(name, secret);
    this.#decrypted.set(name, pending);
    const value = await pending;
    return value === undefined ? undefined : { value, kept: 'encrypted' };
  }

  async write(name: string, value: string, keep: Kept): Promise<void> {
    if (keep === 'memory') {
      this.#forget(name);
      this.#memory.set(name, value);
      return;
    }
    const data = keep === 'plaintext' ? value : await this.#encrypt(value);
    this.#file.save({ ...this.#file.load(), [name]: { kept: keep, data } });
    this.#memory.delete(name);
    this.#decrypted.delete(name);
  }

  async remove(name: string): Promise<void> {
    this.#memory.delete(name);
    this.#forget(name);
  }

  /** The names that are stored. */
  names(): readonly string[] {
    return Object.keys(this.#file.load());
  }

  #secret(name: string): Secret | undefined {
    const secrets = this.#file.load();
    return Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  }

  #forget(name: string): void {
    this.#decrypted.delete(name);
    if (this.#secret(name) === undefined) return;
    const { [name]: _gone, ...others } = this.#file.load();
    this.#file.save(others);
  }

  async #encrypt(value: string): Promise<string> {
    if ((await this.protection()) === 'none') {
      throw new GatehouseError('no-safe-storage', 'This system has no safe place for secrets; the key was not stored.');
    }
    const encrypted = await (this.#safe.encryptStringAsync?.(value) ?? this.#safe.encryptString(value));
    return encrypted.toString('base64');
  }

  /** Never throws: a key that can't be read has to be entered again, which is no reason to stop. */
  async #decrypt(name: string, secret: Secret): Promise<string | undefined> {
    try {
      const encrypted = Buffer.from(secret.data, 'base64');
      if (this.#safe.decryptStringAsync !== undefined) return (await this.#safe.decryptStringAsync(encrypted)).result;
      return this.#safe.decryptString(encrypted);
    } catch (error) {
      console.error(`the stored ${name} can't be decrypted: ${errorMessage(error)}`);
      this.#lost(name);
      return undefined;
    }
  }
}
