import { defineConfig } from '@playwright/test';

/** Real Electron, one app at a time: two would fight over the keyboard of the one screen. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'out/e2e',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Deadlines are for what hangs, never a verdict on speed.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: { trace: 'retain-on-failure', actionTimeout: 20_000 },
  projects: [
    { name: 'e2e', testMatch: '*.e2e.ts' },
    { name: 'tour', testMatch: 'tour.spec.ts', timeout: 180_000 },
    // Drives the unpacked build that GATEHOUSE_EXECUTABLE names.
    { name: 'smoke', testMatch: 'smoke.spec.ts' },
  ],
});
