import { setUp } from './set-up/set-up.mjs';
import { runCommand } from './step-failure.mjs';

const TEST_RUNTIME = '--test-runtime';

await runCommand(async () => {
  await setUp({ extras: [] });
  const { makeRelease, makeUnpacked, unpackedExecutable } = await import('./distribution.mjs');
  const args = process.argv.slice(2);
  if (args.includes(TEST_RUNTIME)) {
    await makeUnpacked();
    console.log(`For tests only: ${unpackedExecutable()}`);
  } else {
    await makeRelease(args);
    console.log('The packages are in dist/.');
  }
});
