import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './project.mjs';
import { replaceFile } from './replace-file.mjs';
import { runCommand } from './step-failure.mjs';

/** A package that is no module asks for Node's own modules with `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as gatehouseRequire } from 'node:module';\nconst require = gatehouseRequire(import.meta.url);";

/**
 * Bundles the terminal's face into files that plain Node runs: `out/cli/index.js` knows the command line and the help;
 * `out/cli/run.js` is read only when there is work, and what it needs rarely (HTTP, signing in, a real model) lies beside
 * it. Safe while another build does the same.
 *
 * @param {string} root
 */
export async function buildCli(root = projectRoot) {
  const source = join(root, 'src/cli');
  const target = join(root, 'out/cli');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** @type {import('esbuild').BuildOptions & { write: false }} */
  const options = {
    outdir: target,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    define: { 'import.meta.env.GATEHOUSE_VERSION': JSON.stringify(version) },
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
    write: false,
  };
  // Two builds: the help shares no file with the work, so it reads one.
  const [index, run] = await Promise.all([
    build({ ...options, entryPoints: [join(source, 'index.ts')], external: ['./run.js'] }),
    build({ ...options, entryPoints: [join(source, 'run.ts')], splitting: true, chunkNames: 'parts/[name]-[hash]' }),
  ]);
  await mkdir(join(target, 'parts'), { recursive: true });
  await replaceFile(join(target, 'package.json'), Buffer.from('{ "type": "module" }\n'), 0o644);
  for (const file of run.outputFiles) await replaceFile(file.path, Buffer.from(`${REQUIRE}\n${file.text}`), 0o644);
  for (const file of index.outputFiles) {
    await replaceFile(file.path, Buffer.from(`#!/usr/bin/env node\n${file.text}`), 0o755);
  }
  await removeFormerParts(join(target, 'parts'), new Set(run.outputFiles.map((file) => basename(file.path))));
}

/**
 * @param {string} folder
 * @param {ReadonlySet<string>} names the files that are parts now
 */
async function removeFormerParts(folder, names) {
  const former = (await readdir(folder)).filter((name) => name.endsWith('.js') && !names.has(name));
  await Promise.all(former.map((name) => rm(join(folder, name), { force: true })));
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  await runCommand(async () => {
    await buildCli();
    console.log('out/cli: gatehouse');
  });
}
