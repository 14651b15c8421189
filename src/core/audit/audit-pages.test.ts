import { describe, expect, it } from 'vitest';
import { auditResult, type AuditBody, type AuditEntry, type AuditFilter } from '../../shared/audit.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, ToolCallId } from '../../shared/conversation.js';
import type { ServerId } from '../../shared/server.js';
import { Redactor } from '../secrets/redactor.js';
import { ManualClock } from '../testing/manual-clock.js';
import { MemoryAuditDisk } from '../testing/memory-audit-disk.js';
import { exportAudit } from './audit-export.js';
import { AuditLog } from './audit-log.js';
import { readAuditPage } from './audit-pages.js';

const callOf = (n: number, server = 'notes', tool = 'add_note') => ({
  conversationId: branded<ConversationId>('chat'),
  callId: branded<ToolCallId>(`call-${n}`),
  serverId: branded<ServerId>(server),
  serverName: server,
  tool,
});
const argumentsOf = (text: string) => ({
  connectionId: 'c',
  fingerprint: 'f',
  arguments: { text },
  argumentsHash: 'h',
});
const intent = (n: number, server?: string, tool?: string, text = `text ${n}`): AuditBody => ({
  type: 'intent',
  ...callOf(n, server, tool),
  ...argumentsOf(text),
  allowedBy: { kind: 'rule', rule: 'user-allow' },
});
const outcome = (n: number, of: number): AuditBody => ({
  type: 'outcome',
  ...callOf(n),
  intent: of,
  outcome: 'done',
  resultHash: 'r',
  resultBytes: 1,
  durationMs: 1,
});
const refusal = (n: number, why: string, text = 'x'): AuditBody => ({
  type: 'refusal',
  ...callOf(n),
  ...argumentsOf(text),
  by: 'user',
  rule: 'default',
  why,
});

function logOn(disk: MemoryAuditDisk): AuditLog {
  return new AuditLog({ disk, clock: new ManualClock(), face: 'app', largestFile: 4_000 });
}

/** Page after page to the end. */
async function all(disk: MemoryAuditDisk, filter: AuditFilter = {}, limit = 3): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let from: string | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- a page says where the next one begins
    const page = await readAuditPage(disk, { filter, limit, ...(from === undefined ? {} : { from }) });
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    entries.push(...page.entries);
    from = page.next;
  } while (from !== undefined);
  return entries;
}

describe('pages of the record', () => {
  it('are newest first, over all files, and each call has its end, whatever page that stands on', async () => {
    const disk = new MemoryAuditDisk();
    const log = logOn(disk);
    const open: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      open.push(log.append(intent(n)));
      // Long calls: an end comes three calls later.
      if (n >= 3) log.append(outcome(n - 3, open[n - 3] ?? 0));
    }
    expect(disk.files().length).toBeGreaterThan(3);
    const entries = await all(disk);
    expect(entries.map(({ record }) => record.seq)).toEqual(open.toReversed());
    expect(entries.map((entry) => auditResult(entry))).toEqual([
      ...Array.from({ length: 3 }, () => 'open'),
      ...Array.from({ length: 37 }, () => 'done'),
    ]);
    expect(entries.every(({ record, outcome: end }) => end === undefined || end.intent === record.seq)).toBe(true);
  });

  it.each<[string, AuditFilter, readonly string[]]>([
    ['server', { serverId: 'docs' }, ['call-2']],
    ['tool', { tool: 'read_note' }, ['call-3']],
    ['outcome', { result: 'user' }, ['call-5', 'call-4']],
    ['an end', { result: 'done' }, ['call-1']],
    ['text in arguments', { text: 'FOUND' }, ['call-3']],
    ['text in reasons', { text: 'too risky' }, ['call-4']],
    ['Chinese text', { text: '笔记' }, ['call-5']],
    ['nothing', { text: 'nowhere' }, []],
  ])('are filtered by %s', async (_name, filter, ids) => {
    const disk = new MemoryAuditDisk();
    const log = logOn(disk);
    log.append(outcome(1, log.append(intent(1))));
    log.append(intent(2, 'docs', 'search'));
    log.append(intent(3, 'notes', 'read_note', 'to be found'));
    log.append(refusal(4, 'Too risky'));
    log.append(refusal(5, 'no', '新笔记'));
    const entries = await all(disk, filter);
    expect(entries.map(({ record }) => (record.type === 'note' ? '' : record.callId))).toEqual(ids);
  });

  it.each(['', 'x', '{"file":"../../etc/passwd","at":9}', '{"file":"record-000001.jsonl","at":-1,"outcomes":[1]}'])(
    'do not trust where they are told to begin: %s',
    async (from) => {
      const disk = new MemoryAuditDisk();
      logOn(disk).append(intent(1));
      const page = await readAuditPage(disk, { filter: {}, limit: 5, from });
      expect(page.entries.length).toBeLessThanOrEqual(1);
      expect(page.next).toBeUndefined();
    },
  );

  it('pass over what is no record', async () => {
    const disk = new MemoryAuditDisk();
    logOn(disk).append(intent(1));
    disk.append('record-000001.jsonl', 'garbage\n{"torn":');
    expect(await all(disk)).toHaveLength(1);
  });
});

describe('an export', () => {
  it('as JSON Lines is the record, byte for byte', () => {
    const disk = new MemoryAuditDisk();
    const log = logOn(disk);
    for (let n = 0; n < 20; n += 1) log.append(intent(n));
    expect([...exportAudit(disk, 'jsonl', new Redactor())].join('')).toBe(disk.text);
  });

  it('as CSV computes nothing in a spreadsheet', () => {
    const disk = new MemoryAuditDisk();
    const log = logOn(disk);
    for (const why of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', 'a "quoted", one\nand two']) {
      log.append(refusal(1, why));
    }
    const csv = [...exportAudit(disk, 'csv', new Redactor())];
    expect(csv[0]).toMatch(/^\uFEFF"seq","at","face","type","server"/u);
    const cells = csv.slice(1).map((row) => /"default","","((?:[^"]|"")*)"/u.exec(row)?.[1]);
    expect(cells).toEqual(["'=1+1", "'+1", "'-1", "'@SUM(A1)", "' =1", "'\t=1", "'\r=1", 'a ""quoted"", one\nand two']);
  });

  it('has no secret that became known after it was written', () => {
    const disk = new MemoryAuditDisk();
    logOn(disk).append(intent(1, 'notes', 'add_note', 'correct horse'));
    const redactor = new Redactor();
    redactor.know('correct horse', 'notes');
    for (const format of ['jsonl', 'csv'] as const) {
      expect([...exportAudit(disk, format, redactor)].join('')).not.toContain('correct horse');
    }
  });
});
