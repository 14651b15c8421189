import { app, BrowserWindow } from 'electron';

/* The least that an Electron app can be: one empty window. What ours takes is compared with this. */

app.on('window-all-closed', () => app.quit());
app.setPath('userData', process.env['GATEHOUSE_HOME'] ?? '');
// Not awaited here: Electron is ready only once this file is done.
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1160, height: 760, show: false });
  window.once('ready-to-show', () => window.show());
  return window.loadURL('data:text/html,<title>bare</title>');
});
