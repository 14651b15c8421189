import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './gatehouse-app.js';

/** What axe holds against the page as it stands, where it is serious: the rule, and the elements. */
async function violations(page: Page, within: string, rules?: string[]): Promise<readonly string[]> {
  // Its other mode opens a page of its own, which Electron has none of.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).include(within);
  const { violations: found } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Gives the page another theme, and waits until it has it. */
async function look(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((next) => window.gatehouse.commands['settings.update']({ theme: next }), theme);
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
}

/** In both themes; the second one is another only in its colours. */
export async function expectAccessible(page: Page, within: string): Promise<void> {
  await look(page, 'light');
  expect(await violations(page, within), 'in the light theme').toEqual([]);
  await look(page, 'dark');
  expect(await violations(page, within, ['color-contrast']), 'in the dark theme').toEqual([]);
}
