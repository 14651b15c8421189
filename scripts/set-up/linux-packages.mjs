/*
 * Which package of Debian or Ubuntu holds a library that Electron links against. Where a release renamed a package
 * for 64-bit time (`t64`), the newer name stands first; the first name that the machine's apt knows is taken.
 */
/** @type {Readonly<Record<string, readonly string[]>>} */
const PACKAGE_OF = {
  'libX11-xcb.so.1': ['libx11-xcb1'],
  'libX11.so.6': ['libx11-6'],
  'libXcomposite.so.1': ['libxcomposite1'],
  'libXcursor.so.1': ['libxcursor1'],
  'libXdamage.so.1': ['libxdamage1'],
  'libXext.so.6': ['libxext6'],
  'libXfixes.so.3': ['libxfixes3'],
  'libXi.so.6': ['libxi6'],
  'libXrandr.so.2': ['libxrandr2'],
  'libXrender.so.1': ['libxrender1'],
  'libXtst.so.6': ['libxtst6'],
  'libasound.so.2': ['libasound2t64', 'libasound2'],
  'libatk-1.0.so.0': ['libatk1.0-0t64', 'libatk1.0-0'],
  'libatk-bridge-2.0.so.0': ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'],
  'libatspi.so.0': ['libatspi2.0-0t64', 'libatspi2.0-0'],
  'libcairo-gobject.so.2': ['libcairo-gobject2'],
  'libcairo.so.2': ['libcairo2'],
  'libcups.so.2': ['libcups2t64', 'libcups2'],
  'libdbus-1.so.3': ['libdbus-1-3'],
  'libdrm.so.2': ['libdrm2'],
  'libexpat.so.1': ['libexpat1'],
  'libfontconfig.so.1': ['libfontconfig1'],
  'libgbm.so.1': ['libgbm1'],
  'libgcc_s.so.1': ['libgcc-s1'],
  'libgdk-3.so.0': ['libgtk-3-0t64', 'libgtk-3-0'],
  'libgdk_pixbuf-2.0.so.0': ['libgdk-pixbuf-2.0-0'],
  'libgio-2.0.so.0': ['libglib2.0-0t64', 'libglib2.0-0'],
  'libglib-2.0.so.0': ['libglib2.0-0t64', 'libglib2.0-0'],
  'libgmodule-2.0.so.0': ['libglib2.0-0t64', 'libglib2.0-0'],
  'libgobject-2.0.so.0': ['libglib2.0-0t64', 'libglib2.0-0'],
  'libgtk-3.so.0': ['libgtk-3-0t64', 'libgtk-3-0'],
  'libharfbuzz.so.0': ['libharfbuzz0b'],
  'libnspr4.so': ['libnspr4'],
  'libnss3.so': ['libnss3'],
  'libnssutil3.so': ['libnss3'],
  'libpango-1.0.so.0': ['libpango-1.0-0'],
  'libpangocairo-1.0.so.0': ['libpangocairo-1.0-0'],
  'libsecret-1.so.0': ['libsecret-1-0'],
  'libsmime3.so': ['libnss3'],
  'libstdc++.so.6': ['libstdc++6'],
  'libudev.so.1': ['libudev1'],
  'libwayland-client.so.0': ['libwayland-client0'],
  'libxcb.so.1': ['libxcb1'],
  'libxkbcommon.so.0': ['libxkbcommon0'],
};

/**
 * @param {string} lddOutput what `ldd` says about a program
 * @returns {readonly string[]} the names of the libraries that were not found, each once
 */
export function missingLibraries(lddOutput) {
  const names = [...lddOutput.matchAll(/^\s*(\S+) => not found/gmu)].map((match) => match[1] ?? '');
  return [...new Set(names)];
}

/**
 * Finds the packages for libraries.
 *
 * @param {readonly string[]} libraries names like `libgtk-3.so.0`
 * @param {(name: string) => boolean} isKnown whether this machine's apt can install a package of that name
 * @returns {{ readonly packages: readonly string[], readonly unknown: readonly string[] }} `unknown`: libraries
 *   for which no package was found
 */
export function packagesFor(libraries, isKnown) {
  /** @type {Set<string>} */
  const packages = new Set();
  /** @type {string[]} */
  const unknown = [];
  for (const library of libraries) {
    const candidates = PACKAGE_OF[library] ?? [];
    // Before the first `apt-get update` apt knows no names at all; the older name is then the better guess.
    const found = candidates.find(isKnown) ?? candidates.at(-1);
    if (found === undefined) unknown.push(library);
    else packages.add(found);
  }
  return { packages: [...packages], unknown };
}
