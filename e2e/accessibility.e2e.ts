import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { card, EXAMPLE_EN, say, serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';
import { nativeDialog } from './native-dialog.js';
import { PAGES } from './pages.js';

shareApp();

/** What axe holds against the page as it stands, where it is serious: the rule, and the elements. */
async function violations(page: Page, within: string, rules?: string[]): Promise<readonly string[]> {
  // Its other mode opens a page of its own, which Electron has none of.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).include(within);
  const { violations: found } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

async function look(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((next) => window.gatehouse.commands['settings.update']({ theme: next }), theme);
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
}

/** In both themes; the second one is another only in its colours. */
async function expectAccessible(page: Page, within: string): Promise<void> {
  await look(page, 'light');
  expect(await violations(page, within), 'in the light theme').toEqual([]);
  await look(page, 'dark');
  expect(await violations(page, within, ['color-contrast']), 'in the dark theme').toEqual([]);
}

test('axe finds nothing serious in a chat with tool cards, open and closed', async ({ gatehouse: { page } }) => {
  await serversReady(page);
  await say(page, EXAMPLE_EN);
  await (await nativeDialog('notes ▸ add_note')).press(1);
  await turnOver(page);
  await card(page, 'notes ▸ read_note').getByRole('button').first().click();
  await expectAccessible(page, 'html');
});

test('axe finds nothing serious while a question waits', async ({ gatehouse: { page } }) => {
  await say(page, '/call mcp__notes__add_note {"name":"axe","content":"x"}');
  const box = await nativeDialog('notes ▸ add_note');
  await expectAccessible(page, 'main');
  await box.key('Escape');
  await turnOver(page);
});

for (const [name, go] of PAGES) {
  test(`axe finds nothing serious in ${name}`, async ({ gatehouse: { page } }) => {
    await go(page);
    // The rest of the page was looked at with the first chat.
    const dialog = await page.getByRole('dialog').isVisible();
    await expectAccessible(page, dialog ? '[role=dialog]' : name === 'what a search found' ? 'nav' : 'main');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });
}
