import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { placeRuntime, wantedElectronVersion } from './installed-runtime.mjs';
import { unpackZip } from './zip-archive.mjs';

/** How long the download host may take to answer, in ms. A closed network must not keep anybody waiting. */
const ANSWER_DEADLINE = 8000;
/** How long a download may stand still, in ms. */
const STALL_DEADLINE = 30_000;

/**
 * Gets the official runtime with Electron's own downloader (its mirror settings and its cache hold) and its own list
 * of checksums, and puts it in place. `node_modules/electron/install.js` does the same, but waits without bounds.
 *
 * @param {string} root
 * @param {(detail: string) => void} say
 */
export async function installOfficialRuntime(root, say) {
  const version = wantedElectronVersion(root);
  const home = join(root, 'node_modules/electron');
  const zip = await download(home, version, say);
  say('unpacking');
  await placeRuntime(root, { kind: 'official', version }, async (folder) => {
    await unpackZip(zip, folder);
    // The types that count are the package's own.
    await rm(join(folder, 'electron.d.ts'), { force: true });
  });
}

/**
 * @param {string} home the folder of the electron package
 * @param {string} version
 * @param {(detail: string) => void} say
 * @returns {Promise<string>} the path of the zip file
 */
async function download(home, version, say) {
  // `@electron/get` is a dependency of electron's, so it is found from there.
  const require = createRequire(join(home, 'package.json'));
  const { downloadArtifact } = await import(pathToFileURL(require.resolve('@electron/get')).href);
  const control = new AbortController();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @param {number} ms @param {string} what */
  const within = (ms, what) => {
    clearTimeout(timer);
    timer = setTimeout(() => control.abort(new Error(`${what} for ${ms / 1000} s`)), ms);
  };
  within(ANSWER_DEADLINE, 'no answer from the download host');
  try {
    return await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: machineArch(),
      cacheRoot: process.env['electron_config_cache'],
      checksums: JSON.parse(readFileSync(join(home, 'checksums.json'), 'utf8')),
      downloadOptions: {
        quiet: true,
        signal: control.signal,
        /** @param {{ readonly transferred: number, readonly total: number | null }} progress */
        getProgressCallback: ({ transferred, total }) => {
          within(STALL_DEADLINE, 'the download stood still');
          say(`${megabytes(transferred)} of ${total === null ? '?' : megabytes(total)} MB`);
          return Promise.resolve();
        },
      },
    });
  } finally {
    clearTimeout(timer);
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return Math.round(bytes / 1e6);
}

/** The processor, also where Node for Intel runs translated on an Apple one. */
function machineArch() {
  if (process.platform !== 'darwin' || process.arch !== 'x64') return process.arch;
  const { stdout } = spawnSync('sysctl', ['-in', 'sysctl.proc_translated'], { encoding: 'utf8' });
  return stdout?.trim() === '1' ? 'arm64' : 'x64';
}
