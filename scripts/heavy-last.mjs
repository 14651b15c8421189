import { BaseSequencer } from 'vitest/node';

/** @typedef {Parameters<BaseSequencer['sort']>[0][number]} TestFile */

/**
 * Files that keep a core busy from their beginning to their end, the longest first. Beside the tests of the app they would
 * get a quarter of a core each, while the files that mostly wait for children would be left for the end and leave it idle.
 */
const HEAVY = [
  'scripts/crash/crash.test.ts',
  'src/core/agent/stream-cut.test.ts',
  'src/cli/cli.test.ts',
  'src/core/host/injection.test.ts',
  'src/core/tools/builtin/workspace-path-properties.test.ts',
  'src/core/mcp/fuzz/http-answers.test.ts',
  'src/renderer/features/code/code-tokens.test.ts',
  'src/core/audit/chain.test.ts',
  'src/main/approval-spoofing.test.ts',
  'scripts/kill-run.test.ts',
  'src/renderer/features/chat/hostile-markdown.test.tsx',
  'src/core/model/anthropic.test.ts',
  'src/core/mcp/fuzz/stdio-frames.test.ts',
  'src/architecture.test.ts',
  'src/core/agent/offered-tools.test.ts',
  'src/core/tools/tool-search.test.ts',
];

/** The order of vitest, with the heavy files last. */
export class HeavyLast extends BaseSequencer {
  /**
   * @override
   * @param {TestFile[]} files
   */
  async sort(files) {
    // oxlint-disable-next-line unicorn/no-array-sort -- this one sorts no array, it is the sequencer's
    const sorted = await super.sort(files);
    const heavy = HEAVY.flatMap((name) => sorted.filter((file) => isFile(file, name)));
    return [...sorted.filter((file) => !heavy.includes(file)), ...heavy];
  }
}

/**
 * @param {TestFile} file
 * @param {string} name
 */
function isFile(file, name) {
  return file.moduleId.replaceAll('\\', '/').endsWith(`/${name}`);
}
