import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say, serversReady, turnOver } from './chat.js';
import { expect, test } from './gatehouse-app.js';
import { nativeDialog } from './native-dialog.js';

test('a long turn that ends while the window is away is told, and the note leads back to its chat', async ({
  home,
  launch,
}) => {
  await writeFile(
    join(home, 'settings.json'),
    '{"version":1,"settings":{"textSize":16,"density":"compact","theme":"dark"}}',
  );
  const { app, page } = await launch();
  // Chosen sizes come with the address, before the page asks anything.
  expect(page.url()).toContain('?text=16&density=compact');
  await expect(page.locator('body')).toHaveCSS('font-size', '16px');

  await serversReady(page);
  await app.evaluate(({ Notification }) => {
    const shown: Electron.Notification[] = [];
    Object.assign(globalThis, { shownNotes: shown });
    Object.assign(Notification, { isSupported: () => true });
    Notification.prototype.show = function show() {
      shown.push(this);
    };
  });
  await say(page, '/call mcp__notes__add_note {"name":"far","content":"away"}');
  const box = await nativeDialog('notes ▸ add_note');
  await page.keyboard.press('Control+2');
  await app.evaluate(({ BrowserWindow }) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 11_000;
    BrowserWindow.getAllWindows()[0]?.hide();
  });
  await box.press(1);
  const notes = () =>
    app.evaluate(() =>
      (Reflect.get(globalThis, 'shownNotes') as Electron.Notification[]).map(({ title, body }) => `${title}: ${body}`),
    );
  await expect
    .poll(notes)
    .toContainEqual(expect.stringMatching(/^\/call mcp__notes__add_note.*: The turn has ended\.$/));

  await app.evaluate(() => {
    const shown = Reflect.get(globalThis, 'shownNotes') as Electron.Notification[];
    shown.find(({ body }) => body.includes('ended'))?.emit('click');
  });
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Added the note');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
  await turnOver(page);
});
