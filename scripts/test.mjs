import { projectRoot } from './project.mjs';
import { setUp } from './set-up/set-up.mjs';
import { StepFailure, runCommand } from './step-failure.mjs';
import { lastLine, sumCounts } from './test-report.mjs';
import { checkSteps, conformanceStep, notRun, playwrightStep, unitStep, workStep } from './test-step.mjs';

/** @typedef {import('./test-step.mjs').StepResult} StepResult */

const PARTS = ['checks', 'unit', 'conformance', 'e2e', 'smoke'];
/** @type {readonly import('./set-up/linux-libraries.mjs').Extra[]} */
const APP_EXTRAS = ['Xvfb', 'xdotool', 'cjk-font'];
/** On Linux each half has a screen of its own: the one works while the other waits for a box. Elsewhere is one keyboard. */
const E2E_HALVES = process.platform === 'linux' ? ['1/2', '2/2'] : ['1/1'];
const CHECKS = [
  { name: 'format', script: 'node_modules/oxfmt/bin/oxfmt', args: ['--check', '.'] },
  { name: 'lint', script: 'node_modules/oxlint/bin/oxlint', args: [] },
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['-p', '.'] },
  { name: 'dead code', script: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
];

/**
 * Runs every part that was asked for, also after one has failed.
 *
 * @param {ReadonlySet<string>} parts
 * @returns {Promise<readonly StepResult[]>}
 */
async function runParts(parts) {
  const needsApp = parts.has('e2e') || parts.has('smoke');
  const ready = await workStep('set-up', () =>
    setUp({ extras: ['bwrap', ...(needsApp ? APP_EXTRAS : [])], build: false }),
  );
  if (ready.counts.failed > 0) return [ready]; // without its packages nothing below can run
  // Side by side: the tests of units, which take longest, and all that starts the app, leave each other a core most of
  // the time.
  const halves = await Promise.all([inTurn([parts.has('unit') ? unitStep : undefined]), runOnApp(parts)]);
  return [ready, ...halves.flat()];
}

/**
 * The checks, the official suite, and the parts that drive the real app.
 *
 * @param {ReadonlySet<string>} parts
 * @returns {Promise<readonly StepResult[]>}
 */
async function runOnApp(parts) {
  const checks = async () => (parts.has('checks') ? checkSteps(CHECKS) : []);
  const conformance = parts.has('conformance') ? conformanceStep : undefined;
  if (!parts.has('e2e') && !parts.has('smoke')) return inTurn([checks, conformance]);
  const { ensureBuild } = await import('./set-up/app-build.mjs');
  const built = await workStep('build', () => ensureBuild(projectRoot));
  const appParts = ['e2e', 'smoke'].filter((part) => parts.has(part));
  if (built.counts.failed > 0) {
    return [
      built,
      ...(await inTurn([checks, conformance])),
      ...appParts.map((part) => notRun(part, 'the build failed')),
    ];
  }
  const smoke = async () => (parts.has('smoke') ? runOnUnpackedBuild() : []);
  const e2e = parts.has('e2e') ? E2E_HALVES : [];
  const [first, second] = e2e.map(
    (part) => () => playwrightStep(part === '1/1' ? 'e2e' : `e2e ${part}`, 'e2e', { part }),
  );
  const lanes = await Promise.all([inTurn([first, smoke]), inTurn([checks, second, conformance])]);
  return [built, ...lanes.flat()];
}

/**
 * @param {readonly ((() => Promise<StepResult | readonly StepResult[]>) | undefined)[]} steps
 * @returns {Promise<readonly StepResult[]>}
 */
async function inTurn(steps) {
  /** @type {StepResult[]} */
  const results = [];
  for (const step of steps) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what it is for
    if (step !== undefined) results.push(...[await step()].flat());
  }
  return results;
}

/** @returns {Promise<readonly StepResult[]>} */
async function runOnUnpackedBuild() {
  const { makeUnpacked, unpackedExecutable } = await import('./distribution.mjs');
  const packed = await workStep('unpacked build', makeUnpacked);
  if (packed.counts.failed > 0) return [packed, notRun('smoke test', 'there is no unpacked build')];
  return [packed, await playwrightStep('smoke test', 'smoke', { env: { GATEHOUSE_EXECUTABLE: unpackedExecutable() } })];
}

/** @param {readonly StepResult[]} results */
function printSummary(results) {
  console.log('');
  for (const { name, seconds, counts, remark } of results) {
    console.log(
      `${counts.failed > 0 ? '✗' : '✓'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s${remark === undefined ? '' : `  ${remark}`}`,
    );
  }
}

/** @returns {Promise<number>} an exit code */
async function runTests() {
  const asked = process.argv.slice(2);
  const unknown = asked.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) {
    throw new StepFailure(`There is no part “${unknown}”. The parts are ${PARTS.join(', ')}; without a name all run.`);
  }
  const results = await runParts(new Set(asked.length > 0 ? asked : PARTS));
  printSummary(results);
  const counts = sumCounts(results.map((result) => result.counts));
  console.log(lastLine(counts));
  // A run of checks alone has no tests in it; any other that ran none has failed.
  const ranNone = counts.passed + counts.failed === 0 && asked.join() !== 'checks';
  return counts.failed > 0 || ranNone ? 1 : 0;
}

await runCommand(() =>
  runTests().catch((error) => {
    console.error(error instanceof StepFailure ? error.message : error);
    console.log(lastLine({ passed: 0, failed: 1, skipped: 0 }));
    return 1;
  }),
);
