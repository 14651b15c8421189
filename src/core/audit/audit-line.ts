import type { AuditBody, AuditFace, AuditRecord } from '../../shared/audit.js';
import { isJsonObject } from '../../shared/json.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';

/** Stands where the first record names the one before it. */
export const NO_HASH = '0'.repeat(64);

export interface Place {
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly face: AuditFace;
  readonly prevHash: string;
}

/** The record at its place in the chain, and the line that is written for it, without the end of the line. */
export function sealedLine(body: AuditBody, place: Place): { readonly hash: string; readonly line: string } {
  const unsealed = { ...body, ...place, v: 1 };
  const hash = sha256Hex(canonicalJson(unsealed));
  return { hash, line: canonicalJson({ ...unsealed, hash }) };
}

export type CheckedLine =
  | { readonly kind: 'record'; readonly record: AuditRecord }
  /** It was a record once, and says something else now. */
  | { readonly kind: 'changed'; readonly record: AuditRecord }
  | { readonly kind: 'not-a-record' };

/** Whether the line is, byte for byte, what was written. Pure; that it stands in its place is the chain's affair. */
export function checkLine(line: Buffer): CheckedLine {
  const text = line.toString('utf8');
  const record = readLine(text);
  if (record === undefined) return { kind: 'not-a-record' };
  const { hash, ...unsealed } = record;
  // Also what reads the same must be written the same: white space, escapes, a member that stands twice, broken UTF-8.
  const asWritten = Buffer.from(canonicalJson(record), 'utf8').equals(line);
  return asWritten && sha256Hex(canonicalJson(unsealed)) === hash
    ? { kind: 'record', record }
    : { kind: 'changed', record };
}

/** The record of a line, as far as a page needs to show it; undefined where it is none. */
export function readLine(text: string): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // not JSON
  }
}

const TYPES: ReadonlySet<unknown> = new Set<AuditBody['type']>(['intent', 'outcome', 'refusal', 'note']);

/** What stands inside is believed only where the hash fits: then Gatehouse wrote it. */
function isRecord(value: unknown): value is AuditRecord {
  if (!isJsonObject(value)) return false;
  const { type, seq, at, prevHash, hash } = value;
  const isWhole = typeof seq === 'number' && Number.isSafeInteger(seq);
  return (
    TYPES.has(type) && isWhole && typeof at === 'string' && typeof prevHash === 'string' && typeof hash === 'string'
  );
}
