import { existsSync } from 'node:fs';
import { card, EXAMPLE_EN, say, serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';
import { nativeDialog } from './native-dialog.js';

/** Without bubblewrap a sandboxed server refuses to start; that is shown by the tests of the host. */
const HAS_BWRAP = existsSync('/usr/bin/bwrap');

shareApp();

test('a hook is added in a native dialog, blocks a call, and its run is shown', async ({ gatehouse: { page } }) => {
  await serversReady(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Add hook' }).click();
  await page.getByRole('textbox', { name: 'Command' }).fill('/bin/sh');
  for (const [index, arg] of ['-c', 'echo notes are closed today >&2; exit 2'].entries()) {
    await page.getByRole('button', { name: 'Add argument' }).click();
    await page.getByRole('textbox', { name: `Argument ${index + 1}` }).fill(arg);
  }
  await page.getByRole('textbox', { name: 'Only for servers' }).fill('notes');
  await page.getByRole('button', { name: 'Save hook' }).click();
  await (await nativeDialog('Run this program at every PreToolUse?')).press(1);
  const hooks = page.getByRole('list', { name: 'Hooks' });
  await expect(hooks).toContainText('servers: notes');

  await page.getByRole('button', { name: 'New chat' }).click();
  await say(page, EXAMPLE_EN);
  await turnOver(page);
  await expect(card(page, 'notes ▸ list_notes')).toContainText('refused by a hook');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(hooks.getByRole('list', { name: 'Last runs' })).toContainText('notes are closed today');
  await hooks.getByRole('button', { name: /^Remove/ }).click();
  await (await nativeDialog('Remove this PreToolUse hook?')).press(1);
  await expect(hooks).toHaveCount(0);
});

test('a server is put into a sandbox freely and taken out of it by a native dialog', async ({
  gatehouse: { page },
}) => {
  test.skip(!HAS_BWRAP, 'bubblewrap is not installed');
  await serversReady(page);
  await page.getByRole('button', { name: /^Servers/ }).click();
  await page.getByRole('list', { name: 'Configured servers' }).getByRole('button', { name: /docs/ }).click();
  const detail = page.getByRole('region', { name: 'docs' });
  const inSandbox = page.getByRole('switch', { name: 'Run in a sandbox' });
  await detail.getByRole('button', { name: 'Edit' }).click();
  await inSandbox.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const walls = detail.getByRole('region', { name: 'What it may touch' });
  await expect(walls).toContainText('Has no network.');
  await expect(detail).toContainText('Running');

  await detail.getByRole('button', { name: 'Edit' }).click();
  await inSandbox.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await (await nativeDialog('Take docs out of its sandbox?')).press(1);
  await expect(walls).toHaveCount(0);
});
