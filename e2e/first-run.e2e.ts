import { EXAMPLE_EN, EXAMPLE_ZH, serversReady } from './chat.js';
import { expect, test } from './gatehouse-app.js';
import { noNativeDialog } from './native-dialog.js';

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

test('a Chinese system is spoken to in Chinese', async ({ launch }) => {
  const { page } = await launch({ language: 'zh-CN' });
  await expect(page.getByRole('button', { name: '新对话' })).toBeVisible();
  await expect(page.getByRole('button', { name: EXAMPLE_ZH })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
});

test('a second start on the same data brings the first window to the front instead', async ({ gatehouse, launch }) => {
  await expect(launch()).rejects.toThrow();
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
