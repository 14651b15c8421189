// Our HTTP client beside the official SDKs and node:http, in turns, each in a fresh process: `node bench/http.mjs [rounds]`.
// All run on one core where the system can say so. Prints the median of each figure, and the median of ours ÷ theirs within
// a round.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

const CLIENTS = ['raw', 'ours', 'sdk1', 'sdk2'];
const rounds = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(path.join(tmpdir(), 'bench-http-'));
const pin = spawnSync('taskset', ['-c', '0', 'true']).status === 0 ? ['taskset', '-c', '0'] : [];

// A warning on the terminal would be measured too.
const env = { ...process.env, NODE_NO_WARNINGS: '1' };

function command(...args) {
  const [file, ...rest] = [...pin, process.execPath, ...args];
  return [file, rest];
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const server = spawn(...command(path.join(import.meta.dirname, 'http-echo-server.mjs')), {
  stdio: ['pipe', 'pipe', 'inherit'],
});
try {
  const outfile = path.join(folder, 'measure.mjs');
  // Some dependencies are CommonJS and ask for `require`.
  const banner = { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" };
  const entryPoints = [path.join(import.meta.dirname, 'measure-http.ts')];
  buildSync({ entryPoints, bundle: true, platform: 'node', format: 'esm', target: 'node20', outfile, banner });
  const [port] = await once(server.stdout, 'data');
  for (const mode of ['json', 'sse']) {
    const seen = Object.fromEntries(CLIENTS.map((client) => [client, []]));
    for (let round = 0; round < rounds; round++) {
      for (const client of CLIENTS) {
        const said = execFileSync(...command(outfile, client, mode, String(port).trim()), { encoding: 'utf8', env });
        seen[client].push(JSON.parse(said));
      }
    }
    for (const figure of Object.keys(seen.ours[0])) {
      const row = { figure: `${mode} 100 B ${figure}` };
      for (const client of CLIENTS) {
        row[client] = Number(median(seen[client].map((one) => one[figure])).toPrecision(4));
        const ratios = seen[client].map((one, round) => seen.ours[round][figure] / one[figure]);
        if (client !== 'ours') row[`ours ÷ ${client}`] = Number(median(ratios).toPrecision(3));
      }
      console.log(JSON.stringify(row));
    }
  }
} finally {
  server.stdin.end();
  rmSync(folder, { recursive: true, force: true });
}
