import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pngOf } from '../src/core/conversation/files.test-kit.js';
import { serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';

const BIG = pngOf(4000, 3000, true);

const input = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const attached = (page: Page) => page.getByRole('list', { name: 'Attached' });

/** Puts files on the clipboard event or the drag event that a user would cause. */
async function hand(page: Page, how: 'paste' | 'drop', selector: string, bytes: Buffer, name: string): Promise<void> {
  await page.evaluate(
    ([kind, at, base64, fileName]) => {
      const target = document.querySelector(at);
      const transfer = new DataTransfer();
      const data = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
      transfer.items.add(new File([data], fileName, { type: 'image/png' }));
      const more = { bubbles: true, cancelable: true };
      target?.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...more, clipboardData: transfer })
          : new DragEvent('drop', { ...more, dataTransfer: transfer }),
      );
    },
    [how, selector, bytes.toString('base64'), name] as const,
  );
}

test.describe('what goes with a message', () => {
  shareApp();

  test('images are pasted, dropped or chosen, scaled, taken out and sent', async ({ gatehouse: { page } }) => {
    await hand(page, 'paste', 'textarea', BIG, 'photo.png');
    await expect(attached(page).getByText('photo.png')).toBeVisible();
    await hand(page, 'drop', 'main', pngOf(30, 20, true), 'lost.png');
    await expect(attached(page).getByRole('listitem')).toHaveCount(1);
    await hand(page, 'drop', 'textarea', pngOf(30, 20, true), 'small.png');
    await expect(attached(page).getByRole('listitem')).toHaveCount(2);

    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-files-'));
    await writeFile(join(folder, 'offer.pdf'), '%PDF-1.7\n%%EOF\n');
    await writeFile(join(folder, 'tool.bin'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]));
    await page.locator('input[type=file]').setInputFiles([join(folder, 'offer.pdf'), join(folder, 'tool.bin')]);
    await expect(page.getByRole('alert')).toContainText('"tool.bin" is neither an image');
    await expect(attached(page).getByRole('listitem')).toHaveCount(3);
    await rm(folder, { recursive: true });
    await attached(page).getByRole('button', { name: 'Remove small.png' }).click();

    await input(page).fill('What is in it?');
    await input(page).press('Enter');
    await turnOver(page);
    await expect(page.getByText(/I got 2 attachments/u)).toBeVisible();
    const picture = page.getByRole('button', { name: 'Show photo.png large' });
    await expect(picture.locator('img')).toHaveAttribute('width', '1568');
    await expect(picture.locator('img')).toHaveAttribute('src', /^blob:app:\/\/ui\//u);
    await picture.click();
    await expect(page.getByRole('dialog')).toContainText('1568 × 1176');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/^app:\/\/ui\/index\.html/u);
  });

  test('/ names a prompt by keyboard: its form is completed, shown and put into the message', async ({
    gatehouse: { page },
  }) => {
    await serversReady(page);
    await input(page).pressSequentially('/expl');
    const options = page.getByRole('listbox', { name: 'Prompts of servers' }).getByRole('option');
    await expect(options).toHaveText([/^\/docs:explain/u]);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    // As a finger presses: the list of suggestions must not move the button away under it.
    await expect(form.getByRole('option').first()).toBeVisible();
    await form.getByRole('button', { name: 'Preview' }).click({ delay: 200 });
    await expect(form.getByText('This argument is required.')).toBeVisible();
    await expect(form.getByRole('option')).toHaveCount(0);
    await form.getByRole('combobox', { name: /^topic/u }).pressSequentially('polic');
    await expect(form.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('combobox', { name: /^topic/u })).toHaveValue(/polic/iu);
    await page.keyboard.press('Enter');
    await expect(form.getByRole('region', { name: 'docs gives' })).toContainText('Explain “');
    await form.getByRole('combobox', { name: /^topic/u }).press('Enter');
    await expect(form).toBeHidden();
    await expect(attached(page)).toContainText('explain');
    await expect(input(page)).toBeFocused();
    await expect(input(page)).toHaveValue('');
    await page.keyboard.press('Enter');
    await turnOver(page);
    await page.getByRole('button', { name: 'Show text' }).click();
    await expect(page.getByText('Given by the server, not written by you')).toBeVisible();
  });

  test('@ names a resource; a composing Enter takes nothing; Esc closes the list only', async ({
    gatehouse: { page },
  }) => {
    await serversReady(page);
    await input(page).pressSequentially('About @polic');
    const list = page.getByRole('listbox', { name: 'Resources of servers' });
    await expect(list.getByRole('option').first()).toHaveText(/^@docs:docs:\/\/pages\/.*polic/iu);
    await input(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true });
    await expect(list).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.keyboard.type(' ');
    await page.keyboard.type('@polic');
    await page.keyboard.press('Tab');
    await expect(attached(page)).toContainText(/polic/iu);
    await expect(input(page)).toHaveValue('About @polic ');
    await page.keyboard.press('Enter');
    await turnOver(page);
    await expect(page.getByText(/^docs ▸ .*polic/iu)).toBeVisible();
  });
});

test('a draft and what is attached to it outlive another chat, a reload and the app', async ({ launch }) => {
  const first = await launch();
  await serversReady(first.page);
  await input(first.page).focus();
  await first.page.keyboard.type('/explain');
  await first.page.keyboard.press('Enter');
  const form = first.page.getByRole('dialog');
  await form.getByRole('combobox', { name: /^topic/u }).fill('policy');
  await form.getByRole('button', { name: 'Preview' }).click();
  await form.getByRole('button', { name: 'Add to message' }).click();
  await expect(attached(first.page)).toContainText('explain');
  await input(first.page).fill('half a thought');
  await hand(first.page, 'paste', 'textarea', pngOf(30, 20, true), 'kept.png');
  await expect(attached(first.page)).toContainText('kept.png');
  await input(first.page).press('End');
  await first.page.keyboard.type(' @polic');
  await first.page.keyboard.press('Tab');
  await expect(attached(first.page)).toContainText(/polic/iu);
  await first.page.getByRole('button', { name: 'Settings' }).click();
  await first.page.getByRole('button', { name: 'New chat' }).click();
  await expect(input(first.page)).toHaveValue('half a thought ');
  await first.page.reload();
  await expect(input(first.page)).toHaveValue('half a thought ');
  await first.quit();

  const { page } = await launch();
  await expect(input(page)).toHaveValue('half a thought ');
  await expect(attached(page)).toContainText('kept.png');
  await expect(attached(page)).toContainText(/polic/iu);
  await expect(attached(page).getByRole('listitem').first()).toHaveText(/^explainPrompt · docs$/u);
  await serversReady(page);
  await input(page).press('Enter');
  await turnOver(page);
  await expect(page.getByText(/^docs ▸ .*polic/iu)).toBeVisible();
  await expect(page.getByText(/^docs ▸ explain/u)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show kept.png large' })).toBeVisible();
});
