import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Counts */

/**
 * @typedef {object} VitestReport the part that is read of vitest's JSON report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {readonly { readonly status: string, readonly assertionResults: readonly unknown[] }[]} testResults one a file
 */

/**
 * @typedef {object} PlaywrightReport the part that is read of Playwright's JSON report
 * @property {{ readonly expected: number, readonly unexpected: number, readonly flaky: number, readonly skipped: number }} stats
 * @property {readonly unknown[]} errors what failed outside of any test
 */

/**
 * @param {VitestReport} report
 * @returns {Counts} a file that could not even be loaded counts as one failed test
 */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {PlaywrightReport} report
 * @returns {Counts} a test that passed only on a second try counts as failed
 */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/**
 * What a run of tests adds to the sum. A runner that failed, died or wrote nothing never counts as a success.
 *
 * @template R
 * @param {string} file the runner's report
 * @param {(report: R) => Counts} count
 * @param {number} exitCode the runner's
 * @returns {{ readonly counts: Counts, readonly remark?: string }} `remark` says why a failure was added
 */
export function readTestRun(file, count, exitCode) {
  if (!existsSync(file)) return { counts: { passed: 0, failed: 1, skipped: 0 }, remark: 'it left no report' };
  /** @type {Counts} */
  let counts;
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return { counts: { passed: 0, failed: 1, skipped: 0 }, remark: `its report can’t be read: ${String(error)}` };
  }
  if (exitCode !== 0 && counts.failed === 0)
    return { counts: { ...counts, failed: 1 }, remark: `no test failed, but it ended with code ${exitCode}` };
  if (counts.passed + counts.failed === 0) return { counts: { ...counts, failed: 1 }, remark: 'it ran no test' };
  return { counts };
}

/**
 * @param {readonly Counts[]} parts
 * @returns {Counts}
 */
export function sumCounts(parts) {
  /** @param {keyof Counts} key */
  const total = (key) => parts.reduce((sum, part) => sum + part[key], 0);
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
}

/**
 * The line that a run of `npm test` ends with.
 *
 * @param {Counts} counts
 * @returns {string}
 */
export function lastLine({ passed, failed, skipped }) {
  return `tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
