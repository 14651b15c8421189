import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../kit/tool-registry.js';

const NAME = /^[A-Za-z0-9_\-\p{Script=Han}]{1,64}$/u;
/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const ENDING = '.md';
/** In bytes: a note is text to read, and the whole of it becomes one message. */
const LARGEST = 1024 * 1024;

/** Notes as Markdown files in one folder. Nothing outside that folder is ever read or written. */
export class NoteFolder {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the folder where it is missing, and puts the seeds into a folder that holds nothing. */
  static async open(folder: string, seeds: Readonly<Record<string, string>>): Promise<NoteFolder> {
    await mkdir(folder, { recursive: true });
    const notes = new NoteFolder(folder);
    const visible = (await readdir(folder)).filter((entry) => !entry.startsWith('.'));
    if (visible.length > 0) return notes;
    for (const [name, content] of Object.entries(seeds)) {
      // Taken means that a second server seeds the same folder at this moment, with the same text.
      await notes.#create(notes.#pathOf(name), content);
    }
    return notes;
  }

  /** The names of all notes, sorted by code point. */
  async names(): Promise<readonly string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ENDING))
      .map((entry) => entry.name.slice(0, -ENDING.length))
      .filter((name) => NAME.test(name))
      .toSorted();
  }

  /** @throws ToolError where there is no such note or it may not be read. */
  async read(name: string): Promise<string> {
    const path = this.#pathOf(name);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) throw new ToolError(`There is no note named "${name}". list_notes names those there are.`);
    if (!found.isFile()) {
      throw new ToolError(
        `"${name}" is not a plain file in the notes folder (a link is not followed), so it stays shut.`,
      );
    }
    if (found.size > LARGEST) throw new ToolError(`"${name}" has ${found.size} bytes; a note may have ${LARGEST}.`);
    // Between the look and the opening a link could take the file's place; Windows has no such flag.
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  }

  /** @throws ToolError where the name is taken or not allowed. */
  async add(name: string, content: string): Promise<void> {
    const path = this.#pathOf(name);
    const size = Buffer.byteLength(content);
    if (size > LARGEST) throw new ToolError(`The content has ${size} bytes; a note may have ${LARGEST}.`);
    if (await this.#create(path, content)) return;
    throw new ToolError(`There is already a note named "${name}". Notes are never overwritten: choose another name.`);
  }

  /**
   * Writes a new file, whole or not at all: first beside its place, then moved in by a step that fails where the name is
   * taken, so that no note is overwritten and none is half written. Resolves to false where it is taken.
   */
  async #create(path: string, content: string): Promise<boolean> {
    const beside = join(this.#folder, `.${crypto.randomUUID()}.tmp`);
    try {
      const file = await open(beside, 'wx', 0o600);
      try {
        await file.writeFile(content, 'utf8');
        await file.sync();
      } finally {
        await file.close();
      }
      await moveIn(beside, path);
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await rm(beside, { force: true });
    }
  }

  #pathOf(name: string): string {
    if (!NAME.test(name) || DEVICE.test(name)) {
      throw new ToolError(
        `${JSON.stringify(name)} is not a name for a note: use 1 to 64 letters, digits, Chinese characters, "_" or "-", ` +
          'with no path, no dot and no name that Windows keeps for a device.',
      );
    }
    return join(this.#folder, `${name}${ENDING}`);
  }
}

/** Both ways fail with EEXIST where `path` is taken, also by a dangling link. */
async function moveIn(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw error;
    // Some file systems (exFAT, some network shares) have no hard links.
    await copyFile(beside, path, constants.COPYFILE_EXCL);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
