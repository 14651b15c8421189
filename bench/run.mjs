/*
 * Our client beside the official SDKs and a bare JSON-RPC pipe:
 *
 *   npm run bench -- [--check] [--rounds=n] [measure …]
 *
 * Every measurement is a fresh process; in a round the clients take turns, so that what else the machine does hits all of
 * them alike. `--check` exits 1 where a goal is missed by more than 15 %. A whole run writes its table, its plot and its
 * raw figures into bench/results/; one of some measures only prints its table.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build } from 'vite';
import { MEASURES } from './measures.mjs';
import { plot } from './plot.mjs';
import { table } from './report.mjs';
import { toolAt } from './servers/answers.mjs';
import { CLIENTS, chosen, misses, ratioTo } from './verdicts.mjs';

/** @typedef {import('./measures.mjs').Measure} Measure */
/** @typedef {import('./verdicts.mjs').Outcome} Outcome */
/** @typedef {import('./verdicts.mjs').Round} Round */

const FOLDER = import.meta.dirname;
// Inside the project, so that packages are found from there.
const BUILT = path.join(FOLDER, '../out/bench');
const TOOLS_FILE = path.join(BUILT, 'tools.sh');
/** The longest that one measurement may take, ms, where its measure does not say less. */
const DEADLINE_MS = 600_000;
/**
 * What is loaded from its packages. `cross-spawn` is loaded on Windows alone; in the bundle, the `require` that it asks
 * for would be made at every start.
 */
const PACKAGES = [/^@modelcontextprotocol\//, 'cross-spawn'];

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false }, rounds: { type: 'string' } },
  allowPositionals: true,
});
const measures = chosen(positionals);
const run = promisify(execFile);
const hasTaskset = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/**
 * Builds a program with what builds the app: one file with what is always needed, and one for each thing that is needed
 * rarely.
 *
 * @param {string} source in this folder
 * @param {string} folder
 * @param {readonly (RegExp | string)[]} external what is loaded from its packages
 */
async function buildProgram(source, folder, external = []) {
  await build({
    configFile: false,
    root: path.join(FOLDER, '..'),
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20.18',
      minify: false,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: path.join(FOLDER, source),
        external: [...external],
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
  });
}

/**
 * @param {import('./verdicts.mjs').ClientName} client
 * @param {boolean} bundled whether an SDK is in the bundle too, and not loaded from its packages
 */
function folderOf(client, bundled) {
  return path.join(BUILT, bundled ? 'bundled' : 'packages', client);
}

/**
 * One measurement in a process of its own.
 *
 * @param {Measure} measure
 * @param {import('./verdicts.mjs').ClientName} client
 * @returns {Promise<import('./verdicts.mjs').Figures>}
 */
async function measureOnce(measure, client) {
  const { scenario, server, count, env = {}, oneCore = false, bundled = false } = measure;
  const isSdk = client === 'sdk1' || client === 'sdk2';
  const built = path.join(folderOf(client, bundled && isSdk), `${client}.mjs`);
  const order = {
    scenario,
    server,
    count,
    env,
    servers: path.join(FOLDER, 'servers'),
    tools: TOOLS_FILE,
    client: built,
  };
  const file = path.join(BUILT, 'measure.mjs');
  const node = [process.execPath, '--expose-gc', '--no-warnings', '--max-old-space-size=8192', file];
  const [command = '', ...args] = [...(oneCore && hasTaskset ? ['taskset', '-c', '1'] : []), ...node];
  const timeout = measure.patienceMs ?? DEADLINE_MS;
  try {
    const { stdout } = await run(command, [...args, JSON.stringify(order)], { timeout });
    return JSON.parse(stdout);
  } catch (error) {
    const late = error instanceof Error && 'killed' in error && error.killed === true;
    if (!late || measure.patienceMs === undefined) throw error;
    return { value: measure.patienceMs, late: 1 };
  }
}

/**
 * @param {Measure} measure
 * @returns {Promise<Outcome>}
 */
async function measureAll(measure) {
  const count = values.rounds === undefined ? measure.rounds : Math.min(Number(values.rounds), measure.rounds);
  /** @type {Round[]} */
  const rounds = [];
  for (let at = 0; at < count; at++) {
    /** @type {Round} */
    const round = { ours: {}, sdk1: {}, sdk2: {}, raw: {} };
    // Nobody always comes first.
    const order = CLIENTS.map((_, place) => CLIENTS[(place + at) % CLIENTS.length] ?? 'ours');
    for (const client of order) round[client] = await measureOnce(measure, client);
    rounds.push(round);
  }
  const outcome = { measure, rounds };
  const ratios = `÷ 1.x ${ratioTo(outcome, 'sdk1').toFixed(3)}, ÷ 2.x ${ratioTo(outcome, 'sdk2').toFixed(3)}`;
  console.error(`${measure.title}: ours ${ratios}, ÷ bare ${ratioTo(outcome, 'raw').toFixed(3)}`);
  return outcome;
}

function machine() {
  const [cpu] = os.cpus();
  const [load = 0] = os.loadavg();
  const pinned = hasTaskset ? '' : ' Nothing could be pinned to one core.';
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${os.platform()} ${os.arch()}, ${os.cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, load ${load.toFixed(1)} at the end.${pinned}`;
}

rmSync(BUILT, { recursive: true, force: true });
await buildProgram('measure.ts', BUILT);
for (const client of CLIENTS) await buildProgram(`clients/${client}.ts`, folderOf(client, false), PACKAGES);
for (const sdk of /** @type {const} */ (['sdk1', 'sdk2'])) await buildProgram(`clients/${sdk}.ts`, folderOf(sdk, true));
const tools = Array.from({ length: 20 }, (_, at) => toolAt(at));
writeFileSync(TOOLS_FILE, `tools='${JSON.stringify({ tools }).replaceAll("'", String.raw`'\''`)}'\n`);
/** @type {Outcome[]} */
const outcomes = [];
for (const measure of measures) outcomes.push(await measureAll(measure));
const report = table(outcomes, machine());
console.log(report);
if (outcomes.length === MEASURES.length) {
  const results = path.join(FOLDER, 'results');
  mkdirSync(results, { recursive: true });
  writeFileSync(path.join(results, 'results.md'), `${report}\n![Times as good as SDK 1.x](results.svg)\n`);
  writeFileSync(path.join(results, 'results.svg'), plot(outcomes));
  const raw = outcomes.map(({ measure, rounds }) => ({ id: measure.id, rounds }));
  writeFileSync(path.join(results, 'results.json'), `${JSON.stringify(raw, undefined, 1)}\n`);
}
if (values.check) {
  const missed = misses(outcomes);
  for (const sentence of missed) console.error(sentence);
  if (missed.length > 0) process.exitCode = 1;
}
