import { defineConfig } from 'vitest/config';

/**
 * The tests by which `npm run mutation` judges the policy: those of its own room. What a property of generated calls
 * finds, the table has to find too, so that it can be read which case it is; and it is a hundred times quicker.
 */
export default defineConfig({
  test: { include: ['src/core/policy/**/*.test.ts'], exclude: ['src/core/policy/decide-properties.test.ts'] },
});
