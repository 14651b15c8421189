import { join } from 'node:path';
import { assertNever } from '../shared/assert-never.js';
import { GatehouseError } from '../core/errors.js';
import { type FileFlaw, readStoredFile, type StoredKind } from '../core/host/stored-file.js';
import { policiesCheck, policiesOf, STORED_SETTINGS, type StoredPoliciesFile } from '../core/host/stored-shapes.js';
import { STORED_SERVERS } from '../core/servers/stored-servers.js';
import { createValidatorCache, OWN_SCHEMAS } from '../core/schema/validator.js';
import type { StoredPolicies } from '../shared/policy.js';
import type { ServerConfig } from '../shared/server.js';
import { DEFAULT_SETTINGS, type Settings } from '../shared/settings.js';

/** What the app keeps, as far as a terminal needs it. */
export interface AppFiles {
  settings(): Settings;
  servers(): readonly ServerConfig[];
  policies(): StoredPolicies;
}

/**
 * Reads the files of the app and changes none: the app may be running and alone writes them. Each file is replaced whole
 * by the app, so a half written one is never seen. One that can't be used ends the work with `bad-config`: going on
 * without it could drop a “never” that the user has set.
 */
export function openAppFiles(folder: string): AppFiles {
  const validators = createValidatorCache(OWN_SCHEMAS);
  const read = <T>(kind: StoredKind<T>): T => readAppFile(join(folder, `${kind.name}.json`), kind);
  return {
    settings: () => ({
      ...DEFAULT_SETTINGS,
      ...read<Partial<Settings>>({
        name: 'settings',
        empty: {},
        check: (value) => validators.compile(STORED_SETTINGS)(value),
      }),
    }),
    servers: () =>
      read<readonly ServerConfig[]>({
        name: 'servers',
        empty: [],
        check: (value) => validators.compile(STORED_SERVERS)(value),
      }),
    policies: () =>
      policiesOf(
        read<StoredPoliciesFile>({
          name: 'policies',
          empty: {},
          check: policiesCheck((schema) => validators.compile(schema)),
        }),
      ),
  };
}

function readAppFile<T>(path: string, kind: StoredKind<T>): T {
  const found = readStoredFile(path, kind);
  // A file that is gone while its copy is there was lost: the app would go on with the copy.
  const used = found.kind === 'missing' ? readStoredFile(`${path}.bak`, kind) : found;
  switch (used.kind) {
    case 'good':
      return used.value;
    case 'missing':
      return kind.empty;
    case 'bad':
      throw new GatehouseError(
        'bad-config',
        `${path} can't be used: ${flawText(used.flaw)} Start the app: it sets the file aside and goes on with the last good one.`,
      );
    default:
      return assertNever(used);
  }
}

function flawText(flaw: FileFlaw): string {
  if (flaw.kind === 'invalid-json') return `it is not JSON (line ${flaw.line}, column ${flaw.column}).`;
  if (flaw.kind === 'unknown-version') return `it was written by another version of Gatehouse (${flaw.detail}).`;
  return `${flaw.detail}.`;
}
