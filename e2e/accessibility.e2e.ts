import { expectAccessible } from './axe.js';
import { card, EXAMPLE_EN, say, serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';
import { nativeDialog } from './native-dialog.js';
import { PAGES } from './pages.js';

shareApp();

test('axe finds nothing serious in a chat with tool cards, open and closed', async ({ gatehouse: { page } }) => {
  await serversReady(page);
  await say(page, EXAMPLE_EN);
  await (await nativeDialog('notes ▸ add_note')).press(1);
  await turnOver(page);
  await card(page, 'notes ▸ read_note').getByRole('button').first().click();
  await expectAccessible(page, 'html');
});

test('axe finds nothing serious in Markdown with tasks, a table and footnotes', async ({ gatehouse: { page } }) => {
  const content = '# Plan\n\n- [x] one\n- [ ] two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nSaid[^1].\n\n[^1]: By whom.';
  await say(page, `/call mcp__notes__add_note ${JSON.stringify({ name: 'rich', content })}`);
  await (await nativeDialog('notes ▸ add_note')).press(1);
  await turnOver(page);
  await say(page, '/call mcp__notes__read_note {"name":"rich"}');
  await turnOver(page);
  await card(page, 'notes ▸ read_note').last().getByRole('button').first().click();
  await expect(page.getByRole('checkbox', { name: 'To do' })).toBeVisible();
  await expectAccessible(page, 'main');
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
