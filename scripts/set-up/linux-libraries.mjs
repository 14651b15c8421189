import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runChild } from '../child-run.mjs';
import { withProgress } from '../progress.mjs';
import { StepFailure } from '../step-failure.mjs';
import { missingLibraries, packagesFor } from './linux-packages.mjs';

/**
 * Programs and fonts beside the libraries, and the package that brings each.
 *
 * @typedef {'Xvfb' | 'xdotool' | 'cjk-font' | 'bwrap'} Extra
 */
/** @type {Readonly<Record<Extra, { readonly apt: string, readonly dnf: string }>>} */
const EXTRAS = {
  Xvfb: { apt: 'xvfb', dnf: 'xorg-x11-server-Xvfb' },
  xdotool: { apt: 'xdotool', dnf: 'xdotool' },
  'cjk-font': { apt: 'fonts-noto-cjk', dnf: 'google-noto-sans-cjk-fonts' },
  bwrap: { apt: 'bubblewrap', dnf: 'bubblewrap' },
};
/** Installed where that is possible; without one, tests that need it are skipped and say so. */
const OPTIONAL = new Set(['bwrap']);
const CJK_FONT_FILE = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';
/** Native dialogs are GTK's. Newer runtimes load it by name at run time, where `ldd` does not see it. */
const LOADED_LATER = ['libgtk-3.so.0'];

/**
 * Sees to it that Electron finds its system libraries, and that the extras are there. As root on Debian or Ubuntu it
 * installs what is missing; elsewhere it fails with the command to run. An optional extra never makes it fail.
 *
 * @param {string} executable Electron's program
 * @param {readonly Extra[]} extras
 */
export async function ensureLinuxLibraries(executable, extras) {
  if (process.platform !== 'linux') return;
  const needed = extras.filter((extra) => !OPTIONAL.has(extra));
  const missing = lookFor(executable, needed);
  const asRoot = isDebianLike() && process.getuid?.() === 0;
  if (asRoot) await installOptional(lookFor(executable, extras).extras.filter((extra) => OPTIONAL.has(extra)));
  if (missing.libraries.length === 0 && missing.extras.length === 0) return;
  if (asRoot) {
    await installWithApt(missing);
    const still = lookFor(executable, needed);
    if (still.libraries.length === 0 && still.extras.length === 0) return;
    throw new StepFailure(
      `apt-get ended well, but still missing: ${names(still)}. Install what provides them and run this again.`,
    );
  }
  throw new StepFailure(`Electron needs what this system lacks: ${names(missing)}.\n${adviceFor(missing)}`);
}

/** @param {readonly Extra[]} extras */
async function installOptional(extras) {
  if (extras.length === 0) return;
  try {
    await installWithApt({ libraries: [], extras });
  } catch (error) {
    console.log(`Going on without ${extras.join(', ')}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @typedef {{ readonly libraries: readonly string[], readonly extras: readonly Extra[] }} Missing */

/** @param {Missing} missing */
function names(missing) {
  return [...missing.libraries, ...missing.extras].join(', ');
}

/**
 * @param {string} executable
 * @param {readonly Extra[]} extras
 * @returns {Missing}
 */
function lookFor(executable, extras) {
  const ldd = spawnSync('ldd', [executable], { encoding: 'utf8' });
  if (ldd.status !== 0) {
    throw new StepFailure(
      `ldd could not look at ${executable}: ${(ldd.error?.message ?? ldd.stderr).trim()}\nElectron needs a Linux with glibc.`,
    );
  }
  const libraries = [
    ...missingLibraries(ldd.stdout),
    ...LOADED_LATER.filter((name) => !ldd.stdout.includes(name) && !isLoadable(name)),
  ];
  return { libraries, extras: extras.filter((extra) => !isThere(extra)) };
}

/** @param {string} library */
function isLoadable(library) {
  for (const ldconfig of ['/sbin/ldconfig', '/usr/sbin/ldconfig', 'ldconfig']) {
    const { status, stdout } = spawnSync(ldconfig, ['-p'], { encoding: 'utf8' });
    if (status === 0) return stdout.includes(`\t${library} `);
  }
  return true; // no way to tell: `ldd` has seen what is linked
}

/** @param {Extra} extra */
function isThere(extra) {
  if (extra !== 'cjk-font') return isOnPath(extra);
  if (existsSync(CJK_FONT_FILE)) return true;
  const { status, stdout } = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '';
}

/**
 * @param {string} program
 * @returns {boolean} whether the user can run it by its name
 */
function isOnPath(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The names of the system and of those it is like, from os-release. */
function systemIds() {
  if (!existsSync('/etc/os-release')) return [];
  const lines = readFileSync('/etc/os-release', 'utf8').matchAll(/^(?:ID|ID_LIKE)=(.*)$/gmu);
  return [...lines].flatMap((match) => (match[1] ?? '').replaceAll('"', '').split(' '));
}

function isDebianLike() {
  return systemIds().some((id) => id === 'debian' || id === 'ubuntu') && isOnPath('apt-get');
}

/** @param {string} name */
function aptKnows(name) {
  const { status, stdout } = spawnSync('apt-cache', ['show', '--no-all-versions', name], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '';
}

/**
 * @param {Missing} missing
 * @returns {readonly string[]} package names; throws where a library has no known package
 */
function aptPackages(missing) {
  const { packages, unknown } = packagesFor(missing.libraries, aptKnows);
  if (unknown.length > 0) {
    throw new StepFailure(
      `Electron needs ${unknown.join(', ')}, and Gatehouse knows no package for it.\n` +
        `Find it with: apt-get install -y apt-file && apt-file update && apt-file search ${unknown[0]}`,
    );
  }
  return [...packages, ...missing.extras.map((extra) => EXTRAS[extra].apt)];
}

/** @param {Missing} missing */
async function installWithApt(missing) {
  await withProgress(`System packages for ${names(missing)}`, async (say) => {
    say('apt-get update');
    await apt(['update']);
    const packages = aptPackages(missing);
    say(`apt-get install ${packages.join(' ')}`);
    await apt(['install', '-y', '--no-install-recommends', ...packages]);
  });
}

/** @param {readonly string[]} args */
async function apt(args) {
  const end = await runChild('apt-get', args, { deadlineMs: 10 * 60_000, env: { DEBIAN_FRONTEND: 'noninteractive' } });
  if (end.code === 0) return;
  throw new StepFailure(
    `${end.output.trim()}\n\napt-get ${args[0]} ${end.timedOut ? 'did not end within 10 minutes' : 'failed'}; its own words are above. ` +
      `Once that is mended, run: apt-get ${args.join(' ')}`,
  );
}

/**
 * @param {Missing} missing
 * @returns {string} one command to run, where the system's package manager is known
 */
function adviceFor(missing) {
  if (isDebianLike()) {
    return `Run this, then try again:\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${aptPackages(missing).join(' ')}`;
  }
  if (isOnPath('dnf')) {
    // dnf finds a package by the library that it provides.
    const provided = missing.libraries.map((library) => `'${library}()(64bit)'`);
    return `Run this, then try again:\n  sudo dnf install -y ${[...provided, ...missing.extras.map((extra) => EXTRAS[extra].dnf)].join(' ')}`;
  }
  return 'Install them with your package manager, then try again.';
}
