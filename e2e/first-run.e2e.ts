import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
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
    await expect(page.locator('.waiting-mark')).toBeHidden();
    expect(await noNativeDialog()).toBe(true);
  });

  test('what is painted first waits for its own style alone', async () => {
    const built = await readFile(join(import.meta.dirname, '../out/renderer/index.html'), 'utf8');
    const [head = '', body = ''] = built.split('</head>');
    expect(head.match(/<(?:link|script)\b.*/g)).toEqual(['<link rel="stylesheet" href="./first.css" />']);
    expect(body.indexOf('waiting-mark')).toBeLessThan(body.indexOf('<script'));
  });

  test('the menu is there with the window', async ({ gatehouse: { app } }) => {
    const labels = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
    await expect.poll(labels).toEqual(['File', 'Edit', 'View', 'Window']);
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

  test('in Chinese it is said why a tool is hidden, and why a server failed', async ({ gatehouse: { page } }) => {
    await addServer(page, 'odd', ['${servers}/mischief.js', '--bad-tools']);
    await addServer(page, 'dead', ['-e', 'console.error("KEY missing"); process.exit(3)']);
    await page.keyboard.press('Control+2');
    await page.getByRole('main').getByRole('button', { name: /^odd/ }).click();
    await expect(page.getByText('这个服务器前面已经列出了另一个名为“good”的工具。')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: /^dead/ }).click();
    await expect(page.getByRole('alert')).toContainText('服务器的程序已退出，退出代码 3。 对方说：“KEY missing”');
  });
});

/** Saves a server and connects it, whether it starts or not. */
async function addServer(page: Page, name: string, args: readonly string[]): Promise<void> {
  const connected = page.evaluate(
    async (server) => {
      const { commands } = window.gatehouse;
      const env = { ELECTRON_RUN_AS_NODE: '1' };
      const launch = { kind: 'stdio' as const, command: '${node}', args: server.args, env, cwd: '' };
      const saved = await commands['servers.save']({ name: server.name, launch, autoConnect: false });
      if (!saved.ok) throw new Error(saved.error.message);
      await commands['servers.connect']({ id: saved.value.id });
    },
    { name, args: [...args] },
  );
  await (await nativeDialog()).press(1);
  await connected;
}
