import { projectRoot } from '../project.mjs';
import { StepFailure } from '../step-failure.mjs';
import { ensureDependencies } from './dependencies.mjs';

/** @typedef {import('./installed-runtime.mjs').InstalledRuntime} InstalledRuntime */

const OLDEST_NODE = [20, 19];

/**
 * Does the part of the set-up that is still missing; where all is there it only looks. Everything that needs a
 * package is imported after the packages are in.
 *
 * @param {object} needs
 * @param {readonly import('./linux-libraries.mjs').Extra[]} needs.extras
 * @param {boolean} [needs.build] also build the app (default true)
 * @returns {Promise<InstalledRuntime>} the Electron to run
 */
export async function setUp({ extras, build = true }) {
  checkNode(process.versions.node);
  await ensureDependencies(projectRoot);
  const { ensureElectronRuntime } = await import('./electron-runtime.mjs');
  const runtime = await ensureElectronRuntime(projectRoot);
  const { ensureLinuxLibraries } = await import('./linux-libraries.mjs');
  await ensureLinuxLibraries(runtime.executable, extras);
  if (build) {
    const { ensureBuild } = await import('./app-build.mjs');
    await ensureBuild(projectRoot);
  }
  return runtime;
}

/** @param {string} version */
function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new StepFailure(
    `Gatehouse needs Node ${OLDEST_NODE.join('.')} or newer; this is ${version}. Install a newer Node and run this again.`,
  );
}
