import { closeSync, openSync, writeSync } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import type { AuditEntry, AuditFilter } from '../../shared/audit.js';
import type { CommandInput, CommandOutput } from '../../shared/ipc/contract.js';
import type { AuditDisk } from '../audit/audit-disk.js';
import { exportAudit } from '../audit/audit-export.js';
import { readAuditPage } from '../audit/audit-pages.js';
import { verifyAudit } from '../audit/verify-audit.js';
import { errorMessage, GatehouseError } from '../errors.js';
import type { Redactor } from '../secrets/redactor.js';
import type { HostCommands } from './host.js';
import type { Desk } from './ports.js';

export interface AuditParts {
  readonly disk: AuditDisk;
  readonly redactor: Redactor;
  readonly desk: Desk;
}

type AuditCommands = Pick<HostCommands, Extract<keyof HostCommands, `audit.${string}`>>;

/** Looking at the record. Nothing here changes it. */
export function auditCommands({ disk, redactor, desk }: AuditParts): AuditCommands {
  return {
    'audit.page': async (input) => {
      const { limit = 50, from } = input;
      const page = await readAuditPage(disk, {
        filter: filterOf(input),
        limit,
        ...(from === undefined ? {} : { from }),
      }).catch(unreadable);
      // What became known as a secret later is not shown either.
      return { ...page, entries: page.entries.map((entry) => shown(entry, redactor)) };
    },
    'audit.verify': () => verifyAudit(disk).catch(unreadable),
    'audit.export': ({ format }) => exportTo(format, disk, redactor, desk),
  };
}

function filterOf({ serverId, tool, result, text }: CommandInput<'audit.page'>): AuditFilter {
  return {
    ...(serverId === undefined ? {} : { serverId }),
    ...(tool === undefined ? {} : { tool }),
    ...(result === undefined ? {} : { result }),
    ...(text === undefined ? {} : { text }),
  };
}

function shown(entry: AuditEntry, redactor: Redactor): AuditEntry {
  const { record } = entry;
  if (record.type === 'note') return entry;
  const args = redactor.knownInJson(record.arguments);
  return { ...entry, record: { ...record, arguments: args } };
}

async function exportTo(
  format: 'jsonl' | 'csv',
  disk: AuditDisk,
  redactor: Redactor,
  desk: Desk,
): Promise<CommandOutput<'audit.export'>> {
  const path = await desk.pickSaveFile(`gatehouse-record.${format}`);
  if (path === undefined) throw new GatehouseError('cancelled', 'The record was not exported.');
  try {
    const fd = openSync(path, 'w', 0o600);
    try {
      let pieces = 0;
      for (const piece of exportAudit(disk, format, redactor)) {
        writeSync(fd, piece);
        pieces += 1;
        // oxlint-disable-next-line no-await-in-loop -- the window and its servers want the processor too
        if (pieces % 500 === 0) await breathe();
      }
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw new GatehouseError('not-exported', `${path} can't be written: ${errorMessage(error)}`, { cause: error });
  }
  return { path };
}

function unreadable(error: unknown): never {
  const why = errorMessage(error);
  throw new GatehouseError('record-unreadable', `The record can't be read: ${why}`, { cause: error, parts: { why } });
}
