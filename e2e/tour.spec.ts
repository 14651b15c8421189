import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { card, EXAMPLE_EN, say, serversReady, turnOver } from './chat.js';
import { expect, test } from './gatehouse-app.js';
import { nativeDialog, recordBoxes } from './native-dialog.js';
import { PAGES, press } from './pages.js';

const FOLDER = resolve('out/tour');

/** The whole screen as a PNG: a native box is not part of the page. */
async function screenshot(app: ElectronApplication, name: string): Promise<void> {
  const png = await app.evaluate(async ({ desktopCapturer, screen }) => {
    const { size } = screen.getPrimaryDisplay();
    const [source] = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize: size });
    if (source === undefined) throw new Error('there is no screen to take a picture of');
    return source.thumbnail.toPNG().toString('base64');
  });
  await writeFile(join(FOLDER, `${name}.png`), Buffer.from(png, 'base64'));
}

test('the tour: from the example prompt to the note on disk', async ({ gatehouse }) => {
  const { app, page, home } = gatehouse;
  const said: string[] = [];
  const step = (text: string): void => void said.push(`${said.length + 1}. ${text}`);
  await mkdir(FOLDER, { recursive: true });
  // Fill the screen: without a window manager nobody places the window.
  await app.evaluate(({ BrowserWindow, screen }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 0, ...screen.getPrimaryDisplay().size });
  });
  await serversReady(page);
  const drawn = await recordBoxes(app);
  await page.screenshot({ path: join(FOLDER, 'start.png') });
  step('Gatehouse is open; three sample servers are connected.');

  await page.getByRole('button', { name: EXAMPLE_EN }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(EXAMPLE_EN);
  await page.screenshot({ path: join(FOLDER, 'prompt.png') });
  step(`The example prompt fills the input: ${EXAMPLE_EN}`);

  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  const box = await nativeDialog('notes ▸ add_note');
  await expect(card(page, 'notes ▸ read_note')).toContainText('auto');
  await page.screenshot({ path: join(FOLDER, 'asking.png') });
  step('list_notes and read_note ran by themselves; add_note is asked about.');
  await box.moveTo(350, 220);
  await screenshot(app, 'ask');
  const [shown] = await drawn();
  step(
    `The native dialog says:\n\n${[shown?.message, '', shown?.detail, '', shown?.buttons.join(' · ')].join('\n').replaceAll(/^/gm, '   ')}\n`,
  );

  await box.press(1);
  await turnOver(page);
  expect(await readdir(join(home, 'notes'))).toContain('test.md');
  await page.screenshot({ path: join(FOLDER, 'done.png') });
  step(`Allowed once. notes/test.md holds: ${(await readFile(join(home, 'notes', 'test.md'), 'utf8')).trim()}`);

  await page.getByRole('button', { name: /^Servers/ }).click();
  await page.getByRole('list', { name: 'Configured servers' }).getByRole('button', { name: /notes/ }).click();
  await expect(page.getByRole('group', { name: 'Policy for add_note' })).toBeVisible();
  await page.screenshot({ path: join(FOLDER, 'servers.png') });
  step('Servers: each tool with what its server says of it, and what you have set.');

  await page.getByRole('button', { name: /^Trust/ }).click();
  await page.screenshot({ path: join(FOLDER, 'trust.png') });
  step('Trust: everything that was decided, and a way back.');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.screenshot({ path: join(FOLDER, 'settings.png') });
  step('Settings: language, theme, model, key, workspace.');
  await writeFile(join(FOLDER, 'transcript.txt'), `${said.join('\n')}\n`);
});

test('the tour: every page, in both themes and both languages', async ({ gatehouse: { app, page } }) => {
  await mkdir(join(FOLDER, 'pages'), { recursive: true });
  await app.evaluate(({ BrowserWindow, screen }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 0, ...screen.getPrimaryDisplay().size });
  });
  await serversReady(page);
  await say(page, EXAMPLE_EN);
  await (await nativeDialog('notes ▸ add_note')).press(1);
  await turnOver(page);
  const chat = [
    'a chat',
    async () => {
      await press(page, 'Control+1', 'main');
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^List my notes/ })
        .click();
      await page.locator('main article').first().waitFor();
    },
  ] as const;
  for (const language of ['en', 'zh-CN'] as const) {
    for (const [name, go] of [chat, ...PAGES]) {
      await page.evaluate((next) => window.gatehouse.commands['settings.update']({ language: next }), language);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await go(page);
      for (const theme of ['light', 'dark'] as const) {
        await page.evaluate((next) => window.gatehouse.commands['settings.update']({ theme: next }), theme);
        await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
        await page.screenshot({ path: join(FOLDER, 'pages', `${name} ${language} ${theme}.png`.replaceAll(' ', '-')) });
      }
    }
  }
});
