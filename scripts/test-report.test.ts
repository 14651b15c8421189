import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import TallyReporter from './tally-reporter.mjs';
import { lastLine, readTestRun, sumCounts } from './test-report.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-report-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const vitestTest = (state: 'passed' | 'failed' | 'skipped' | 'pending') => ({ result: () => ({ state }) });

describe('a run of tests', () => {
  function runWith(tally: unknown, exitCode: number) {
    const file = join(folder, 'tally.json');
    if (tally !== undefined) writeFileSync(file, typeof tally === 'string' ? tally : JSON.stringify(tally));
    return readTestRun(file, exitCode);
  }

  const counts = { passed: 3, failed: 0, skipped: 2 };

  it('that passed adds no failure', () => {
    expect(runWith({ counts, whole: true }, 0)).toEqual({ counts });
  });

  it('that was ended in the middle keeps its counts, and is one failure more', () => {
    const { counts: kept, remark } = runWith({ counts: { ...counts, failed: 1 }, whole: false }, 1);
    expect(kept).toEqual({ passed: 3, failed: 2, skipped: 2 });
    expect(remark).toContain('before its last test');
  });

  it.each([
    ['left no report', undefined, 0, 'no report'],
    ['left half a report', '{"counts":', 1, 'can’t be read'],
    ['ran no test', { counts: { ...counts, passed: 0 }, whole: true }, 0, 'no test'],
    ['broke after its tests', { counts, whole: true }, 1, 'ended with code 1'],
  ])('that %s counts as one failure', (_what, tally, exitCode, remark) => {
    const run = runWith(tally, exitCode);
    expect(run.counts.failed).toBe(1);
    expect(run.remark).toContain(remark);
  });
});

describe('the count of a run', () => {
  it('has each test of vitest once, and what broke outside of them', () => {
    const tally = new TallyReporter(join(folder, 'tally.json'));
    for (const state of ['passed', 'failed', 'skipped', 'pending'] as const) tally.onTestCaseResult(vitestTest(state));
    tally.onTestModuleEnd({ errors: () => [new Error('could not be loaded')] });
    expect(readTestRun(join(folder, 'tally.json'), 1).remark).toContain('before its last test');
    tally.onTestRunEnd([], [new Error('nobody caught it')]);
    expect(readTestRun(join(folder, 'tally.json'), 1)).toEqual({ counts: { passed: 1, failed: 3, skipped: 2 } });
  });

  it('takes a test of Playwright that passed on a second try for a failure', () => {
    const tally = new TallyReporter(join(folder, 'tally.json'));
    for (const outcome of ['expected', 'unexpected', 'flaky', 'skipped'] as const)
      tally.onTestEnd({ outcome: () => outcome });
    tally.onError();
    tally.onEnd();
    expect(readTestRun(join(folder, 'tally.json'), 1)).toEqual({ counts: { passed: 1, failed: 3, skipped: 1 } });
  });
});

describe('the last line', () => {
  it('sums all parts and names skipped tests only where there are some', () => {
    const parts = [
      { passed: 2, failed: 0, skipped: 0 },
      { passed: 3, failed: 1, skipped: 0 },
    ];
    expect(lastLine(sumCounts(parts))).toBe('tests: 5 passed, 1 failed');
    expect(lastLine(sumCounts([...parts, { passed: 0, failed: 0, skipped: 4 }]))).toBe(
      'tests: 5 passed, 1 failed, 4 skipped',
    );
    expect(lastLine(sumCounts([]))).toBe('tests: 0 passed, 0 failed');
  });
});
