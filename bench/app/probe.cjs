/*
 * Loaded into main before the app (`electron -r`): says when the first window could be shown, for ours and the bare one
 * alike, and what main had taken by then. One line of JSON on stdout; ms, since the epoch and of CPU.
 */
const { app } = require('electron');

app.once('browser-window-created', (_event, window) => {
  window.once('ready-to-show', () => {
    const { user, system } = process.cpuUsage();
    process.stdout.write(`${JSON.stringify({ readyAt: Date.now(), cpuMs: (user + system) / 1_000 })}\n`);
  });
});
