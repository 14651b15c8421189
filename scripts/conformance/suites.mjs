import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../child-run.mjs';
import { withProgress } from '../progress.mjs';
import { projectRoot } from '../project.mjs';
import { StepFailure } from '../step-failure.mjs';
import { refereeNode } from './referee-node.mjs';
import { openClient } from './client.mjs';

/** @typedef {import('../test-report.mjs').Counts} Counts */
/** @typedef {{ readonly name: string, readonly counts: Counts, readonly failures: readonly string[] }} SuiteResult */

/**
 * What the official suite can be asked for. `all` holds every scenario, each at the revision it began with, and so the
 * whole of 2025-11-25.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const SUITES = {
  '2025-11-25': ['--requirements', '2025-11-25'],
  '2026-07-28': ['--requirements', '2026-07-28'],
  all: ['--suite', 'all'],
};

const FOLDER = join(projectRoot, 'out/conformance');
const CLIENT = join(FOLDER, 'client.js');
const REFEREE = join(projectRoot, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const COMMAND = join(projectRoot, 'scripts/conformance/client.sh');
/** How long one scenario may take, its wait for a turn included, in ms. */
const SCENARIO_MS = 540_000;
const SUITE_MS = 600_000;

/**
 * Runs suites against Gatehouse's client, one after the other.
 *
 * @param {readonly string[]} names of `SUITES`
 * @returns {Promise<readonly SuiteResult[]>}
 */
export async function runSuites(names) {
  if (!existsSync(REFEREE)) {
    throw new StepFailure('The conformance suite is not installed. Run npm ci, then run this again.');
  }
  const node = await refereeNode();
  await bundleClient();
  /** @type {SuiteResult[]} */
  const results = [];
  for (const name of names) {
    results.push(await withProgress(`conformance ${name}`, () => runSuite(node, name)));
  }
  return results;
}

async function bundleClient() {
  // Loaded only now: the set-up that installs it may have come just before.
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(projectRoot, 'e2e/conformance/client-host.ts')],
    outfile: CLIENT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // What the bundle has of CommonJS asks for Node's own modules this way.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}

/**
 * @param {string} node
 * @param {string} name
 * @returns {Promise<SuiteResult>}
 */
async function runSuite(node, name) {
  const results = join(FOLDER, name);
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  const client = await openClient(CLIENT);
  try {
    // The referee splits the command at spaces and gives it to a shell: what could hold a space goes by the environment.
    const args = ['client', '--command', 'bash "$GATEHOUSE_CLIENT"', ...(SUITES[name] ?? []), '--timeout'];
    const end = await runChild(node, [REFEREE, ...args, String(SCENARIO_MS), '--output-dir', results], {
      cwd: FOLDER,
      deadlineMs: SUITE_MS,
      env: { GATEHOUSE_CLIENT: COMMAND, GATEHOUSE_CLIENT_PORT: String(client.port) },
    });
    return readSuite(name, end);
  } finally {
    await client.close();
  }
}

/**
 * What the referee printed, as counts. It never counts as passed what it did not count itself.
 *
 * @param {string} name
 * @param {Pick<import('../child-run.mjs').ChildEnd, 'code' | 'output' | 'timedOut'>} end
 * @returns {SuiteResult}
 */
export function readSuite(name, { code, output, timedOut }) {
  // eslint-disable-next-line no-control-regex
  const lines = output.replace(/\u001B\[[\d;]*m/g, '').split('\n');
  const summary = lines.slice(lines.findIndex((line) => line.includes('SUITE SUMMARY')));
  const total = /^Total: (\d+) passed, (\d+) failed/.exec(summary.find((line) => line.startsWith('Total: ')) ?? '');
  const failures = summary.filter((line) => line.trim().startsWith('✗'));
  if (total === null) {
    const why = timedOut ? `it did not end within ${SUITE_MS / 1000} s` : `it ended with code ${code} and no summary`;
    return { name, counts: { passed: 0, failed: 1, skipped: 0 }, failures: [why, ...lines.slice(-20)] };
  }
  const passed = Number(total[1]);
  const failed = Math.max(Number(total[2]), failures.length, code === 0 ? 0 : 1, passed === 0 ? 1 : 0);
  const skipped = summary.filter((line) => line.includes(': 0 passed, 0 failed')).length;
  return { name, counts: { passed, failed, skipped }, failures };
}

/**
 * One line a suite, and what failed in it.
 *
 * @param {SuiteResult} result
 */
export function suiteLines({ name, counts, failures }) {
  const { passed, failed, skipped } = counts;
  const head = `${failed > 0 ? '✗' : '✓'} conformance ${name}: ${passed} checks passed, ${failed} failed, ${skipped} scenarios skipped`;
  return failed === 0 ? [head] : [head, ...failures, `The referee’s notes: out/conformance/${name}`];
}
