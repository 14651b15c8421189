import { join } from 'node:path';
import { runInForeground, switchesForRoot } from './electron-app.mjs';
import { projectRoot } from './project.mjs';
import { setUp } from './set-up/set-up.mjs';
import { runCommand } from './step-failure.mjs';

await runCommand(async () => {
  const runtime = await setUp({ extras: [], build: false });
  const { checkLinuxSandbox } = await import('./set-up/linux-sandbox.mjs');
  checkLinuxSandbox(runtime.dist);
  const { forgetBuild } = await import('./set-up/app-build.mjs');
  const { buildServers } = await import('./build-servers.mjs');
  const { buildWorkers } = await import('./build-workers.mjs');
  await Promise.all([buildServers(), buildWorkers()]);
  await forgetBuild(projectRoot); // what `dev` leaves in out/ is no build to start from
  const command = [join(projectRoot, 'node_modules/electron-vite/bin/electron-vite.js'), 'dev', '--watch'];
  // electron-vite passes on to Electron what stands behind `--`.
  const passedOn = [...switchesForRoot(), ...process.argv.slice(2)];
  return runInForeground(process.execPath, [...command, ...(passedOn.length > 0 ? ['--', ...passedOn] : [])], {
    ELECTRON_EXEC_PATH: runtime.executable,
  });
});
