import type { AuditRecord } from '../../shared/audit.js';
import type { JsonValue } from '../../shared/json.js';
import { canonicalJson } from '../canonical-json.js';
import type { Redactor } from '../secrets/redactor.js';
import type { AuditDisk } from './audit-disk.js';
import { readLine } from './audit-line.js';
import { linesForward } from './audit-lines.js';

export type AuditFormat = 'jsonl' | 'csv';

const COLUMNS = [
  'seq',
  'at',
  'face',
  'type',
  'server',
  'serverId',
  'tool',
  'result',
  'rule',
  'scope',
  'why',
  'arguments',
  'argumentsHash',
  'resultHash',
  'resultBytes',
  'durationMs',
  'withdrew',
  'intent',
  'conversationId',
  'callId',
  'connectionId',
  'fingerprint',
  'hash',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | number>>;

/**
 * The whole record as text, piece by piece, oldest first. JSON Lines are the very lines of the record, so that the chain
 * can be checked in them too; only a secret that became known after it was written changes its line. A CSV has a row for
 * each record and opens in a spreadsheet without running anything.
 */
export function* exportAudit(disk: AuditDisk, format: AuditFormat, redactor: Redactor): Generator<string, void> {
  if (format === 'csv') yield `\uFEFF${csvRow(COLUMNS)}`;
  for (const file of disk.files()) {
    for (const { bytes, whole } of linesForward(disk, file)) {
      const line = redactor.knownIn(bytes.toString('utf8'));
      const record = whole ? readLine(line) : undefined;
      if (format === 'jsonl') yield `${line}\n`;
      else if (record !== undefined) yield csvRow(COLUMNS.map((column) => rowOf(record)[column] ?? ''));
    }
  }
}

function rowOf(record: AuditRecord): Row {
  const { seq, at, face, type, hash } = record;
  const base = { seq, at, face, type, hash };
  if (record.type === 'note') return { ...base, result: record.note, why: record.detail };
  const { serverName: server, serverId, tool, conversationId, callId } = record;
  const call = { ...base, server, serverId, tool, conversationId, callId };
  if (record.type === 'outcome') {
    const { outcome: result, intent, resultHash, resultBytes, durationMs, withdrew = [] } = record;
    return { ...call, result, intent, resultHash, resultBytes, durationMs, withdrew: withdrew.join(' ') };
  }
  const { argumentsHash, connectionId, fingerprint } = record;
  const sent = { ...call, arguments: text(record.arguments), argumentsHash, connectionId, fingerprint };
  if (record.type === 'refusal') {
    return { ...sent, result: record.by, rule: record.rule ?? '', why: record.why };
  }
  const { allowedBy } = record;
  return {
    ...sent,
    result: allowedBy.kind,
    rule: allowedBy.rule,
    scope: allowedBy.kind === 'user' ? allowedBy.scope : '',
  };
}

function text(value: JsonValue): string {
  return canonicalJson(value);
}

function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** What a spreadsheet would take for a formula begins with an apostrophe: shown as text, and never computed. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const plain = /^[\s\0]*[=+\-@|%]|^[\t\r\n]/u.test(value) ? `'${value}` : value;
  return `"${plain.replaceAll('"', '""')}"`;
}
