import { resolve } from 'node:path';
import { GuardedServer } from '../src/core/host/sign-in-world.test-kit.js';
import { browse } from '../src/core/mcp/auth/oauth-world.test-kit.js';
import { ListeningServer } from '../src/core/mcp/transports/built-sample.test-kit.js';
import { card, say, serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';
import { nativeDialog, recordBoxes } from './native-dialog.js';

shareApp();

test('a server at an address is added by the form, confirmed natively, and called', async ({
  gatehouse: { app, page },
}) => {
  const docs = await ListeningServer.start(process.execPath, [resolve('out/servers/docs.js'), '--http', '0'], {});
  try {
    const { href } = docs.url();
    await serversReady(page);
    await page.getByRole('button', { name: /^Servers/ }).click();
    await page.getByRole('button', { name: 'Add server' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add server' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('far');
    await dialog.getByRole('radio', { name: 'Remote address' }).check();
    await dialog.getByRole('button', { name: 'Save and connect' }).click();
    await expect(dialog.getByText('Give the address: it begins with https:// or http://.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(href);
    await dialog.getByRole('button', { name: 'Add header' }).click();
    await dialog.getByRole('textbox', { name: 'Header 1', exact: true }).fill('X-Tenant');
    await dialog.getByRole('textbox', { name: 'Value of header 1' }).fill('secret-tenant');
    const drawn = await recordBoxes(app);
    await dialog.getByRole('button', { name: 'Save and connect' }).click();

    const box = await nativeDialog();
    const [shown] = await drawn();
    expect(shown?.message).toBe('Connect far at this address?');
    expect(shown?.detail).toContain(href);
    expect(shown?.detail).toContain('X-Tenant');
    expect(shown?.detail).not.toContain('secret-tenant');
    await box.press(1);

    const detail = page.getByRole('region', { name: 'far', exact: true });
    await expect(detail.getByRole('button', { name: 'Disconnect' })).toBeVisible({ timeout: 20_000 });
    await expect(detail.getByRole('group', { name: 'Address' })).toContainText('Streamable HTTP, MCP 2025-11-25');
    await expect(detail.getByRole('group', { name: 'Address' })).toContainText('headers: X-Tenant');
    await detail.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit far' });
    await expect(edit.getByRole('textbox', { name: 'Header 1', exact: true })).toHaveValue('X-Tenant');
    await expect(edit.getByText('kept', { exact: true })).toBeVisible();
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('html')).not.toContainText('secret-tenant');

    await page.getByRole('button', { name: 'New chat' }).click();
    await say(page, '/call mcp__far__get_version {}');
    await (await nativeDialog('far ▸ get_version')).press(1);
    await turnOver(page);
    await expect(card(page, 'far ▸ get_version')).toContainText('allowed by you, once');
  } finally {
    await docs.stop();
  }
});

test('a server that went away is tried again with a countdown, and comes back by itself', async ({
  gatehouse: { page },
}) => {
  const file = resolve('out/servers/docs.js');
  const first = await ListeningServer.start(process.execPath, [file, '--ws', '0'], {});
  const url = first.url('ws');
  let second: ListeningServer | undefined;
  try {
    await serversReady(page);
    await page.getByRole('button', { name: /^Servers/ }).click();
    await page.getByRole('button', { name: 'Add server' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add server' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('away');
    await dialog.getByRole('radio', { name: 'WebSocket' }).check();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(url.href);
    await dialog.getByRole('button', { name: 'Save and connect' }).click();
    await (await nativeDialog()).press(1);
    const detail = page.getByRole('region', { name: 'away', exact: true });
    await expect(detail.getByRole('button', { name: 'Disconnect' })).toBeVisible({ timeout: 20_000 });

    await first.stop();
    await expect(detail.getByText(/tries again in \d+ s/)).toBeVisible();
    await expect(detail.getByRole('button', { name: 'Retry now' })).toBeVisible();
    second = await ListeningServer.start(process.execPath, [file, '--ws', url.port], {});
    await expect(detail.getByRole('button', { name: 'Disconnect' })).toBeVisible({ timeout: 30_000 });
  } finally {
    await first.stop();
    await second?.stop();
  }
});

test('a server that wants a sign-in gets one in the browser, after the whole page was shown natively', async ({
  gatehouse: { app, page },
}) => {
  const guarded = await GuardedServer.start('one');
  try {
    // What the browser of the system would be given.
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      Object.assign(shell, { openExternal: async (url: string) => void opened.push(url) });
    });
    await page.getByRole('button', { name: /^Servers/ }).click();
    await page.getByRole('button', { name: 'Add server' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add server' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('guarded');
    await dialog.getByRole('radio', { name: 'Remote address' }).check();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(guarded.url.href);
    await dialog.getByRole('button', { name: 'Save and connect' }).click();
    await (await nativeDialog('Connect guarded')).press(1);
    await (await nativeDialog('Sign in to guarded')).press(0);
    const detail = page.getByRole('region', { name: 'guarded', exact: true });
    await expect(detail.getByRole('alert')).toContainText('guarded wants a sign-in');

    const drawn = await recordBoxes(app);
    await detail.getByRole('button', { name: 'Sign in' }).click();
    await (await nativeDialog('Sign in to guarded')).press(1);
    await expect(detail.getByText('Sign in on the page that your browser shows.')).toBeVisible();
    const [url = ''] = await app.evaluate(() => Reflect.get(globalThis, 'opened') as string[]);
    const detailText = (await drawn())[0]?.detail ?? '';
    expect(detailText.replaceAll(/\s/g, '')).toContain(url);
    expect(detailText).toContain(`The page is at ${new URL(guarded.issuer.origin).host}.`);
    await browse(new URL(url));
    await expect(detail.getByText(`Signed in at ${guarded.issuer.origin}`)).toBeVisible({ timeout: 20_000 });
    await expect(detail.getByRole('button', { name: 'Disconnect' })).toBeVisible();
    await expect(page.locator('html')).not.toContainText('one-access');

    await detail.getByRole('button', { name: 'Sign out' }).click();
    await expect(detail.getByText('Signed in at')).toBeHidden();
    await expect(detail.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  } finally {
    await guarded.close();
  }
});
