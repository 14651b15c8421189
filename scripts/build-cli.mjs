import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './project.mjs';
import { replaceFile } from './replace-file.mjs';
import { runCommand } from './step-failure.mjs';

/** A package that is no module asks for Node's own modules with `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as gatehouseRequire } from 'node:module';\nconst require = gatehouseRequire(import.meta.url);";

/**
 * Bundles the terminal's face into two files that plain Node runs: `out/cli/index.js` knows the command line and the
 * help, `out/cli/run.js` all else, and is read only when there is work. Safe while another build does the same.
 *
 * @param {string} root
 */
export async function buildCli(root = projectRoot) {
  const source = join(root, 'src/cli');
  const target = join(root, 'out/cli');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const result = await build({
    entryPoints: { index: join(source, 'index.ts'), run: join(source, 'run.ts') },
    outdir: target,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['./run.js'],
    define: { 'import.meta.env.GATEHOUSE_VERSION': JSON.stringify(version) },
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
    write: false,
  });
  await mkdir(target, { recursive: true });
  await replaceFile(join(target, 'package.json'), Buffer.from('{ "type": "module" }\n'), 0o644);
  for (const file of result.outputFiles) {
    const isEntry = file.path.endsWith('index.js');
    const head = isEntry ? '#!/usr/bin/env node\n' : `${REQUIRE}\n`;
    await replaceFile(file.path, Buffer.from(head + file.text), isEntry ? 0o755 : 0o644);
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  await runCommand(async () => {
    await buildCli();
    console.log('out/cli: gatehouse');
  });
}
