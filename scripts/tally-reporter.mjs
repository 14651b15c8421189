import { writeFileSync } from 'node:fs';

/**
 * @typedef {object} Tally what has been counted so far
 * @property {import('./test-report.mjs').Counts} counts
 * @property {boolean} whole the run came to its end
 */

/**
 * Counts for vitest and for Playwright, as the tests go by: a run that is ended in the middle has its counts all the same.
 * Writes to the file that `GATEHOUSE_TALLY` names, and nowhere without it.
 */
export default class TallyReporter {
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #file;

  /** @param {unknown} file vitest and Playwright give something else */
  constructor(file) {
    this.#file = typeof file === 'string' ? file : process.env['GATEHOUSE_TALLY'];
  }

  /** @param {{ result(): { readonly state: string } }} test vitest: a test has ended or is skipped */
  onTestCaseResult(test) {
    const { state } = test.result();
    this.#counts[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1;
  }

  /** @param {{ errors(): readonly unknown[] }} module vitest: a file has ended; errors are those outside of its tests */
  onTestModuleEnd(module) {
    this.#counts.failed += module.errors().length;
    this.#write(false);
  }

  /**
   * Vitest: the end.
   *
   * @param {unknown} _modules
   * @param {readonly unknown[]} errors what nobody caught
   */
  onTestRunEnd(_modules, errors) {
    this.#counts.failed += errors.length;
    this.#write(true);
  }

  /**
   * Playwright: a test has ended or is skipped. One that passed only on a second try counts as failed.
   *
   * @param {{ outcome(): string }} test
   */
  onTestEnd(test) {
    const outcome = test.outcome();
    this.#counts[outcome === 'expected' ? 'passed' : outcome === 'skipped' ? 'skipped' : 'failed'] += 1;
    this.#write(false);
  }

  /** Playwright: an error outside of any test. */
  onError() {
    this.#counts.failed += 1;
  }

  /** Playwright: the end. */
  onEnd() {
    this.#write(true);
  }

  /** Playwright: the list of tests is printed by another reporter. */
  printsToStdio() {
    return false;
  }

  /** @param {boolean} whole */
  #write(whole) {
    /** @type {Tally} */
    const tally = { counts: this.#counts, whole };
    if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify(tally));
  }
}
