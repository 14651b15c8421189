/** Changes the code of `core/policy` in every small way and asks whether a test notices. Takes minutes: not in CI. */
export default {
  mutate: ['src/core/policy/**/*.ts', '!src/core/policy/**/*.{test,test-kit}.ts'],
  // It would rewrite tsconfig.json by an interface that TypeScript 7 no longer has; nothing here needs that.
  tsconfigFile: 'none',
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  // The lists of words and look-alikes: each of them is a test of its own, and would be a whole run of all.
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'out/mutation/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: 'out/mutation/work',
  thresholds: { high: 95, low: 90, break: 90 },
};
