/*
 * Loaded into main before the app (`electron -r`): says when the first window could be shown, for ours and the bare one
 * alike, what main had taken by then, and when the composer stood. One line of JSON on stdout; ms, since the epoch and of
 * CPU; `usableAt` is missing where the page has no composer.
 */
const { app } = require('electron');

/** Resolves, in the page, once there is something to type in. */
const COMPOSER = `new Promise((resolve) => {
  const look = () => document.querySelector('textarea') !== null && resolve(true);
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  look();
})`;

app.once('browser-window-created', (_event, window) => {
  const ready = new Promise((resolve) => {
    window.once('ready-to-show', () => {
      const { user, system } = process.cpuUsage();
      resolve({ readyAt: Date.now(), cpuMs: (user + system) / 1_000 });
    });
  });
  const usable = new Promise((resolve) => {
    window.webContents.once('dom-ready', () => {
      if (window.webContents.getURL().startsWith('data:')) resolve({});
      else void window.webContents.executeJavaScript(COMPOSER).then(() => resolve({ usableAt: Date.now() }));
    });
  });
  void tell(ready, usable);
});

/** @param {readonly Promise<object>[]} figures */
async function tell(...figures) {
  process.stdout.write(`${JSON.stringify(Object.assign({}, ...(await Promise.all(figures))))}\n`);
}
