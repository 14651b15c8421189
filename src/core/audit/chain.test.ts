import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { AuditBody } from '../../shared/audit.js';
import type { ConversationId, ToolCallId } from '../../shared/conversation.js';
import type { ServerId } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import { ManualClock } from '../testing/manual-clock.js';
import { MemoryAuditDisk } from '../testing/memory-audit-disk.js';
import { checkLine, readLine, sealedLine, type CheckedLine } from './audit-line.js';
import { linesBackward, linesForward } from './audit-lines.js';
import { AuditLog } from './audit-log.js';
import { ChainVerifier } from './chain-verifier.js';
import { verifyAudit } from './verify-audit.js';

const CALL = {
  conversationId: branded<ConversationId>('chat'),
  callId: branded<ToolCallId>('call'),
  serverId: branded<ServerId>('notes'),
  serverName: '笔记',
  tool: 'add_note',
};
const intent = (n: number): AuditBody => ({
  type: 'intent',
  ...CALL,
  connectionId: 'c1',
  fingerprint: 'f',
  arguments: { n, text: 'línea \u2028 "x"' },
  argumentsHash: 'h',
  allowedBy: { kind: 'user', scope: 'once', rule: 'default' },
});
const outcome = (of: number): AuditBody => ({
  type: 'outcome',
  ...CALL,
  intent: of,
  outcome: 'done',
  resultHash: 'r',
  resultBytes: 2,
  durationMs: 3,
});

function logOn(disk: MemoryAuditDisk, clock = new ManualClock(), largestFile = 600_000): AuditLog {
  return new AuditLog({ disk, clock, face: 'app', largestFile });
}

/** A record of that many lines, in several files. */
function written(records: number, largestFile?: number): MemoryAuditDisk {
  const disk = new MemoryAuditDisk();
  const log = logOn(disk, new ManualClock(), largestFile);
  for (let n = 0; n < records; n += 2) log.append(outcome(log.append(intent(n))));
  return disk;
}

/** The same record with other lines. */
function withLines(original: MemoryAuditDisk, lines: readonly string[]): MemoryAuditDisk {
  const disk = new MemoryAuditDisk();
  disk.head = original.head;
  disk.change('record-000001.jsonl', Buffer.from(lines.map((line) => `${line}\n`).join('')));
  return disk;
}

function linesOf(disk: MemoryAuditDisk): string[] {
  return disk.text.split('\n').slice(0, -1);
}

describe('the record of calls', () => {
  it('is sound as it was written, over all its files', async () => {
    const disk = written(10_000);
    expect(disk.files().length).toBeGreaterThan(5);
    expect(await verifyAudit(disk)).toMatchObject({ sound: true, records: 10_000, problemCount: 0, open: 0 });
  });

  it('is sound when it goes on after a restart, on another day, and beside another process', async () => {
    const disk = written(10);
    const clock = new ManualClock();
    const [app, terminal] = [logOn(disk, clock), logOn(disk, clock)];
    app.append(intent(1));
    terminal.append(intent(2));
    clock.advance(25 * 3_600_000);
    app.append(intent(3));
    terminal.append(intent(4));
    expect(disk.files().map(({ name }) => name)).toEqual(['record-000001.jsonl', 'record-000002.jsonl']);
    expect(await verifyAudit(disk)).toMatchObject({ sound: true, records: 14, open: 4 });
  });

  it('counts calls that have no recorded end', async () => {
    const disk = new MemoryAuditDisk();
    const log = logOn(disk);
    log.append(intent(1));
    log.append(outcome(log.append(intent(2))));
    expect(await verifyAudit(disk)).toMatchObject({ sound: true, open: 1 });
  });
});

describe('a hand in a record of 10,000', () => {
  const disk = written(10_000, Infinity);
  const lines = linesOf(disk);
  const buffers: Buffer[] = lines.map((line) => Buffer.from(line));
  // Whether a line is whole does not depend on where it stands: what is known of one is not computed again.
  const known = new Map<Buffer, CheckedLine>();
  const check = (line: Buffer): CheckedLine => {
    const before = known.get(line) ?? checkLine(line);
    known.set(line, before);
    return before;
  };
  const isFound = (changed: readonly Buffer[]): boolean => {
    const verifier = new ChainVerifier(disk.head, check);
    changed.forEach((bytes, at) => verifier.add({ file: 'f', at, bytes, whole: true }));
    return !verifier.report().sound;
  };
  const lineAt = (at: number): Buffer => buffers[at] ?? Buffer.alloc(0);
  const place = fc.nat(lines.length - 1);
  const runs = { numRuns: 50, seed: 4 };

  it('is no hand where there is none', () => {
    expect(isFound(buffers)).toBe(false);
  });

  it('that flips a byte is found', () => {
    fc.assert(
      fc.property(place, fc.nat(), fc.integer({ min: 1, max: 255 }), (at, where, flip) => {
        const bytes = Buffer.from(lineAt(at));
        const index = where % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ flip;
        expect(checkLine(bytes).kind).not.toBe('record');
        expect(isFound(buffers.with(at, bytes))).toBe(true);
      }),
      runs,
    );
  });

  it('that flips any bit of a line is found', () => {
    const line = lineAt(4_321);
    for (let bit = 0; bit < line.length * 8; bit += 1) {
      const bytes = Buffer.from(line);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(checkLine(bytes).kind).not.toBe('record');
    }
  });

  it('that deletes, doubles, swaps or moves a record is found', () => {
    fc.assert(
      fc.property(place, place, (at, to) => {
        expect(isFound(buffers.toSpliced(at, 1))).toBe(true);
        expect(isFound(buffers.toSpliced(at, 0, lineAt(at)))).toBe(true);
        if (at === to) return;
        expect(isFound(buffers.with(at, lineAt(to)).with(to, lineAt(at)))).toBe(true);
        expect(isFound(buffers.toSpliced(at, 1).toSpliced(to, 0, lineAt(at)))).toBe(true);
      }),
      runs,
    );
  });

  it('that cuts any number of records from an end is found', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: lines.length }), (count) => {
        expect(isFound(buffers.slice(0, -count))).toBe(true);
        expect(isFound(buffers.slice(count))).toBe(true);
      }),
      runs,
    );
  });

  it('that writes a record anew, with a hash that fits it, is found in the next one, and the last by the checkpoint', () => {
    fc.assert(
      fc.property(fc.oneof(place, fc.constant(lines.length - 1)), (at) => {
        const record = readLine(lines[at] ?? '');
        if (record === undefined) throw new Error('there is a record on each line');
        const { seq, face, prevHash, at: time } = record;
        const { line } = sealedLine({ ...intent(0), arguments: 'forged' } as AuditBody, {
          seq,
          face,
          prevHash,
          at: time,
        });
        expect(checkLine(Buffer.from(line)).kind).toBe('record');
        expect(isFound(buffers.with(at, Buffer.from(line)))).toBe(true);
      }),
      runs,
    );
  });

  it('is told with its place', async () => {
    const bad = withLines(disk, lines.slice(0, 6).with(2, (lines[2] ?? '').replace('add_note', 'del_note')));
    const { problems } = await verifyAudit(bad);
    expect(problems).toEqual([
      { kind: 'changed', file: 'record-000001.jsonl', line: 3, seq: 3 },
      { kind: 'cut-end', file: '', line: 0, seq: 10_000 },
    ]);
  });
});

describe('the end of the record', () => {
  it('that was torn by a kill is no hand, at every byte of the line, and is set aside', async () => {
    const before = written(4);
    const after = written(6);
    const whole = Buffer.from(after.text);
    const size = Buffer.from(before.text).length;
    const ends = (linesOf(after)[4] ?? '').length;
    expect(ends).toBeGreaterThan(200);
    for (let length = size + 1; length <= size + ends; length += 1) {
      const disk = new MemoryAuditDisk();
      // The checkpoint follows the record.
      disk.head = before.head;
      disk.change('record-000001.jsonl', whole.subarray(0, length));
      // oxlint-disable-next-line no-await-in-loop -- one after the other keeps them apart
      expect(await verifyAudit(disk)).toMatchObject({ sound: true, records: 4, interrupted: 1 });
      logOn(disk).append(intent(9));
      expect(disk.asideBytes[0]?.length).toBe(length - size);
      const notes = linesOf(disk).flatMap((line) => readLine(line) ?? []);
      expect(notes.map((record) => (record.type === 'note' ? record.note : record.seq))).toEqual([
        1,
        2,
        3,
        4,
        'torn-line',
        6,
      ]);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await verifyAudit(disk)).toMatchObject({ sound: true, records: 6, interrupted: 1 });
    }
  });

  it('is sound where the kill came between the record and its checkpoint', async () => {
    const disk = written(4);
    disk.head = written(2).head && { seq: 3, hash: readLine(linesOf(disk)[2] ?? '')?.hash ?? '' };
    expect(await verifyAudit(disk)).toMatchObject({ sound: true });
    logOn(disk).append(intent(1));
    expect(await verifyAudit(disk)).toMatchObject({ sound: true, records: 5 });
  });

  it('that was cut stays found after the record went on', async () => {
    const disk = written(10);
    const lines = linesOf(disk);
    disk.change('record-000001.jsonl', Buffer.from(`${lines.slice(0, 7).join('\n')}\n`));
    expect((await verifyAudit(disk)).problems).toEqual([{ kind: 'cut-end', file: '', line: 0, seq: 10 }]);
    logOn(disk).append(intent(1));
    const { sound, problems } = await verifyAudit(disk);
    expect(sound).toBe(false);
    expect(problems).toMatchObject([{ kind: 'missing', line: 8, seq: 11 }]);
  });

  it('that was cut in the middle of a line is found, as the checkpoint knows of it', async () => {
    const disk = written(10);
    disk.change('record-000001.jsonl', Buffer.from(disk.text).subarray(0, -20));
    expect(await verifyAudit(disk)).toMatchObject({ sound: false, problems: [{ kind: 'cut-end', seq: 10 }] });
  });

  it('that is no record any more stays found, and the record goes on', async () => {
    const disk = written(4);
    disk.change('record-000001.jsonl', Buffer.from(`${linesOf(disk).with(3, 'x').join('\n')}\n`));
    logOn(disk).append(intent(1));
    expect(await verifyAudit(disk)).toMatchObject({ sound: false, problems: [{ kind: 'not-a-record', line: 4 }] });
  });

  it('without its checkpoint is found, now and later', async () => {
    const disk = written(4);
    disk.head = undefined;
    expect(await verifyAudit(disk)).toMatchObject({ sound: false, problems: [{ kind: 'no-checkpoint' }] });
    logOn(disk).append(intent(1));
    expect(await verifyAudit(disk)).toMatchObject({ sound: false, problems: [{ kind: 'no-checkpoint', seq: 5 }] });
  });

  it('is missed when a whole file is gone', async () => {
    const disk = written(3_000);
    const [, second = { name: '' }] = disk.files();
    disk.change(second.name, undefined);
    expect(await verifyAudit(disk)).toMatchObject({ sound: false, problems: [{ kind: 'missing' }] });
  });
});

describe('a record that can’t be written', () => {
  it('names the file of the lock that another process holds, for every language', () => {
    const disk = written(1);
    const held = new GatehouseError('record-locked', 'another process holds /a/lock.', { parts: { path: '/a/lock' } });
    disk.exclusively = () => {
      throw held;
    };
    const log = logOn(disk);
    expect(() => log.append(intent(1))).toThrow('another process holds /a/lock.');
    expect(log.state.problem).toMatchObject({ code: 'record-locked', parts: { path: '/a/lock' } });
  });

  it.each(['ENOSPC', 'EACCES', 'EROFS'])('says so (%s), and goes on when it can be again', async (code) => {
    const disk = written(2);
    const log = logOn(disk);
    disk.failure = code;
    expect(() => log.append(intent(1))).toThrow(code);
    expect(log.state.problem).toMatchObject({
      code: 'record-not-written',
      parts: { why: expect.stringContaining(code) },
    });
    disk.failure = undefined;
    log.append(intent(2));
    expect(log.state).toEqual({ lastSeq: 3 });
    expect(await verifyAudit(disk)).toMatchObject({ sound: true, records: 3 });
  });
});

describe('lines of a file', () => {
  it('are the same from either side, wherever the pieces that are read begin', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (sizes, torn) => {
          const disk = new MemoryAuditDisk();
          disk.append('f', sizes.map((size) => `${'x'.repeat(size)}\n`).join('') + (torn ? 'end' : ''));
          const [file = { name: '', size: 0 }] = disk.files();
          const shape = (found: Iterable<{ at: number; bytes: Buffer; whole: boolean }>) =>
            [...found].map(({ at, bytes, whole }) => [at, bytes.length, whole]);
          const forward = shape(linesForward(disk, file));
          expect(forward.map(([, length]) => length)).toEqual([...sizes, ...(torn ? [3] : [])]);
          expect(shape(linesBackward(disk, file.name, file.size))).toEqual(forward.toReversed());
        },
      ),
      { numRuns: 40, seed: 4 },
    );
  });
});
