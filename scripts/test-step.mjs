import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from './child-run.mjs';
import { withProgress } from './progress.mjs';
import { projectRoot } from './project.mjs';
import { countPlaywright, countVitest, readTestRun, sumCounts } from './test-report.mjs';
import { withVirtualDisplay } from './virtual-display.mjs';

/** @typedef {import('./test-report.mjs').Counts} Counts */
/** @typedef {{ readonly name: string, readonly seconds: number, readonly counts: Counts, readonly remark?: string }} StepResult */

/** Where the reports of one run go. */
const RESULTS = join(projectRoot, 'out/test-results');
const NOTHING = { passed: 0, failed: 0, skipped: 0 };
const ONE_FAILED = { passed: 0, failed: 1, skipped: 0 };

/**
 * Runs one step and times it. It never rejects: what is thrown is printed and counts as one failure.
 *
 * @param {string} name
 * @param {() => Promise<{ readonly counts: Counts, readonly remark?: string }>} work
 * @returns {Promise<StepResult>}
 */
export async function runStep(name, work) {
  const began = Date.now();
  const outcome = await work().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return { counts: ONE_FAILED, remark: 'it could not be done' };
  });
  return { name, seconds: (Date.now() - began) / 1000, ...outcome };
}

/**
 * A step that is no run of tests: quiet where it passes, one failure where it does not.
 *
 * @param {string} name
 * @param {string} script path of the program's script from the project's root
 * @param {readonly string[]} args
 * @param {number} deadlineMs
 */
export function checkStep(name, script, args, deadlineMs = 120_000) {
  return runStep(name, async () => {
    const end = await withProgress(name, () =>
      runChild(process.execPath, [join(projectRoot, script), ...args], { cwd: projectRoot, deadlineMs }),
    );
    if (end.code === 0) return { counts: NOTHING };
    console.log(end.output.trim());
    return {
      counts: ONE_FAILED,
      remark: end.timedOut ? `it did not end within ${deadlineMs / 1000} s` : `it ended with code ${end.code}`,
    };
  });
}

/**
 * A step of the set-up, whose failures carry their own words.
 *
 * @param {string} name
 * @param {() => Promise<unknown>} work
 */
export function workStep(name, work) {
  return runStep(name, async () => {
    await work();
    return { counts: NOTHING };
  });
}

/**
 * @param {string} name
 * @param {string} why
 * @returns {StepResult}
 */
export function notRun(name, why) {
  console.log(`✗ ${name}: not run, because ${why}`);
  return { name, seconds: 0, counts: ONE_FAILED, remark: `not run, because ${why}` };
}

export function unitStep() {
  const report = join(RESULTS, 'unit.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return testStep('unit tests', 'node_modules/vitest/vitest.mjs', args, {
    report,
    count: countVitest,
    deadlineMs: 240_000,
  });
}

/** The official suite of MCP. What it leaves out for 2025-11-25 alone is a part of `all`. */
export function conformanceStep() {
  return runStep('conformance', async () => {
    // Loaded only here: it brings the bundler along.
    const { runSuites, suiteLines } = await import('./conformance/suites.mjs');
    const results = await runSuites(['2026-07-28', 'all']);
    for (const result of results) console.log(suiteLines(result).join('\n'));
    return { counts: sumCounts(results.map(({ counts }) => counts)) };
  });
}

/**
 * A Playwright project on a screen of its own.
 *
 * @param {string} name
 * @param {'e2e' | 'smoke'} project
 * @param {Readonly<Record<string, string>>} env
 */
export function playwrightStep(name, project, env = {}) {
  const report = join(RESULTS, `${project}.json`);
  return testStep(name, 'node_modules/@playwright/test/cli.js', ['test', '--project', project], {
    report,
    count: countPlaywright,
    deadlineMs: 300_000,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    screen: process.platform === 'linux',
  });
}

/**
 * @template R
 * @param {string} name
 * @param {string} script
 * @param {readonly string[]} args
 * @param {object} options
 * @param {string} options.report where the runner writes its JSON report
 * @param {(report: R) => Counts} options.count
 * @param {number} options.deadlineMs
 * @param {Readonly<Record<string, string>>} [options.env]
 * @param {boolean} [options.screen] give it a virtual display
 */
function testStep(name, script, args, { report, count, deadlineMs, env = {}, screen = false }) {
  return runStep(name, async () => {
    console.log(`… ${name}`);
    await rm(report, { force: true }); // an old report must not speak for this run
    /** @param {Readonly<Record<string, string | undefined>>} more */
    const run = (more) =>
      runChild(process.execPath, [join(projectRoot, script), ...args], {
        cwd: projectRoot,
        deadlineMs,
        env: { ...env, ...more },
        show: true,
      });
    const end = screen ? await withVirtualDisplay(run) : await run({});
    if (end.leftOver.length > 0)
      console.log(`${end.leftOver.length} processes outlived the ${name} and were ended: ${end.leftOver.join(', ')}`);
    const { counts, remark } = readTestRun(report, count, end.code);
    if (!end.timedOut) return remark === undefined ? { counts } : { counts, remark };
    return {
      counts: { ...counts, failed: Math.max(counts.failed, 1) },
      remark: `it did not end within ${deadlineMs / 1000} s`,
    };
  });
}
