/*
 * npm run crash [-- --rounds=n --seed=n]: kills the real app so often (500) with SIGKILL in the middle of a chat with
 * tools, and looks each time whether everything it had promised holds. Exits 1 at the first thing that does not.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { runChild } from './child-run.mjs';
import { projectRoot } from './project.mjs';
import { setUp } from './set-up/set-up.mjs';
import { StepFailure, runCommand } from './step-failure.mjs';
import { withVirtualDisplay } from './virtual-display.mjs';

/** Far past the longest honest round, ms. */
const LONGEST_ROUND = 180_000;

/**
 * @param {string | undefined} text
 * @param {number} usual
 */
function wholeNumber(text, usual) {
  const number = Number(text ?? usual);
  if (Number.isInteger(number) && number > 0) return number;
  throw new StepFailure(`“${text}” is no whole number above 0.`);
}

await runCommand(async () => {
  if (process.platform !== 'linux') throw new StepFailure('The processes are found in /proc: run this on Linux.');
  const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
  const rounds = wholeNumber(values.rounds, 500);
  const seed = wholeNumber(values.seed, (Date.now() % 1_000_000) + 1);
  await setUp({ extras: ['Xvfb'] });
  const outfile = join(projectRoot, 'out/crash/crash-command.mjs');
  await build({
    entryPoints: [join(projectRoot, 'scripts/crash/crash-command.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  const args = [outfile, projectRoot, String(rounds), String(seed)];
  const end = await withVirtualDisplay((env) =>
    runChild(process.execPath, args, { cwd: projectRoot, deadlineMs: rounds * LONGEST_ROUND, env, show: true }),
  );
  return end.code;
});
