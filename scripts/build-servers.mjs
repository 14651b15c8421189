import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './project.mjs';
import { replaceFile } from './replace-file.mjs';
import { runCommand } from './step-failure.mjs';

/**
 * Bundles each sample server, `servers/<name>/index.ts`, into one file that plain Node runs: `out/servers/<name>.js`.
 * Safe while another build does the same or a server runs: each file is written aside and renamed into place.
 *
 * @param {string} root
 * @returns {Promise<readonly string[]>} the names of the servers
 */
export async function buildServers(root = projectRoot) {
  const source = join(root, 'servers');
  const target = join(root, 'out/servers');
  const names = existsSync(source)
    ? readdirSync(source).filter((name) => existsSync(join(source, name, 'index.ts')))
    : [];
  const result = await build({
    entryPoints: Object.fromEntries(names.map((name) => [name, join(source, name, 'index.ts')])),
    outdir: target,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    loader: { '.md': 'text' },
    logLevel: 'warning',
    write: false,
  });
  await mkdir(target, { recursive: true });
  // In the packaged app the servers stand outside the asar, away from the package.json that says they are modules.
  await replaceFile(join(target, 'package.json'), Buffer.from('{ "type": "module" }\n'), 0o644);
  for (const file of result.outputFiles) await replaceFile(file.path, file.contents, 0o755);
  return names;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  await runCommand(async () => {
    console.log(`out/servers: ${(await buildServers()).join(', ') || 'there are no servers to build'}`);
  });
}
