import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../child-run.mjs';
import { withProgress } from '../progress.mjs';
import { cacheFolder } from '../project.mjs';
import { npmCommand } from '../set-up/dependencies.mjs';
import { StepFailure } from '../step-failure.mjs';

/** The suite uses `fs.globSync`, which Node has since 22. */
const NEEDED = 22;
const VERSION = '22.23.5';

/**
 * A Node that can run the suite: the running one, else one from the npm registry, kept in the user's cache.
 *
 * @returns {Promise<string>} path of the program
 */
export async function refereeNode() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return process.execPath;
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const shelf = join(cacheFolder(), 'referee-node');
  const ready = join(shelf, VERSION);
  const program = join(ready, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  const scratch = join(shelf, `.scratch-${process.pid}-${Date.now()}`);
  await mkdir(scratch, { recursive: true });
  try {
    await withProgress(`Node ${VERSION} for the conformance suite`, () => install(scratch, `${name}@${VERSION}`));
    await rename(scratch, ready).catch((error) => {
      // Another run was faster, and what it made is the same.
      if (!existsSync(program)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return program;
}

/**
 * @param {string} folder
 * @param {string} spec
 */
async function install(folder, spec) {
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const { command, args } = npmCommand();
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const end = await runChild(command, [...args, 'install', ...flags, spec], { cwd: folder, deadlineMs: 10 * 60_000 });
  if (end.code === 0) return;
  throw new StepFailure(
    `${end.output.trim()}\n\nThe conformance suite needs Node ${NEEDED}, and ${spec} could not be installed. Its words are above; ` +
      `check the network or npm’s registry settings, or run this with Node ${NEEDED} or newer.`,
  );
}
