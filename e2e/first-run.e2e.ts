import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLE_EN, EXAMPLE_ZH, say, serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';
import { nativeDialog, noNativeDialog, recordBoxes } from './native-dialog.js';

test.describe('on an English system', () => {
  shareApp();

  test('a first start shows the chat, the practice model and three connected servers, and asks nothing', async ({
    gatehouse: { page },
  }) => {
    await expect(page.getByText('Practice model · offline, rule-based').first()).toBeVisible();
    await serversReady(page);
    expect(await noNativeDialog()).toBe(true);
  });

  test('a click on the example prompt fills the input and sends nothing', async ({ gatehouse: { page } }) => {
    await page.getByRole('button', { name: EXAMPLE_EN }).click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(EXAMPLE_EN);
    await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  });

  test('a second start on the same data brings the first window to the front instead', async ({
    gatehouse,
    launch,
  }) => {
    await expect(launch({ home: gatehouse.home })).rejects.toThrow();
    expect(gatehouse.app.windows()).toHaveLength(1);
  });

  test('Enter sends, Shift+Enter breaks the line', async ({ gatehouse: { page } }) => {
    const input = page.getByRole('textbox', { name: 'Message' });
    await input.fill('one');
    await input.press('Shift+Enter');
    await input.pressSequentially('two');
    await expect(input).toHaveValue('one\ntwo');
    await input.press('Enter');
    await expect(input).toHaveValue('');
  });
});

test.describe('on a Chinese system', () => {
  shareApp({ language: 'zh-CN' });

  test('a Chinese system is spoken to in Chinese', async ({ gatehouse: { page } }) => {
    await expect(page.getByRole('button', { name: '新对话' })).toBeVisible();
    await expect(page.getByRole('button', { name: EXAMPLE_ZH })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  });

  test('in Chinese the same prompt asks in Chinese', async ({ gatehouse: { app, page, home } }) => {
    await serversReady(page);
    const drawn = await recordBoxes(app);
    await say(page, EXAMPLE_ZH);
    const box = await nativeDialog('notes ▸ add_note');
    const [shown] = await drawn();
    expect(shown?.message).toBe('notes ▸ add_note 请求运行');
    expect(shown?.buttons).toEqual(['拒绝', '允许一次', '本次对话内允许', '始终允许', '查看或编辑…']);
    await box.press(1);
    await turnOver(page);
    expect(await readFile(join(home, 'notes', 'test.md'), 'utf8')).toContain('hello');
  });
});
