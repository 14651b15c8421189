import { randomUUID } from 'node:crypto';
import { chmod, rename, writeFile } from 'node:fs/promises';

/**
 * Writes a file aside and renames it into place: whoever reads or runs it meanwhile has the old one or the new one, whole.
 *
 * @param {string} path
 * @param {Uint8Array} contents
 * @param {number} mode
 */
export async function replaceFile(path, contents, mode) {
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, contents);
  await chmod(aside, mode);
  await rename(aside, path);
}
