import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './project.mjs';
import { replaceFile } from './replace-file.mjs';
import { runCommand } from './step-failure.mjs';

/**
 * Bundles the code of the threads, each into one CommonJS file whose text starts a thread wherever it lies, also inside
 * an asar: `out/workers/validation-worker.cjs` and the like. Safe while another build does the same.
 *
 * @param {string} root
 */
export async function buildWorkers(root = projectRoot) {
  const target = join(root, 'out/workers');
  const result = await build({
    entryPoints: {
      'image-worker': join(root, 'src/core/images/image-worker.ts'),
      'validation-worker': join(root, 'src/core/schema/validation-worker.ts'),
    },
    outdir: target,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    loader: { '.wasm': 'binary' },
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
    write: false,
  });
  await mkdir(target, { recursive: true });
  for (const file of result.outputFiles) await replaceFile(file.path, file.contents, 0o644);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  await runCommand(async () => {
    await buildWorkers();
    console.log('out/workers: image-worker, validation-worker');
  });
}
