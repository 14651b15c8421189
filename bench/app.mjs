/*
 * The real app beside a bare window of the same runtime:
 *
 *   npm run bench:app -- [--rounds=n] [start] [page] [deltas]
 *
 * The two are started in turns, so that what else the machine does hits both alike. A whole run writes its table and its
 * figures into bench/results/; one of some parts only prints its table.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { runChild } from '../scripts/child-run.mjs';
import { switchesForRoot } from '../scripts/electron-app.mjs';
import { projectRoot } from '../scripts/project.mjs';
import { setUp } from '../scripts/set-up/set-up.mjs';
import { StepFailure, runCommand } from '../scripts/step-failure.mjs';
import { withVirtualDisplay } from '../scripts/virtual-display.mjs';

const PARTS = ['start', 'page', 'deltas'];
const DEADLINE_MS = 60 * 60_000;

await runCommand(async () => {
  if (process.platform !== 'linux') throw new StepFailure('The figures come from /proc: run this on Linux.');
  const { values, positionals } = parseArgs({ options: { rounds: { type: 'string' } }, allowPositionals: true });
  const rounds = Number(values.rounds ?? 5);
  if (!Number.isInteger(rounds) || rounds < 1) throw new StepFailure(`“${values.rounds}” is no number of rounds.`);
  const unknown = positionals.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new StepFailure(`There is no part “${unknown}”. The parts are ${PARTS.join(', ')}.`);
  const runtime = await setUp({ extras: ['Xvfb', 'cjk-font'] });
  const out = join(projectRoot, 'out/bench-app');
  await build({
    entryPoints: ['measure-app', 'deltas-main'].map((name) => join(projectRoot, `bench/app/${name}.ts`)),
    outdir: out,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    outExtension: { '.js': '.mjs' },
    logLevel: 'warning',
  });
  const order = {
    root: projectRoot,
    electron: runtime.executable,
    switches: switchesForRoot(),
    rounds,
    parts: positionals.length > 0 ? positionals : PARTS,
    deltasMain: join(out, 'deltas-main.mjs'),
  };
  const args = [join(out, 'measure-app.mjs'), JSON.stringify(order)];
  const end = await withVirtualDisplay((env) =>
    runChild(process.execPath, args, { cwd: projectRoot, deadlineMs: DEADLINE_MS, env, show: true }),
  );
  return end.code;
});
