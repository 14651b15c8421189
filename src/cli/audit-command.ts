import { homedir } from 'node:os';
import { AuditFolder } from '../core/audit/audit-folder.js';
import { verifyAudit } from '../core/audit/verify-audit.js';
import { errorMessage, GatehouseError } from '../core/errors.js';
import type { AuditProblem, AuditReport } from '../shared/audit.js';
import { dataFolder } from './data-folder.js';
import { EXIT } from './exit-codes.js';
import type { Terminal } from './terminal.js';

/** `gatehouse audit verify`. Starts no server and reads no configuration. */
export async function auditCommand(terminal: Terminal): Promise<number> {
  const folder = dataFolder(process.env, process.platform, homedir());
  let report: AuditReport;
  try {
    report = await verifyAudit(new AuditFolder(folder));
  } catch (error) {
    throw new GatehouseError('bad-config', `The record in ${folder} can't be read: ${errorMessage(error)}`, {
      cause: error,
    });
  }
  if (terminal.json) terminal.document(report);
  else sayReport(report, terminal);
  return report.sound ? EXIT.ok : EXIT.tampered;
}

function sayReport(report: AuditReport, terminal: Terminal): void {
  const { sound, records, files, from, to, problems, problemCount, interrupted, open } = report;
  const span = from === undefined || to === undefined ? '' : `, ${from} to ${to}`;
  terminal.result(`${records} records in ${files} ${files === 1 ? 'file' : 'files'}${span}\n`);
  if (interrupted > 0) terminal.note(`The app ended ${interrupted} times in the middle of a write.`, 'dim');
  if (open > 0) terminal.note(`${open} calls were sent and have no recorded end.`, 'dim');
  if (sound) {
    terminal.note('The record is as it was written.', 'green');
    return;
  }
  terminal.note(`The record was changed: ${problemCount} ${problemCount === 1 ? 'place' : 'places'}.`, 'red');
  for (const problem of problems) terminal.note(`  ${problemText(problem)}`);
  if (problemCount > problems.length) terminal.note(`  and ${problemCount - problems.length} more`);
}

const TEXTS: Readonly<Record<AuditProblem['kind'], string>> = {
  changed: 'this record is not what was written',
  'not-a-record': 'this line is no record',
  missing: 'what stood before this record is gone, or something was put in',
  'cut-start': 'what stood before the first record is gone',
  'cut-end': 'records are gone from the end',
  'no-checkpoint': 'the checkpoint is gone: records may be missing from the end',
};

function problemText({ kind, file, line, seq }: AuditProblem): string {
  const place = line === 0 ? '' : `${file}:${line}: `;
  return `${place}${TEXTS[kind]}${seq === undefined ? '' : ` (record ${seq})`}`;
}
