// Our stdio client beside the official SDK and the floor, in turns, each in a fresh process: `node bench/stdio.mjs [rounds]`.
// Prints the median of each figure, and the median of its ratio to ours within a round.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

const CLIENTS = ['raw', 'ours', 'sdk'];
const SCENARIOS = ['sequential', 'in-flight', 'large'];
const rounds = Number(process.argv[2] ?? 3);
const folder = mkdtempSync(path.join(tmpdir(), 'bench-stdio-'));

/** @typedef {Record<string, Readonly<Record<string, number>>>} Round each client's figures by their names */

/**
 * @param {readonly number[]} numbers
 * @returns {number} NaN of none
 */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * @param {Round} round
 * @param {string} client
 * @param {string} figure
 * @returns {number} NaN where the client does not give the figure
 */
function figureOf(round, client, figure) {
  return round[client]?.[figure] ?? Number.NaN;
}

try {
  const outfile = path.join(folder, 'measure.mjs');
  // The SDK's dependencies are CommonJS and ask for `require`.
  const banner = { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" };
  const entryPoints = [path.join(import.meta.dirname, 'measure-stdio.ts')];
  buildSync({ entryPoints, bundle: true, platform: 'node', format: 'esm', target: 'node20', outfile, banner });
  const server = path.join(import.meta.dirname, 'echo-server.mjs');
  for (const scenario of SCENARIOS) {
    /** @type {Round[]} */
    const seen = [];
    while (seen.length < rounds) {
      /** @type {Round} */
      const round = {};
      for (const client of CLIENTS) {
        const said = execFileSync(process.execPath, [outfile, client, scenario, server], { encoding: 'utf8' });
        round[client] = JSON.parse(said);
      }
      seen.push(round);
    }
    for (const figure of Object.keys(seen[0]?.['ours'] ?? {})) {
      /** @type {Record<string, string | number>} */
      const row = { figure: `${scenario} ${figure}` };
      for (const client of CLIENTS) {
        row[client] = Number(median(seen.map((round) => figureOf(round, client, figure))).toPrecision(4));
        const ratios = seen.map((round) => figureOf(round, client, figure) / figureOf(round, 'ours', figure));
        if (client !== 'ours') row[`${client} / ours`] = Number(median(ratios).toPrecision(3));
      }
      console.log(JSON.stringify(row));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
