import { BaseSequencer } from 'vitest/node';

/** @typedef {Parameters<BaseSequencer['sort']>[0][number]} TestFile */

/** Files that take longest: started last they would keep one core alone at the end of a run. */
const SLOW = [
  'scripts/crash/crash.test.ts',
  'src/cli/cli.test.ts',
  'src/core/agent/stream-cut.test.ts',
  'src/core/host/injection.test.ts',
  'scripts/kill-run.test.ts',
];

/** The order of vitest, with the slow files first. */
export class SlowFirst extends BaseSequencer {
  /**
   * @override
   * @param {TestFile[]} files
   */
  async sort(files) {
    // oxlint-disable-next-line unicorn/no-array-sort -- this one sorts no array, it is the sequencer's
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

/** @param {TestFile} file */
function isSlow(file) {
  return SLOW.some((name) => file.moduleId.replaceAll('\\', '/').endsWith(name));
}
