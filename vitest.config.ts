import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { HeavyLast } from './scripts/heavy-last.mjs';

// What ships is what is tested, and it costs less: without it React, its JSX and micromark are those for development.
process.env['NODE_ENV'] = 'production';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'servers/**/*.test.ts', 'scripts/**/*.test.ts'],
    // No file leaves state behind (there is no module state, and what a test changes it puts back), so the files share a
    // process and its modules: a third less work than a process each.
    pool: 'threads',
    isolate: false,
    // Most tests wait for children now and then, and leave room for another; by default two cores get one worker.
    maxWorkers: Math.max(availableParallelism(), 3),
    sequence: { sequencer: HeavyLast },
    globalSetup: ['scripts/vitest-global-setup.ts'],
    // What passes is quiet: only the words of a test that failed are shown.
    silent: 'passed-only',
    slowTestThreshold: 5_000,
    // Real children on a busy machine take their time; a deadline is for what hangs, never a verdict on speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
