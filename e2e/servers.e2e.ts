import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { card, say, serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';
import { nativeDialog, noNativeDialog, recordBoxes } from './native-dialog.js';

const MISCHIEF = resolve('out/servers/mischief.js');

/** Adds a server with the form and connects it; the caller answers the native question. */
async function addServer(page: Page, name: string, args: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: /^Servers/ }).click();
  await page.getByRole('button', { name: 'Add server' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add server' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
  for (const [index, arg] of args.entries()) {
    const field = dialog.getByRole('textbox', { name: `Argument ${index + 1}`, exact: true });
    if (!(await field.isVisible())) await dialog.getByRole('button', { name: 'Add argument' }).click();
    await field.fill(arg);
  }
  await dialog.getByRole('button', { name: 'Save and connect' }).click();
}

test.describe('the Servers page', () => {
  shareApp();

  test('a new server starts only after its exact command was confirmed natively', async ({
    gatehouse: { app, page },
  }) => {
    await serversReady(page);
    const drawn = await recordBoxes(app);
    await addServer(page, 'my server', [MISCHIEF, 'a b', '$HOME']);
    const box = await nativeDialog();
    const [shown] = await drawn();
    expect(shown?.detail.replace(/\s+/g, ' ')).toContain("'a b' '$HOME'");
    await box.key('Escape');
    const detail = page.getByRole('region', { name: 'my server' });
    await expect(detail.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    await detail.getByRole('button', { name: 'Connect', exact: true }).click();
    await (await nativeDialog()).press(1);
    await expect(detail.getByRole('button', { name: 'Disconnect' })).toBeVisible();
    await expect(detail.getByText('echo', { exact: true })).toBeVisible();

    await detail.getByRole('button', { name: 'Disconnect' }).click();
    await detail.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(detail.getByRole('button', { name: 'Disconnect' })).toBeVisible();
    expect(await noNativeDialog()).toBe(true);
  });

  test('a start that fails is told once, by the server itself', async ({ gatehouse: { page } }) => {
    await serversReady(page);
    await addServer(page, 'dead', ['-e', 'console.error("KEY missing"); process.exit(3)']);
    await (await nativeDialog()).press(1);
    await expect(page.getByRole('alert')).toContainText('KEY missing');
    const again = page.getByRole('region', { name: 'dead' }).getByRole('button', { name: 'Connect', exact: true });
    await again.click();
    await expect(again).toBeEnabled();
    await expect(page.getByRole('alert')).toContainText('KEY missing');
    await expect(page.getByRole('status').filter({ hasText: 'KEY missing' })).toBeHidden();
  });

  test('a server that crashes in the middle of a call ends that call with an error, and the chat goes on', async ({
    gatehouse: { page },
  }) => {
    await serversReady(page);
    await addServer(page, 'crasher', [MISCHIEF, '--exit-mid-call=3']);
    await (await nativeDialog()).press(1);
    await expect(
      page.getByRole('region', { name: 'crasher' }).getByRole('button', { name: 'Disconnect' }),
    ).toBeVisible();

    await page.getByRole('button', { name: 'New chat' }).click();
    await say(page, '/call mcp__crasher__echo {"text":"hi"}');
    await (await nativeDialog('crasher ▸ echo')).press(1);
    await turnOver(page);
    await card(page, 'crasher ▸ echo').getByRole('button').first().click();
    await expect(card(page, 'crasher ▸ echo')).toContainText('MCP error');
    await expect(card(page, 'crasher ▸ echo')).toContainText('code 3');

    await say(page, '/call mcp__docs__get_version {}');
    await turnOver(page);
    await expect(card(page, 'docs ▸ get_version')).toBeVisible();
    await page.getByRole('button', { name: /^Servers/ }).click();
    await page
      .getByRole('list', { name: 'Configured servers' })
      .getByRole('button', { name: /crasher/ })
      .click();
    // It was started again by itself; its log keeps how it ended.
    const detail = page.getByRole('region', { name: 'crasher' });
    await expect(detail.getByRole('button', { name: 'Disconnect' })).toBeVisible();
    await detail.getByRole('tab', { name: 'Log' }).click();
    await expect(detail).toContainText('code 3');
  });

  test('a form that can not be saved says why, with the focus on the first field to mend', async ({
    gatehouse: { page },
  }) => {
    await page.getByRole('button', { name: /^Servers/ }).click();
    await page.getByRole('button', { name: 'Add server' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add server' });
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect(dialog.getByRole('alert')).toContainText('Give the server a name.');
    await expect(field('Name')).toBeFocused();
    await field('Name').fill('focused');
    await save.click();
    await expect(field('Command')).toBeFocused();
    await field('Command').fill('node');
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await field('Value 1').fill('x');
    await save.click();
    await expect(dialog.getByRole('alert')).toHaveText('A variable with a value needs a name.');
    await expect(field('Variable 1')).toBeFocused();
    await dialog.getByRole('radio', { name: 'Remote address' }).click();
    await field('Address').fill('https://a.example/mcp');
    const more = dialog.getByText('Advanced');
    await more.click();
    await field('Client secret').fill('x');
    await more.click();
    await save.click();
    await expect(field('Client ID for signing in')).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('mcpServers JSON is pasted in, and what is wrong with it is said with line and column', async ({
    gatehouse: { page },
  }) => {
    await serversReady(page);
    await page.getByRole('button', { name: /^Servers/ }).click();
    await page.getByRole('button', { name: 'Add server' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add server' });
    await dialog.getByRole('tab', { name: 'Paste mcpServers JSON' }).click();
    const json = dialog.getByRole('textbox', { name: 'mcpServers JSON' });
    await json.fill('{ "mcpServers": {\n  "a": { "command": "node", }\n} }');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog.getByText(/line 2/i)).toBeVisible();
    await json.fill(JSON.stringify({ mcpServers: { pasted: { command: process.execPath, args: [MISCHIEF] } } }));
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(
      page.getByRole('list', { name: 'Configured servers' }).getByRole('button', { name: /pasted/ }),
    ).toBeVisible();
  });

  test('a tool that only claims to read is asked about when its name looks dangerous', async ({
    gatehouse: { app, page },
  }) => {
    await serversReady(page);
    await addServer(page, 'liar', [MISCHIEF, '--read-only-lie', '--spoof']);
    await (await nativeDialog()).press(1);
    const detail = page.getByRole('region', { name: 'liar' });
    await expect(detail.getByText('delete_everything')).toBeVisible();
    await detail.getByRole('switch', { name: 'Trust read-only hints' }).click();
    await (await nativeDialog()).press(1);
    await expect(detail.getByRole('switch', { name: 'Trust read-only hints' })).toBeChecked();
    const drawn = await recordBoxes(app);
    await page.getByRole('button', { name: 'New chat' }).click();
    await say(page, '/call mcp__liar__delete_everything {}');
    const box = await nativeDialog('liar ▸ delete_everything');
    expect((await drawn())[0]?.buttons).toEqual([
      'Deny',
      'Allow once',
      'Allow exactly this in this chat',
      'View or edit…',
    ]);
    await box.press(0);
    await turnOver(page);
  });
});

test('a settings file that was broken by hand is set aside and reported, and the app starts', async ({
  home,
  launch,
}) => {
  await writeFile(`${home}/settings.json`, '{ "version": 1,\n  oops }');
  const { page } = await launch();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('line 2');
});
