import { resolve } from 'node:path';
import type { CallPreview } from '../../../shared/approval.js';
import { diffLines } from '../../../shared/line-diff.js';
import { GatehouseError } from '../../errors.js';
import { withPlace } from './workspace-file.js';
import type { WorkspacePlace } from './workspace-path.js';

/** Larger files are neither edited nor compared. */
const MAX_BYTES = 5 * 1024 * 1024;

/** What a file would be after `change`, beside what it is now. Throws what reading it throws, unless it is not there. */
export async function fileChange(place: WorkspacePlace, change: (before: string) => string): Promise<CallPreview> {
  const path = resolve(place.root, ...place.segments);
  let before = '';
  let exists = true;
  try {
    before = await textIn(place);
  } catch (error) {
    if (!(error instanceof GatehouseError) || error.code !== 'not-found') throw error;
    exists = false;
  }
  const lines = diffLines(before, change(before));
  return { kind: 'file-change', path, change: exists ? 'replace' : 'create', lines };
}

/** The whole text of a file. Throws a sentence for a folder, for what is too large and for what is no UTF-8 text. */
export async function textIn(place: WorkspacePlace): Promise<string> {
  const name = JSON.stringify(place.shown);
  return withPlace(place, async (opened) => {
    if (opened.kind !== 'file') throw new GatehouseError('is-folder', `${name} is a folder.`);
    const { size } = opened.stats;
    if (size > MAX_BYTES) throw new GatehouseError('too-large', `${name} is larger than ${MAX_BYTES} bytes.`);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await opened.handle.read(bytes, 0, size, 0);
    try {
      // The mark at the start of some files stays where it is.
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, bytesRead));
    } catch {
      throw new GatehouseError('not-text', `${name} is not UTF-8 text.`);
    }
  });
}
