import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Counts */

/**
 * What a run of tests adds to the sum. A runner that failed, died or wrote nothing never counts as a success.
 *
 * @param {string} file the tally of the run (`tally-reporter.mjs`)
 * @param {number} exitCode the runner's
 * @returns {{ readonly counts: Counts, readonly remark?: string }} `remark` says why a failure was added
 */
export function readTestRun(file, exitCode) {
  if (!existsSync(file)) return { counts: { passed: 0, failed: 1, skipped: 0 }, remark: 'it left no report' };
  /** @type {import('./tally-reporter.mjs').Tally} */
  let tally;
  try {
    tally = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return { counts: { passed: 0, failed: 1, skipped: 0 }, remark: `its report can’t be read: ${String(error)}` };
  }
  const { counts, whole } = tally;
  if (!whole) return { counts: { ...counts, failed: counts.failed + 1 }, remark: 'it was ended before its last test' };
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
