import { createWriteStream } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, posix, resolve, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { open } from 'yauzl';

const FILE_TYPE = 0o170000;
const LINK_TYPE = 0o120000;

/**
 * Where an entry goes, if it stays inside.
 *
 * @param {string} folder absolute
 * @param {string} name an entry's name, with slashes
 * @returns {string} absolute; throws where the name leads out of the folder
 */
export function pathInside(folder, name) {
  const target = resolve(folder, name);
  if (name.includes('\0') || isAbsolute(name) || (target !== folder && !target.startsWith(folder + sep))) {
    throw new Error(
      `The archive holds ${JSON.stringify(name)}, which would be written outside its folder. Nothing was unpacked there.`,
    );
  }
  return target;
}

/**
 * Unpacks a zip file entry by entry, with modes and symbolic links. Names and links that lead outside are refused.
 *
 * @param {string} zipFile
 * @param {string} folder absolute; made where it is missing
 * @param {(name: string) => string | undefined} rename the name to unpack an entry under; undefined leaves it out
 */
export async function unpackZip(zipFile, folder, rename = (name) => name) {
  const archive = await openZip(zipFile);
  try {
    await new Promise((done, failed) => {
      archive.on('error', failed);
      archive.on('end', done);
      archive.on('entry', (entry) => {
        unpackEntry(archive, entry, folder, rename).then(() => archive.readEntry(), failed);
      });
      archive.readEntry();
    });
  } finally {
    archive.close();
  }
}

/**
 * @param {string} zipFile
 * @returns {Promise<import('yauzl').ZipFile>}
 */
function openZip(zipFile) {
  return new Promise((done, failed) => {
    open(zipFile, { lazyEntries: true, autoClose: false }, (error, archive) => {
      if (error) failed(error);
      else done(archive);
    });
  });
}

/**
 * @param {import('yauzl').ZipFile} archive
 * @param {import('yauzl').Entry} entry
 * @param {string} folder
 * @param {(name: string) => string | undefined} rename
 */
async function unpackEntry(archive, entry, folder, rename) {
  const name = rename(entry.fileName);
  if (name === undefined || name === '') return;
  const target = pathInside(folder, name);
  if (name.endsWith('/')) {
    await mkdir(target, { recursive: true });
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  const mode = entry.externalFileAttributes >>> 16;
  const content = await readStream(archive, entry);
  if ((mode & FILE_TYPE) === LINK_TYPE) {
    const link = await text(content);
    pathInside(folder, posix.join(posix.dirname(name), link));
    if (isAbsolute(link))
      throw new Error(
        `The archive holds a link ${JSON.stringify(name)} to ${JSON.stringify(link)}, outside its folder.`,
      );
    await symlink(link, target);
    return;
  }
  // `wx`: an entry that comes twice, or lands on a link, is an error rather than a surprise.
  await pipeline(content, createWriteStream(target, { flags: 'wx', mode: mode & 0o777 || 0o644 }));
}

/**
 * @param {import('yauzl').ZipFile} archive
 * @param {import('yauzl').Entry} entry
 * @returns {Promise<import('node:stream').Readable>}
 */
function readStream(archive, entry) {
  return new Promise((done, failed) => {
    archive.openReadStream(entry, (error, stream) => {
      if (error) failed(error);
      else done(stream);
    });
  });
}
