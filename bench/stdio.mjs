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

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

try {
  const outfile = path.join(folder, 'measure.mjs');
  // The SDK's dependencies are CommonJS and ask for `require`.
  const banner = { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" };
  const entryPoints = [path.join(import.meta.dirname, 'measure-stdio.ts')];
  buildSync({ entryPoints, bundle: true, platform: 'node', format: 'esm', target: 'node20', outfile, banner });
  const server = path.join(import.meta.dirname, 'echo-server.mjs');
  for (const scenario of SCENARIOS) {
    const seen = Object.fromEntries(CLIENTS.map((client) => [client, []]));
    for (let round = 0; round < rounds; round++) {
      for (const client of CLIENTS) {
        const said = execFileSync(process.execPath, [outfile, client, scenario, server], { encoding: 'utf8' });
        seen[client].push(JSON.parse(said));
      }
    }
    for (const figure of Object.keys(seen.ours[0])) {
      const row = { figure: `${scenario} ${figure}` };
      for (const client of CLIENTS) {
        row[client] = Number(median(seen[client].map((one) => one[figure])).toPrecision(4));
        const ratios = seen[client].map((one, round) => one[figure] / seen.ours[round][figure]);
        if (client !== 'ours') row[`${client} / ours`] = Number(median(ratios).toPrecision(3));
      }
      console.log(JSON.stringify(row));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
