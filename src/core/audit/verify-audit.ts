import { setImmediate as breathe } from 'node:timers/promises';
import type { AuditReport } from '../../shared/audit.js';
import type { AuditDisk } from './audit-disk.js';
import { linesForward } from './audit-lines.js';
import { ChainVerifier } from './chain-verifier.js';

/** Lines that are checked without letting anything else run. */
const AT_A_TIME = 500;

/** Checks every record against its hash, its neighbours and the checkpoint. Rejects where a file can't be read. */
export async function verifyAudit(disk: AuditDisk): Promise<AuditReport> {
  // The checkpoint first: it follows the record, so whatever it names is in the files that are looked at after it.
  const verifier = new ChainVerifier(disk.heads.load());
  const files = disk.files();
  let lines = 0;
  for (const file of files) {
    for (const line of linesForward(disk, file)) {
      verifier.add(line);
      lines += 1;
      // oxlint-disable-next-line no-await-in-loop -- the window and its servers want the processor too
      if (lines % AT_A_TIME === 0) await breathe();
    }
  }
  return verifier.report();
}
