import type { ServerConfig } from '../../shared/server.js';
import { errorMessage } from '../errors.js';
import { launchFingerprint } from '../servers/launch-fingerprint.js';
import type { ServerBook } from '../servers/server-book.js';
import type { NoticeBoard } from './notice-board.js';
import type { SecretStore } from './ports.js';
import { type ServerSecrets, withReferences } from './server-secrets.js';

export interface MoveParts {
  readonly servers: ServerBook;
  readonly serverSecrets: ServerSecrets;
  readonly secrets: SecretStore;
  readonly notices: NoticeBoard;
  readonly signal: AbortSignal;
}

/**
 * Moves what looks like a secret out of `servers.json` into the encrypted store, once. It is the same launch as before: what
 * was confirmed stays confirmed. Without encryption everything stays as it is. Never rejects.
 */
export async function moveSecrets({ servers, serverSecrets, secrets, notices, signal }: MoveParts): Promise<void> {
  try {
    const found = servers.list().map((config) => ({ config, ...withReferences(config.launch) }));
    const wanting = found.filter(({ config, values }) => !config.bundled && Object.keys(values).length > 0);
    if (wanting.length === 0 || (await secrets.protection()) !== 'encrypted') return;
    for (const { config, launch, values } of wanting) {
      // oxlint-disable-next-line no-await-in-loop -- one file, written whole
      await serverSecrets.keep(config, values, signal);
      servers.put(moved(servers.get(config.id), config, launch));
      const names = Object.keys(values).join(', ');
      const { name } = config;
      const message = `${name}: ${names} stood in servers.json and is stored encrypted now.`;
      notices.add('secrets-moved', message, { name, names });
    }
  } catch (error) {
    const why = errorMessage(error);
    const message = `Secrets in servers.json could not be moved to the safe store. ${why}`;
    notices.add('secrets-not-moved', message, { why });
  }
}

function moved(now: ServerConfig, before: ServerConfig, launch: ServerConfig['launch']): ServerConfig {
  // Saved anew meanwhile: that one is looked at with the next start.
  if (launchFingerprint(now.launch) !== launchFingerprint(before.launch)) return now;
  const { confirmedLaunch, ...rest } = now;
  const isConfirmed = confirmedLaunch === launchFingerprint(before.launch);
  return { ...rest, launch, ...(isConfirmed ? { confirmedLaunch: launchFingerprint(launch) } : {}) };
}
