import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'servers/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['scripts/vitest-global-setup.ts'],
    // Real children on a busy machine take their time; a deadline is for what hangs, never a verdict on speed.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
