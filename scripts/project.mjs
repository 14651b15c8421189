import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Where downloads that outlive a checkout are kept: the user's own cache folder.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} platform
 * @returns {string} an absolute path that need not exist yet
 */
export function cacheFolder(env = process.env, platform = process.platform) {
  const home = homedir();
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'gatehouse');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'gatehouse', 'cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'gatehouse');
  return join(home, '.cache', 'gatehouse');
}
