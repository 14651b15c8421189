import { setImmediate as breathe } from 'node:timers/promises';
import {
  auditResult,
  type AuditEntry,
  type AuditFilter,
  type AuditOutcome,
  type AuditPage,
} from '../../shared/audit.js';
import { isJsonObject } from '../../shared/json.js';
import type { AuditDisk } from './audit-disk.js';
import { readLine } from './audit-line.js';
import { linesBackward } from './audit-lines.js';

export interface AuditQuery {
  readonly filter: AuditFilter;
  /** `next` of the page before; the newest where it is absent or means nothing. */
  readonly from?: string;
  /** Entries. */
  readonly limit: number;
}

/** So much is read for one page, also where the filter lets nothing through. Bytes. */
const MOST_READ = 4 * 1024 * 1024;
const AT_A_TIME = 200;

/** Where reading goes on, and the ends of calls whose beginnings come only then. */
interface Cursor {
  readonly file: string;
  readonly at: number;
  readonly outcomes: readonly AuditOutcome[];
}

/** Reads backwards, a bounded piece of the record, and puts the end of each call to its beginning. */
export async function readAuditPage(disk: AuditDisk, { filter, from, limit }: AuditQuery): Promise<AuditPage> {
  const cursor = from === undefined ? undefined : parseCursor(from);
  const outcomes = new Map((cursor?.outcomes ?? []).map((outcome) => [outcome.intent, outcome]));
  const entries: AuditEntry[] = [];
  const files = disk.files().toReversed();
  const start = cursor === undefined ? 0 : files.findIndex(({ name }) => name === cursor.file);
  let [read, lines] = [0, 0];
  for (const { name, size } of start === -1 ? [] : files.slice(start)) {
    const end = name === cursor?.file ? Math.min(cursor.at, size) : size;
    for (const line of linesBackward(disk, name, end)) {
      const entry = entryOf(line.bytes, outcomes);
      if (entry !== undefined && isWanted(entry, filter)) entries.push(entry);
      read += line.bytes.length;
      lines += 1;
      if (entries.length >= limit || read >= MOST_READ) {
        const more = line.at > 0 || files.at(-1)?.name !== name;
        return more ? { entries, next: writeCursor(name, line.at, outcomes) } : { entries };
      }
      // oxlint-disable-next-line no-await-in-loop -- the window and its servers want the processor too
      if (lines % AT_A_TIME === 0) await breathe();
    }
  }
  return { entries };
}

function entryOf(bytes: Buffer, outcomes: Map<number, AuditOutcome>): AuditEntry | undefined {
  const record = readLine(bytes.toString('utf8'));
  if (record === undefined) return undefined;
  if (record.type === 'outcome') {
    outcomes.set(record.intent, record);
    return undefined;
  }
  const outcome = outcomes.get(record.seq);
  outcomes.delete(record.seq);
  return outcome === undefined ? { record } : { record, outcome };
}

/** True for an entry that the filter lets through. */
function isWanted(entry: AuditEntry, { serverId, tool, result, text }: AuditFilter): boolean {
  const { record } = entry;
  if (result !== undefined && auditResult(entry) !== result) return false;
  if (record.type === 'note') return serverId === undefined && tool === undefined && holds(record.detail, text);
  if (serverId !== undefined && record.serverId !== serverId) return false;
  if (tool !== undefined && record.tool !== tool) return false;
  if (text === undefined || text === '') return true;
  const why = record.type === 'refusal' ? record.why : '';
  const { serverName, conversationId, callId } = record;
  return holds(
    [serverName, record.tool, why, conversationId, callId, JSON.stringify(record.arguments)].join('\n'),
    text,
  );
}

function holds(haystack: string, needle = ''): boolean {
  return haystack.toLowerCase().includes(needle.toLowerCase());
}

function writeCursor(file: string, at: number, outcomes: ReadonlyMap<number, AuditOutcome>): string {
  return JSON.stringify({ file, at, outcomes: [...outcomes.values()] } satisfies Cursor);
}

/** It went through the page: what it says is looked at before it is used, and decides of nothing but what is shown. */
function parseCursor(text: string): Cursor | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // not one of ours
  }
  if (!isJsonObject(value)) return undefined;
  const { file, at, outcomes } = value;
  if (typeof file !== 'string' || typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0) return undefined;
  const carried = Array.isArray(outcomes) ? outcomes : [];
  return {
    file,
    at,
    outcomes: carried.flatMap((item) => {
      const record = readLine(JSON.stringify(item));
      return record?.type === 'outcome' ? [record] : [];
    }),
  };
}
