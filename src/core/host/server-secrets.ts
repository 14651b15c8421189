import { isSecretName } from '../../shared/secret-name.js';
import type { SecretKept, ServerConfig, ServerId, ServerLaunch } from '../../shared/server.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { Emitter } from '../observable.js';
import { holdsKeyFormat } from '../secrets/secret-patterns.js';
import type { Redactor } from '../secrets/redactor.js';
import {
  environmentIn,
  type LaunchSecrets,
  namedValues,
  secretReference,
  secretsOf,
} from '../servers/launch-variables.js';
import type { Desk, SecretStore } from './ports.js';

export interface ServerSecretsParts {
  readonly secrets: SecretStore;
  readonly redactor: Redactor;
  readonly desk: Desk;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The values of variables and headers that the user wants kept as secrets. Each belongs to one server: a launch refers to it
 * by name, and only its own server's launch can. Values leave this place for a start alone.
 */
export class ServerSecrets {
  readonly changed = new Emitter<void>();
  readonly #parts: ServerSecretsParts;
  readonly #kept = new Map<string, SecretKept>();

  constructor(parts: ServerSecretsParts) {
    this.#parts = parts;
  }

  /** Learns what the redactor has to look for, before any server says a word. Never rejects. */
  async load(servers: readonly ServerConfig[]): Promise<void> {
    for (const config of servers) {
      this.#knowPlain(config);
      for (const name of secretsOf(config.launch)) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- a keyring is asked for one at a time
          await this.#read(config.id, name);
        } catch (error) {
          // The start of the server says what is missing.
          console.error(`the secret ${name} of ${config.name} can't be read: ${errorMessage(error)}`);
        }
      }
    }
    this.changed.emit();
  }

  /** What the launch refers to, right before it is used. Rejects with `secret-missing`, which names it. */
  async valuesFor(config: ServerConfig): Promise<LaunchSecrets> {
    this.#knowPlain(config);
    const values: [string, string][] = [];
    for (const name of secretsOf(config.launch)) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      const value = await this.#read(config.id, name);
      if (value === undefined) {
        throw new GatehouseError(
          'secret-missing',
          `${config.name} was not started: its secret ${name} is not kept here. Edit the server and enter it.`,
          { parts: { name: config.name, secret: name } },
        );
      }
      values.push([name, value]);
    }
    return Object.fromEntries(values);
  }

  /** How each variable or header is kept that refers to a secret. */
  keptOf({ id, launch }: ServerConfig): Readonly<Record<string, SecretKept>> {
    return Object.fromEntries(
      Object.entries(namedValues(launch)).flatMap(([key, value]): [string, SecretKept][] => {
        const [name] = secretsOf({ kind: 'stdio', command: '', args: [], env: { value } });
        return name === undefined ? [] : [[key, this.#kept.get(secretName(id, name)) ?? 'missing']];
      }),
    );
  }

  /** Keeps secrets of a server: encrypted where the system can; else in plain text or in memory, as the user answers. */
  async keep(server: { id: ServerId; name: string }, values: LaunchSecrets, signal: AbortSignal): Promise<void> {
    const names = Object.keys(values);
    if (names.length === 0) return;
    const { secrets, redactor, desk } = this.#parts;
    const isSafe = (await secrets.protection()) === 'encrypted';
    const question = { kind: 'store-secrets-in-plain-text', serverName: server.name, names } as const;
    const keep = isSafe ? 'encrypted' : (await desk.confirm(question, signal)) ? 'plaintext' : 'memory';
    for (const [name, value] of Object.entries(values)) {
      redactor.know(value, server.id);
      // oxlint-disable-next-line no-await-in-loop -- one file, written whole
      await secrets.write(secretName(server.id, name), value, keep);
      this.#kept.set(secretName(server.id, name), keep);
    }
    this.changed.emit();
  }

  /** Takes away what the launch of now does not refer to any more. */
  async forgetUnused(id: ServerId, before: ServerLaunch, now: ServerLaunch | undefined): Promise<void> {
    const used = new Set(now === undefined ? [] : secretsOf(now));
    for (const name of secretsOf(before)) {
      if (used.has(name)) continue;
      this.#kept.delete(secretName(id, name));
      // oxlint-disable-next-line no-await-in-loop -- as above
      await this.#parts.secrets.remove(secretName(id, name));
    }
    // What a removed server was given is still a secret while Gatehouse runs: the redactor goes on knowing it.
    this.changed.emit();
  }

  async #read(id: ServerId, name: string): Promise<string | undefined> {
    const { secrets, redactor } = this.#parts;
    const stored = await secrets.read(secretName(id, name));
    this.#kept.set(secretName(id, name), stored?.kept ?? 'missing');
    if (stored !== undefined) redactor.know(stored.value, id);
    return stored?.value;
  }

  /** Values that stand in the file, or in the environment, and are secrets by their names. */
  #knowPlain({ id, launch }: ServerConfig): void {
    const { redactor, env } = this.#parts;
    for (const [key, text] of Object.entries(namedValues(launch))) {
      if (isPlainSecret(key, text)) redactor.know(text, id);
      for (const name of environmentIn(text)) {
        const value = env[name];
        if (value !== undefined && (isSecretName(key) || isSecretName(name))) redactor.know(value, id);
      }
    }
  }
}

/** The name under which the store keeps a server's secret. */
function secretName(id: ServerId, name: string): string {
  return `server/${id}/${name}`;
}

/** What people call a stored secret: that of a server by its variable or header. */
export function secretLabel(stored: string, servers: readonly ServerConfig[]): string {
  const server = servers.find(({ id }) => stored.startsWith(secretName(id, '')));
  return server === undefined ? stored : `${stored.slice(secretName(server.id, '').length)} (${server.name})`;
}

/** True for a value that holds no reference, and that its name or its form gives away as a secret. */
function isPlainSecret(key: string, value: string): boolean {
  return value !== '' && !value.includes('${') && (isSecretName(key) || holdsKeyFormat(value));
}

/** The launch with what looks like a secret replaced by references, and the values that they stand for. */
export function withReferences<L extends ServerLaunch>(
  launch: L,
): { readonly launch: L; readonly values: LaunchSecrets } {
  const values: Record<string, string> = {};
  const named = Object.fromEntries(
    Object.entries(namedValues(launch)).map(([key, value]): [string, string] => {
      if (!isPlainSecret(key, value) || /[{}]/.test(key)) return [key, value];
      values[key] = value;
      return [key, secretReference(key)];
    }),
  );
  const field = launch.kind === 'stdio' ? { env: named } : { headers: named };
  return { launch: { ...launch, ...field }, values };
}
