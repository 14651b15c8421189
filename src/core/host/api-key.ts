import type { ApiKeyState } from '../../shared/settings.js';
import { GatehouseError } from '../errors.js';
import { Emitter } from '../observable.js';
import type { Redactor } from '../secrets/redactor.js';
import type { Desk, SecretStore } from './ports.js';

const SECRET = 'anthropic-api-key';
/** The key is no server's: it is in no argument of a tool. */
const HOUSE = '';

/** The API key: a stored one first, else that of the environment. Only its state is ever told to a face. */
export class ApiKey {
  readonly changed = new Emitter<void>();
  readonly #secrets: SecretStore;
  readonly #desk: Desk;
  readonly #fromEnvironment: string | undefined;
  readonly #redactor: Redactor;
  #state: ApiKeyState;
  #value: string | undefined;
  #loading: Promise<void> | undefined;
  /** Set by the user in this run: what a slow store has to say is older. */
  #isSet = false;

  constructor(parts: { secrets: SecretStore; desk: Desk; fromEnvironment: string | undefined; redactor: Redactor }) {
    this.#redactor = parts.redactor;
    this.#secrets = parts.secrets;
    this.#desk = parts.desk;
    this.#fromEnvironment = parts.fromEnvironment === '' ? undefined : parts.fromEnvironment;
    this.#value = this.#fromEnvironment;
    this.#state = { kind: this.#fromEnvironment === undefined ? 'none' : 'environment' };
    if (this.#fromEnvironment !== undefined) this.#redactor.know(this.#fromEnvironment, HOUSE);
  }

  get state(): ApiKeyState {
    return this.#state;
  }

  /** The key itself, for the model client alone. */
  get value(): string | undefined {
    return this.#value;
  }

  /** Reads what is stored, once. Until it resolves, the key of the environment holds. */
  load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  /** Keeps the key: encrypted where the system can; else in plain text or in memory, as the user answers. */
  async set(key: string, signal: AbortSignal): Promise<void> {
    const value = key.trim();
    // Header values are Latin-1 without controls; a key with anything else was pasted wrongly.
    if (!/^[\x21-\x7E]+$/.test(value)) {
      throw new GatehouseError('bad-key', 'This is no API key: it is empty or holds a space or a special character.');
    }
    const keep = (await this.#secrets.protection()) === 'encrypted' ? 'encrypted' : await this.#unprotected(signal);
    this.#isSet = true;
    await this.#secrets.write(SECRET, value, keep);
    this.#hold(value, keep);
  }

  async clear(): Promise<void> {
    this.#isSet = true;
    await this.#secrets.remove(SECRET);
    this.#value = this.#fromEnvironment;
    this.#state = { kind: this.#fromEnvironment === undefined ? 'none' : 'environment' };
    this.changed.emit();
  }

  async #read(): Promise<void> {
    const stored = await this.#secrets.read(SECRET);
    if (stored !== undefined && !this.#isSet) this.#hold(stored.value, stored.kept);
  }

  async #unprotected(signal: AbortSignal): Promise<'plaintext' | 'memory'> {
    return (await this.#desk.confirm({ kind: 'store-key-in-plain-text' }, signal)) ? 'plaintext' : 'memory';
  }

  #hold(value: string, kept: 'encrypted' | 'plaintext' | 'memory'): void {
    this.#redactor.know(value, HOUSE);
    this.#value = value;
    this.#state = kept === 'memory' ? { kind: 'session' } : { kind: 'stored', protection: kept };
    this.changed.emit();
  }
}
