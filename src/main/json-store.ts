import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import ElectronStore from 'electron-store';
import { errorMessage, GatehouseError } from '../core/errors.js';
import {
  type FileFlaw,
  readStoredFile,
  STORED_VERSION,
  type StoredContent,
  type StoredKind,
} from '../core/host/stored-file.js';

/** What was wrong with a file when it was opened, and what Gatehouse goes on with. */
export type StoreProblem = {
  readonly file: string;
  /** The name under which the file was set aside; absent where even that failed. */
  readonly keptAs?: string;
  readonly used: 'backup' | 'defaults';
} & FileFlaw;

/** `name` is that of the file too, without `.json`. */
export interface JsonStoreOptions<T> extends StoredKind<T> {
  /** Absolute. */
  readonly folder: string;
  readonly report: (problem: StoreProblem) => void;
}

/** Only the user may read what Gatehouse stores. */
const FILE_MODE = 0o600;

/**
 * One value in `<name>.json`, written whole and atomically, with the last good state in `<name>.json.bak`. A file that can't
 * be used is set aside under another name, reported, and never written over.
 */
export class JsonStore<T> {
  readonly #options: JsonStoreOptions<T>;
  readonly #path: string;
  /** Made at the first save: its constructor throws where a file that can't be used could not be set aside. */
  #store: ElectronStore | undefined;
  #value: T;

  constructor(options: JsonStoreOptions<T>) {
    this.#options = options;
    this.#path = join(options.folder, `${options.name}.json`);
    this.#value = this.#open();
  }

  load(): T {
    return this.#value;
  }

  /** Durable when it returns; throws a `GatehouseError` with code `not-stored` where it can't be. */
  save(value: T): void {
    try {
      this.#store ??= this.#createStore();
      this.#store.store = { version: STORED_VERSION, [this.#options.name]: value };
    } catch (error) {
      const parts = { path: this.#path, why: errorMessage(error) };
      throw new GatehouseError('not-stored', `${parts.path} can't be written: ${parts.why}.`, { cause: error, parts });
    }
    this.#value = value;
    this.#backUp();
  }

  #createStore(): ElectronStore {
    return new ElectronStore({
      cwd: this.#options.folder,
      name: this.#options.name,
      configFileMode: FILE_MODE,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
      serialize: (value) => `${JSON.stringify(value, null, 2)}\n`,
    });
  }

  #open(): T {
    const found = this.#read(this.#path);
    if (found.kind === 'good') {
      this.#backUp();
      return found.value;
    }
    const backup = this.#read(`${this.#path}.bak`);
    if (found.kind === 'missing' && backup.kind === 'missing') return this.#options.empty;
    const keptAs = found.kind === 'bad' ? this.#setAside(found.flaw) : undefined;
    if (backup.kind === 'good' && (found.kind === 'missing' || keptAs !== undefined)) {
      copyFileSync(`${this.#path}.bak`, this.#path);
    }
    this.#options.report({
      file: `${this.#options.name}.json`,
      ...(keptAs === undefined ? {} : { keptAs }),
      used: backup.kind === 'good' ? 'backup' : 'defaults',
      ...(found.kind === 'bad' ? found.flaw : { kind: 'unreadable', detail: 'it is gone' }),
    });
    return backup.kind === 'good' ? backup.value : this.#options.empty;
  }

  #read(path: string): StoredContent<T> {
    return readStoredFile(path, this.#options);
  }

  /** The new name of the file, or undefined where it could not be moved. */
  #setAside(flaw: FileFlaw): string | undefined {
    const word = flaw.kind === 'unknown-version' ? 'other-version' : 'broken';
    const name = `${this.#options.name}.json.${word}-${new Date().toISOString().replace(/[:.]/gu, '-')}`;
    try {
      renameSync(this.#path, join(this.#options.folder, name));
      return name;
    } catch (error) {
      console.error(`${this.#path} could not be set aside`, error);
      return undefined;
    }
  }

  /** Beside and then over the old one, so that there is a whole backup at every moment. */
  #backUp(): void {
    const next = `${this.#path}.bak-next`;
    try {
      copyFileSync(this.#path, next);
      renameSync(next, `${this.#path}.bak`);
    } catch (error) {
      // The file itself is safe; only the second copy is missing.
      console.error(`no backup of ${this.#path}`, error);
      rmSync(next, { force: true });
    }
  }
}
