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
  await second.page
    .getByRole('button', { name: /^List my notes/ })
    .first()
    .click();
  await expect(card(second.page, 'notes ▸ add_note')).toContainText('allowed by you');
  await say(second.page, '/call mcp__notes__add_note {"name":"after-restart","content":"1"}');
  await turnOver(second.page);
  expect(await noNativeDialog()).toBe(true);
  await expect(card(second.page, 'notes ▸ add_note')).toContainText('auto');
});

test('a call that was cut by a kill is told to the model as interrupted, and the chat goes on', async ({ launch }) => {
  const first = await launch();
  await serversReady(first.page);
  await say(first.page, EXAMPLE_EN);
  await nativeDialog('notes ▸ add_note');
  first.app.process().kill('SIGKILL');
  await until(() => first.processes().length === 0, 10_000);

  const second = await launch();
  await serversReady(second.page);
  await second.page
    .getByRole('button', { name: /^List my notes/ })
    .first()
    .click();
  await say(second.page, '/call mcp__docs__get_version {}');
  await turnOver(second.page);
  await expect(card(second.page, 'docs ▸ get_version')).toBeVisible();
});

test('when the app is killed with SIGKILL, nothing it started is left two seconds later', async ({ gatehouse }) => {
  await serversReady(gatehouse.page);
  // The app, its own Chromium helpers, and three servers with their watchdogs.
  expect(gatehouse.processes().length).toBeGreaterThan(4);
  gatehouse.app.process().kill('SIGKILL');
  await until(() => gatehouse.processes().length === 0, 2_000);
  expect(gatehouse.processes()).toEqual([]);
});

test('a page that crashes comes back, and the question it waited for is still there', async ({ gatehouse }) => {
  const { app, page } = gatehouse;
  await serversReady(page);
  await say(page, EXAMPLE_EN);
  const box = await nativeDialog('notes ▸ add_note');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await expect(card(page, 'notes ▸ add_note').getByRole('button', { name: 'Open dialog' })).toBeVisible({
    timeout: 20_000,
  });
  await box.press(1);
  await expect(card(page, 'notes ▸ add_note')).toContainText('allowed by you, once');
});
