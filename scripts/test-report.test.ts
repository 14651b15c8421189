import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, lastLine, readTestRun, sumCounts } from './test-report.mjs';

const unit = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [] };
const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };

describe('counting', () => {
  it('adds vitest’s todo tests to the skipped ones', () => {
    expect(countVitest(unit)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  it('counts a test file that could not be loaded as a failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
    ];
    expect(countVitest({ ...unit, testResults }).failed).toBe(2);
  });

  it('counts Playwright’s flaky tests and its errors outside of tests as failures', () => {
    expect(countPlaywright({ stats, errors: ['no config'] })).toEqual({ passed: 3, failed: 3, skipped: 2 });
  });
});

describe('a run of tests', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-report-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function runWith(report: unknown, exitCode: number) {
    const file = join(folder, 'report.json');
    if (report !== undefined) writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
    return readTestRun(file, countPlaywright, exitCode);
  }

  it('that passed adds no failure', () => {
    const report = { stats: { ...stats, unexpected: 0, flaky: 0 }, errors: [] };
    expect(runWith(report, 0)).toEqual({ counts: { passed: 3, failed: 0, skipped: 2 } });
  });

  it.each([
    ['left no report', undefined, 0, 'no report'],
    ['left half a report', '{"stats":', 1, 'can’t be read'],
    ['ran no test', { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 4 }, errors: [] }, 0, 'no test'],
    ['broke after its tests', { stats: { ...stats, unexpected: 0, flaky: 0 }, errors: [] }, 1, 'ended with code 1'],
  ])('that %s counts as one failure', (_what, report, exitCode, remark) => {
    const { counts, remark: said } = runWith(report, exitCode);
    expect(counts.failed).toBe(1);
    expect(said).toContain(remark);
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
