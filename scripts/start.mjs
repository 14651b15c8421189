import { runInForeground, switchesForRoot } from './electron-app.mjs';
import { setUp } from './set-up/set-up.mjs';
import { runCommand } from './step-failure.mjs';
import { playTour } from './tour-run.mjs';
import { hasDisplay } from './virtual-display.mjs';

await runCommand(async () => {
  if (!hasDisplay()) {
    console.log(
      'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so Gatehouse plays its tour on a virtual one.',
    );
    return playTour();
  }
  const runtime = await setUp({ extras: [] });
  const { checkLinuxSandbox } = await import('./set-up/linux-sandbox.mjs');
  checkLinuxSandbox(runtime.dist);
  return runInForeground(runtime.executable, [...switchesForRoot(), '.', ...process.argv.slice(2)]);
});
