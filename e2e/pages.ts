import type { Page } from '@playwright/test';

/**
 * Everything that can be looked at beside a chat with messages, by name. Each leads there by keys from wherever the page
 * is, in any language, and resolves once it stands. The sample servers have to run.
 */
export const PAGES: readonly (readonly [name: string, go: (page: Page) => Promise<void>])[] = [
  ['an empty chat', (page) => press(page, 'Control+N', 'main ul button')],
  ['servers', (page) => press(page, 'Control+2', 'main ul button')],
  [
    'the dialog for a new server',
    async (page) => {
      await press(page, 'Control+2', 'main ul button');
      await page.getByRole('button', { name: /^(Add server|添加服务器)$/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'a server',
    async (page) => {
      await press(page, 'Control+2', 'main ul button');
      await page
        .getByRole('main')
        .getByRole('button', { name: /^notes/ })
        .click();
      await page.getByRole('group', { name: /add_note/ }).waitFor();
    },
  ],
  ['trust', (page) => press(page, 'Control+3', 'main h2')],
  ['record', (page) => press(page, 'Control+4', 'main input')],
  ['usage', (page) => press(page, 'Control+5', 'main h2')],
  ['settings', (page) => press(page, 'Control+Comma', 'main h2')],
  [
    'what a search found',
    async (page) => {
      await press(page, 'Control+K', 'nav input:focus');
      await page.keyboard.type('note');
      await page.locator('nav mark').first().waitFor();
    },
  ],
  ['the palette', (page) => press(page, 'Control+Shift+P', '[role=option]')],
  ['help', (page) => press(page, 'F1', '[role=dialog] dl')],
];

/** Closes what lies over the page, presses the key, and waits for what it leads to. */
export async function press(page: Page, key: string, leadsTo: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press(key);
  await page.locator(leadsTo).first().waitFor();
}
