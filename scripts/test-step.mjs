import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from './child-run.mjs';
import { runSuites, suiteLines } from './conformance/suites.mjs';
import { withProgress } from './progress.mjs';
import { projectRoot } from './project.mjs';
import { readTestRun, sumCounts } from './test-report.mjs';
import { withVirtualDisplay } from './virtual-display.mjs';

/** @typedef {import('./test-report.mjs').Counts} Counts */
/** @typedef {{ readonly name: string, readonly seconds: number, readonly counts: Counts, readonly remark?: string }} StepResult */

/** Where the counts of one run go. */
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
 * @typedef {object} Check a program that is quiet where all is well
 * @property {string} name
 * @property {string} script path of its script from the project's root
 * @property {readonly string[]} args
 */

/**
 * Checks side by side, each one failure where it does not pass. What they say comes after the last one, each in one piece.
 *
 * @param {readonly Check[]} checks
 * @returns {Promise<readonly StepResult[]>}
 */
export async function checkSteps(checks, deadlineMs = 240_000) {
  const names = checks.map(({ name }) => name).join(', ');
  const ended = await withProgress(names, () => Promise.all(checks.map((check) => runCheck(check, deadlineMs))));
  for (const { result, output } of ended) {
    if (result.counts.failed > 0) console.log(`✗ ${result.name}\n${output}`);
  }
  return ended.map(({ result }) => result);
}

/**
 * @param {Check} check
 * @param {number} deadlineMs
 * @returns {Promise<{ readonly result: StepResult, readonly output: string }>}
 */
async function runCheck({ name, script, args }, deadlineMs) {
  let output = '';
  const result = await runStep(name, async () => {
    const end = await runChild(process.execPath, [join(projectRoot, script), ...args], {
      cwd: projectRoot,
      deadlineMs,
    });
    output = end.output.trim();
    if (end.code === 0) return { counts: NOTHING };
    return {
      counts: ONE_FAILED,
      remark: end.timedOut ? `it did not end within ${deadlineMs / 1000} s` : `it ended with code ${end.code}`,
    };
  });
  return { result, output };
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
  const args = ['run', '--reporter=default', '--reporter=./scripts/tally-reporter.mjs'];
  return testStep('unit tests', 'node_modules/vitest/vitest.mjs', args, { tally: 'unit', deadlineMs: 900_000 });
}

/** The official suite of MCP. What it leaves out for 2025-11-25 alone is a part of `all`. */
export function conformanceStep() {
  return runStep('conformance', async () => {
    const results = await runSuites(['2026-07-28', 'all']);
    for (const result of results) console.log(suiteLines(result).join('\n'));
    return { counts: sumCounts(results.map(({ counts }) => counts)) };
  });
}

/**
 * A Playwright project, or a part of it, on a screen of its own.
 *
 * @param {string} name
 * @param {'e2e' | 'smoke'} project
 * @param {object} [options]
 * @param {Readonly<Record<string, string>>} [options.env]
 * @param {string} [options.part] such as `1/2`; parts may run side by side
 */
export function playwrightStep(name, project, { env = {}, part = '1/1' } = {}) {
  const tally = `${project}-${part.replace('/', '-of-')}`;
  const args = ['test', '--project', project, `--shard=${part}`, '--reporter=list,./scripts/tally-reporter.mjs'];
  // A run empties its folder first.
  return testStep(name, 'node_modules/@playwright/test/cli.js', [...args, `--output=out/playwright/${tally}`], {
    tally,
    deadlineMs: 900_000,
    env,
    screen: process.platform === 'linux',
  });
}

/**
 * Runs tests, and prints what they said when they have ended.
 *
 * @param {string} name
 * @param {string} script
 * @param {readonly string[]} args
 * @param {object} options
 * @param {string} options.tally the name of the file that counts the tests as they go by
 * @param {number} options.deadlineMs far past the longest honest run: for what hangs
 * @param {Readonly<Record<string, string>>} [options.env]
 * @param {boolean} [options.screen] give it a virtual display
 */
function testStep(name, script, args, { tally, deadlineMs, env = {}, screen = false }) {
  return runStep(name, async () => {
    const file = join(RESULTS, `${tally}.json`);
    await mkdir(RESULTS, { recursive: true });
    await rm(file, { force: true }); // an old count must not speak for this run
    /** @param {Readonly<Record<string, string | undefined>>} more */
    const run = (more) =>
      runChild(process.execPath, [join(projectRoot, script), ...args], {
        cwd: projectRoot,
        deadlineMs,
        env: { ...env, ...more, GATEHOUSE_TALLY: file },
      });
    const end = await withProgress(name, () => (screen ? withVirtualDisplay(run) : run({})));
    // In one piece: other steps run beside this one.
    console.log(end.output.trimEnd());
    if (end.leftOver.length > 0)
      console.log(`${end.leftOver.length} processes outlived the ${name} and were ended: ${end.leftOver.join(', ')}`);
    const { counts, remark } = readTestRun(file, end.code);
    if (end.timedOut) return { counts, remark: `it did not end within ${deadlineMs / 1000} s` };
    return remark === undefined ? { counts } : { counts, remark };
  });
}
