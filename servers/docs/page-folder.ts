import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from './page-search.js';

/** Reads the Markdown files of one folder, sorted by name; links and folders inside it are left alone. */
export async function readPages(folder: string): Promise<readonly Page[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.md')).map((entry) => entry.name);
  return Promise.all(
    files.toSorted().map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })),
  );
}
