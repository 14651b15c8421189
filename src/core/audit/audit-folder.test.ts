import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../clock.js';
import { AuditFolder } from './audit-folder.js';
import { AuditLog } from './audit-log.js';
import { verifyAudit } from './verify-audit.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const note = { type: 'note', note: 'torn-line', detail: 'x' } as const;
const logOn = (data: string): AuditLog =>
  new AuditLog({ disk: new AuditFolder(data), clock: createSystemClock(), face: 'app' });

describe('the record in a folder', () => {
  it('is for the user alone, with its checkpoint in another place', async () => {
    const log = logOn(join(folder, 'data'));
    log.append(note);
    log.append(note);
    expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['audit', 'audit-head.json']);
    expect(readdirSync(join(folder, 'data/audit'))).toEqual(['record-000001.jsonl']);
    const modes = ['audit', 'audit/record-000001.jsonl', 'audit-head.json'].map(
      (name) => statSync(join(folder, 'data', name)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600]);
    expect(await verifyAudit(new AuditFolder(join(folder, 'data')))).toMatchObject({ sound: true, records: 2 });
  });

  it('that is not there yet is sound, and looking at it makes nothing', async () => {
    expect(await verifyAudit(new AuditFolder(join(folder, 'none')))).toMatchObject({ sound: true, records: 0 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('waits for nobody who is gone: a lock that a killed process left is taken away', () => {
    const log = logOn(folder);
    log.append(note);
    const lock = join(folder, 'audit/lock');
    // No process has this id.
    writeFileSync(lock, String(2 ** 22 + 1));
    log.append(note);
    writeFileSync(lock, String(process.pid));
    utimesSync(lock, new Date(0), new Date(0));
    log.append(note);
    expect(readdirSync(join(folder, 'audit'))).toEqual(['record-000001.jsonl']);
  });

  it.skipIf(process.getuid?.() === 0)('that may not be written says so', () => {
    const log = logOn(folder);
    log.append(note);
    chmodSync(join(folder, 'audit/record-000001.jsonl'), 0o400);
    expect(() => log.append(note)).toThrow(/EACCES/u);
  });

  it('that has no room says so: here a file stands where the folder should be', () => {
    writeFileSync(join(folder, 'audit'), '');
    expect(() => logOn(folder).append(note)).toThrow(/can't write its record: E/u);
  });
});

describe('processes that write to one record', () => {
  it('and are killed in the middle of it leave a sound one, and what was acknowledged is there', async () => {
    const program = join(folder, 'writer.mjs');
    const source = `
      import { AuditFolder } from ${JSON.stringify(join(import.meta.dirname, 'audit-folder.ts'))};
      import { AuditLog } from ${JSON.stringify(join(import.meta.dirname, 'audit-log.ts'))};
      import { createSystemClock } from ${JSON.stringify(join(import.meta.dirname, '../clock.ts'))};
      const log = new AuditLog({ disk: new AuditFolder(process.argv[2]), clock: createSystemClock(), face: 'terminal' });
      for (;;) process.stdout.write(log.append({ type: 'note', note: 'torn-line', detail: 'y'.repeat(3000) }) + '\\n');`;
    const built = {
      stdin: { contents: source, resolveDir: folder, loader: 'ts' },
      bundle: true,
      platform: 'node',
    } as const;
    buildSync({ ...built, format: 'esm', outfile: program, logLevel: 'error' });
    const data = join(folder, 'data');
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const writers = [0, 1].map(() =>
        spawn(process.execPath, [program, data], { stdio: ['ignore', 'pipe', 'inherit'] }),
      );
      // oxlint-disable-next-line no-await-in-loop -- the next ones find what these left
      await Promise.all(
        writers.map(async (writer) => {
          let seen = '';
          for await (const chunk of writer.stdout) {
            seen += String(chunk);
            if (seen.split('\n').length > 5 + round * 3) writer.kill('SIGKILL');
          }
          acknowledged.push(...seen.split('\n').slice(0, -1).map(Number));
          if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
        }),
      );
    }
    const report = await verifyAudit(new AuditFolder(data));
    expect(report).toMatchObject({ sound: true, problems: [] });
    const written = readdirSync(join(data, 'audit')).filter((name) => name.endsWith('.jsonl'));
    const seqs = written.flatMap((name) =>
      readFileSync(join(data, 'audit', name), 'utf8')
        .split('\n')
        .flatMap((line) => /"seq":(\d+)/u.exec(line)?.[1] ?? []),
    );
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(acknowledged.filter((seq) => !seqs.includes(String(seq)))).toEqual([]);
    logOn(data).append(note);
    expect(await verifyAudit(new AuditFolder(data))).toMatchObject({ sound: true });
  });
});
