/*
 * npm run kill-test [-- <count>]: kills a host with five kinds of server so often (200) with SIGKILL, half of the times
 * while it starts, and counts what is left. Exits 1 where anything is.
 */
import { buildServers } from './build-servers.mjs';
import { killHosts } from './kill-run.mjs';
import { StepFailure, runCommand } from './step-failure.mjs';

const AT_ONCE = 2;

await runCommand(async () => {
  if (process.platform !== 'linux') throw new StepFailure('The processes are counted in /proc: run this on Linux.');
  const count = Number(process.argv[2] ?? 200);
  if (!Number.isInteger(count) || count < 1) throw new StepFailure(`“${process.argv[2]}” is no number of kills.`);
  await buildServers();
  let done = 0;
  const killings = await killHosts(count, AT_ONCE, ({ left }) => {
    done += 1;
    if (done % 20 === 0 || left > 0) console.log(`${done} of ${count} killed${left > 0 ? `, ${left} left` : ''}`);
  });
  const sum = (/** @type {(one: (typeof killings)[number]) => number} */ figure) =>
    killings.reduce((total, one) => total + figure(one), 0);
  const times = killings.map(({ goneMs }) => goneMs).toSorted((a, b) => a - b);
  const left = sum((one) => one.left);
  console.log(
    `${count} hosts killed, ${sum((one) => Number(one.wasUp))} of them after their servers were met; ` +
      `${sum((one) => one.running)} processes ran, ${left} are left. ` +
      `All of a host were gone after ${times[Math.floor(count / 2)]?.toFixed(0)} ms (median), ${times.at(-1)?.toFixed(0)} ms at most.`,
  );
  return left > 0 ? 1 : 0;
});
