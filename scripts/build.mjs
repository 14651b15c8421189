import { projectRoot } from './project.mjs';
import { buildApp } from './set-up/app-build.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';
import { runCommand } from './step-failure.mjs';

await runCommand(async () => {
  await ensureDependencies(projectRoot);
  await buildApp(projectRoot);
});
