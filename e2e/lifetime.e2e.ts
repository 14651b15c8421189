import { readdir } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { card, EXAMPLE_EN, say, serversReady, turnOver } from './chat.js';
import { expect, test } from './gatehouse-app.js';
import { nativeDialog, noNativeDialog } from './native-dialog.js';
import { until } from '../src/core/process/process-probe.test-kit.js';

test('a restart keeps the conversation and what was allowed', async ({ launch }) => {
  const first = await launch();
  await serversReady(first.page);
  await say(first.page, EXAMPLE_EN);
  await (await nativeDialog('notes ▸ add_note')).press(3);
  await turnOver(first.page);
  await first.quit();
  expect(first.processes()).toEqual([]);

  const second = await launch();
  await serversReady(second.page);
  await openExampleChat(second.page);
  await expect(card(second.page, 'notes ▸ add_note')).toContainText('allowed by you');
  await say(second.page, '/call mcp__notes__add_note {"name":"after-restart","content":"1"}');
  await turnOver(second.page);
  expect(await noNativeDialog()).toBe(true);
  await expect(card(second.page, 'notes ▸ add_note')).toContainText('auto');
});

test('when the app is killed, nothing it started is left two seconds later, and the question it cut counts as never answered', async ({
  launch,
}) => {
  const first = await launch();
  await serversReady(first.page);
  await say(first.page, EXAMPLE_EN);
  await nativeDialog('notes ▸ add_note');
  // The app, its own Chromium helpers, and three servers with their watchdogs.
  expect(first.processes().length).toBeGreaterThan(4);
  first.app.process().kill('SIGKILL');
  await until(() => first.processes().length === 0, patience());
  expect(first.processes()).toEqual([]);

  const second = await launch();
  await serversReady(second.page);
  await openExampleChat(second.page);
  const cut = card(second.page, 'notes ▸ add_note');
  await cut.getByRole('button').first().click();
  await expect(cut).toContainText('Not run');
  await say(second.page, '/call mcp__docs__get_version {}');
  await turnOver(second.page);
  await expect(card(second.page, 'docs ▸ get_version')).toBeVisible();
});

test('a page whose process dies comes back, and the question it waited for is still there', async ({ gatehouse }) => {
  const { app, page, home } = gatehouse;
  await serversReady(page);
  await say(page, EXAMPLE_EN);
  const box = await nativeDialog('notes ▸ add_note');
  const died = page.waitForEvent('crash');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  await died;
  // Playwright does not follow a page into its next process, so main asks it.
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText'),
      ),
    )
    .toContain('Open dialog');
  await box.press(1);
  await expect.poll(() => readdir(join(home, 'notes'))).toContain('test.md');
});

/** Opens the chat that an earlier start began with the example prompt. */
async function openExampleChat(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^List my notes/ })
    .first()
    .click();
}

/** Two seconds, ms; on a machine that has more to do than it can, the system takes its time to end processes. */
function patience(): number {
  return (loadavg()[0] ?? 0) > availableParallelism() ? 20_000 : 2_000;
}
