import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { card, EXAMPLE_EN, say, serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';
import { nativeDialog, noNativeDialog, recordBoxes } from './native-dialog.js';

const DENY = 0;
const ONCE = 1;
const IN_THIS_CHAT = 2;
const ALWAYS = 3;

shareApp();

test.beforeEach(({ gatehouse: { home } }) => rm(join(home, 'notes', 'test.md'), { force: true }));

test('the example prompt reads by itself, asks natively before it writes, and the allowed note is on disk', async ({
  gatehouse: { app, page, home },
}) => {
  await serversReady(page);
  const drawn = await recordBoxes(app);
  await page.getByRole('button', { name: EXAMPLE_EN }).click();
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');

  const box = await nativeDialog('notes ▸ add_note');
  await expect(card(page, 'notes ▸ list_notes')).toContainText('auto');
  await expect(card(page, 'notes ▸ read_note')).toContainText('auto');
  expect(await readdir(join(home, 'notes'))).not.toContain('test.md');
  const [shown] = await drawn();
  expect(shown?.message).toBe('notes ▸ add_note wants to run');
  expect(shown?.detail).toContain('"name": "test"');
  expect(shown?.detail).toContain('"content": "hello"');
  expect(shown?.buttons).toEqual(['Deny', 'Allow once', 'Allow in this chat', 'Always allow', 'View or edit…']);

  await box.press(ONCE);
  await turnOver(page);
  expect(await readFile(join(home, 'notes', 'test.md'), 'utf8')).toContain('hello');
  await expect(card(page, 'notes ▸ add_note')).toContainText('allowed by you, once');
});

test('a denied call does not run, and the model is told who denied it', async ({ gatehouse: { page, home } }) => {
  await serversReady(page);
  await say(page, EXAMPLE_EN);
  await (await nativeDialog('notes ▸ add_note')).press(DENY);
  await turnOver(page);
  await card(page, 'notes ▸ add_note').getByRole('button').first().click();
  await expect(card(page, 'notes ▸ add_note')).toContainText('Permission denied by user');
  expect(await readdir(join(home, 'notes'))).not.toContain('test.md');
});

for (const key of ['Return', 'space', 'Escape']) {
  test(`${key} answers a question with no`, async ({ gatehouse: { page, home } }) => {
    await serversReady(page);
    await say(page, '/call mcp__notes__add_note {"name":"by-key","content":"x"}');
    await (await nativeDialog('notes ▸ add_note')).key(key);
    await turnOver(page);
    expect(await readdir(join(home, 'notes'))).not.toContain('by-key.md');
  });
}

test('allowed in this chat holds for this chat, and another chat asks again', async ({ gatehouse: { page, home } }) => {
  await serversReady(page);
  await say(page, '/call mcp__notes__add_note {"name":"first","content":"1"}');
  await (await nativeDialog('notes ▸ add_note')).press(IN_THIS_CHAT);
  await turnOver(page);
  await say(page, '/call mcp__notes__add_note {"name":"second","content":"2"}');
  await expect.poll(() => readdir(join(home, 'notes'))).toContain('second.md');
  await turnOver(page);
  expect(await noNativeDialog()).toBe(true);

  await page.getByRole('button', { name: 'New chat' }).click();
  await say(page, '/call mcp__notes__add_note {"name":"third","content":"3"}');
  await (await nativeDialog('notes ▸ add_note')).press(DENY);
  await turnOver(page);
  expect(await readdir(join(home, 'notes'))).not.toContain('third.md');
});

test('what was always allowed asks again once its rule was revoked on the Trust page', async ({
  gatehouse: { page, home },
}) => {
  await serversReady(page);
  await say(page, '/call mcp__notes__add_note {"name":"always","content":"1"}');
  await (await nativeDialog('notes ▸ add_note')).press(ALWAYS);
  await turnOver(page);
  await page.getByRole('button', { name: /^Trust/ }).click();
  const rules = page.getByRole('region', { name: 'Tools', exact: true });
  await expect(rules).toContainText('set by you, asked about a call');
  await expect(rules).toContainText('expires on');
  await rules.getByRole('button', { name: 'Revoke notes ▸ add_note' }).click();
  await expect(rules.getByRole('button', { name: 'Revoke notes ▸ add_note' })).toHaveCount(0);
  expect(await noNativeDialog()).toBe(true);

  await page.getByRole('button', { name: 'New chat' }).click();
  await say(page, '/call mcp__notes__add_note {"name":"revoked","content":"2"}');
  await (await nativeDialog('notes ▸ add_note')).press(DENY);
  await turnOver(page);
  expect(await readdir(join(home, 'notes'))).not.toContain('revoked.md');
});

test('a rule about arguments is allowed natively, lets just those run, and denies at once', async ({
  gatehouse: { page, home },
}) => {
  await serversReady(page);
  await page.getByRole('button', { name: /^Trust/ }).click();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const form = page.getByRole('dialog', { name: 'A rule about arguments' });
  await form.getByRole('combobox', { name: 'Server' }).click();
  await page.getByRole('option', { name: 'notes' }).click();
  await form.getByRole('combobox', { name: 'Tool' }).click();
  await page.getByRole('option', { name: 'add_note' }).click();
  await form.getByRole('combobox', { name: 'Condition' }).click();
  await page.getByRole('option', { name: 'matches', exact: true }).click();
  await form.getByRole('textbox', { name: 'Value' }).fill('draft-*');
  await form.getByText('Allow', { exact: true }).click();
  await form.getByRole('button', { name: 'Add rule' }).click();
  await (await nativeDialog()).press(1);
  await expect(page.getByRole('region', { name: 'Rules about arguments' })).toContainText('name matches draft-*');

  await page.getByRole('button', { name: 'New chat' }).click();
  await say(page, '/call mcp__notes__add_note {"name":"draft-1","content":"1"}');
  await expect.poll(() => readdir(join(home, 'notes'))).toContain('draft-1.md');
  await turnOver(page);
  await say(page, '/call mcp__notes__add_note {"name":"final","content":"1"}');
  await (await nativeDialog('notes ▸ add_note')).press(DENY);
  await turnOver(page);
  expect(await readdir(join(home, 'notes'))).not.toContain('final.md');
});

test('a dangerous tool can be allowed once or for exactly this call, never always', async ({
  gatehouse: { app, page },
}) => {
  await serversReady(page);
  const drawn = await recordBoxes(app);
  await say(page, '/call mcp__deploy__trigger {"service":"web","version":"2.4"}');
  const box = await nativeDialog('deploy ▸ trigger');
  const [shown] = await drawn();
  expect(shown?.buttons).toEqual(['Deny', 'Allow once', 'Allow exactly this in this chat', 'View or edit…']);
  await box.press(ONCE);
  await turnOver(page);
  await say(page, '/call mcp__deploy__status {}');
  await turnOver(page);
  await card(page, 'deploy ▸ status').getByRole('button').first().click();
  await expect(card(page, 'deploy ▸ status')).toContainText('web');
});

test('Stop closes the question of the turn, and nothing runs; the caret is in the text again', async ({
  gatehouse: { page, home },
}) => {
  await serversReady(page);
  const input = page.getByRole('textbox', { name: 'Message' });
  await input.fill(EXAMPLE_EN);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(input).toBeFocused();
  const box = await nativeDialog('notes ▸ add_note');
  await page.getByRole('button', { name: 'Stop' }).click();
  await box.gone();
  await expect(input).toBeFocused();
  await turnOver(page);
  expect(await readdir(join(home, 'notes'))).not.toContain('test.md');
});

test('the page can deny a pending question, and has no button that allows', async ({ gatehouse: { page, home } }) => {
  await serversReady(page);
  await say(page, EXAMPLE_EN);
  const box = await nativeDialog('notes ▸ add_note');
  const asking = card(page, 'notes ▸ add_note');
  await expect(asking.getByRole('button', { name: /allow/i })).toHaveCount(0);
  await asking.getByRole('button', { name: 'Deny' }).click();
  await box.gone();
  await turnOver(page);
  expect(await readdir(join(home, 'notes'))).not.toContain('test.md');
});

test('arguments that do not fit a box are read in a window of their own first', async ({
  gatehouse: { app, page, home },
}) => {
  await serversReady(page);
  const content = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\\n');
  const opening = app.waitForEvent('window');
  await say(page, `/call mcp__notes__add_note {"name":"long","content":"${content}"}`);
  const viewer = await opening;
  await expect(viewer.getByText('line 399')).toBeAttached();
  expect(await noNativeDialog()).toBe(true);
  await viewer.keyboard.press('Control+End');
  await viewer.getByRole('button', { name: 'Continue to the decision' }).click();
  await (await nativeDialog('notes ▸ add_note')).press(ONCE);
  await turnOver(page);
  expect(await readFile(join(home, 'notes', 'long.md'), 'utf8')).toContain('line 399');
});

test('the text of the viewer has the size that is set for the page, also when that changes meanwhile', async ({
  gatehouse: { app, page },
}) => {
  await serversReady(page);
  const setSize = (textSize: 14 | 18 | 20) =>
    page.evaluate((size) => window.gatehouse.commands['settings.update']({ textSize: size }), textSize);
  await setSize(18);
  const content = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\\n');
  const opening = app.waitForEvent('window');
  await say(page, `/call mcp__notes__add_note {"name":"sized","content":"${content}"}`);
  const viewer = await opening;
  const sizeOf = (selector: string) =>
    viewer
      .locator(selector)
      .first()
      .evaluate((part) => Math.round(Number.parseFloat(getComputedStyle(part).fontSize)));
  await expect.poll(() => sizeOf('body')).toBe(18);
  expect(await sizeOf('pre')).toBe(16);
  expect(await sizeOf('h1')).toBe(21);
  await setSize(20);
  await expect.poll(() => sizeOf('pre')).toBe(18);
  await viewer.getByRole('button', { name: 'Deny' }).click();
  await setSize(14);
  await turnOver(page);
});

test('the viewer shows the file that a call would write, is searched through all its parts, and wraps its lines', async ({
  gatehouse: { app, page },
}, info) => {
  await serversReady(page);
  // No workspace may hold the app’s own data.
  await app.evaluate(({ dialog }, folder) => {
    Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [folder] }) });
  }, info.outputPath());
  await mkdir(info.outputPath(), { recursive: true });
  await page.evaluate(() => window.gatehouse.commands['workspace.pick']({}));
  const lines = Array.from({ length: 60 }, (_, line) => `line ${line}`);
  const args = JSON.stringify({ path: 'find-me.md', content: [...lines, 'NEEDLE', 'x'.repeat(400)].join('\n') });
  const opening = app.waitForEvent('window');
  await say(page, `/call write ${args}`);
  const viewer = await opening;
  await expect(viewer.getByRole('heading', { name: /^Creates .*find-me\.md:$/ })).toBeVisible();
  await expect(viewer.getByRole('img', { name: 'added' })).toHaveCount(62);

  const search = viewer.getByRole('searchbox', { name: 'Find' });
  const matches = viewer.locator('#matches');
  await viewer.keyboard.press('Control+f');
  await expect(search).toBeFocused();
  await search.fill('needle');
  await expect(matches).toHaveText('1 of 2');
  await expect(viewer.getByText('NEEDLE', { exact: true })).toBeInViewport();
  await search.press('Enter');
  await expect(matches).toHaveText('2 of 2');
  await expect(viewer.getByText('"content":')).toBeInViewport();
  await search.press('Enter');
  await expect(matches).toHaveText('1 of 2');
  await search.press('Shift+Enter');
  await expect(matches).toHaveText('2 of 2');
  await search.fill('haystack (.*');
  await expect(matches).toHaveText('Not found');

  const isTooWide = () => viewer.locator('#scroll').evaluate((part) => part.scrollWidth > part.clientWidth);
  expect(await isTooWide()).toBe(false);
  await viewer.getByRole('checkbox', { name: 'Wrap lines' }).uncheck();
  expect(await isTooWide()).toBe(true);
  await viewer.getByRole('checkbox', { name: 'Wrap lines' }).check();
  expect(await isTooWide()).toBe(false);
  await viewer.getByRole('button', { name: 'Deny' }).click();
  await turnOver(page);
  expect(await noNativeDialog()).toBe(true);
});

test('once a native box has closed, the caret and the input method are with the composer again', async ({
  gatehouse: { page },
}) => {
  await serversReady(page);
  await say(page, '/call mcp__notes__add_note {"name":"ime","content":"x"}');
  const box = await nativeDialog('notes ▸ add_note');
  await box.key('Escape');
  await turnOver(page);
  const input = page.getByRole('textbox', { name: 'Message' });
  await expect(input).toBeFocused();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  await expect(input).toHaveValue('ni');
  await devtools.send('Input.insertText', { text: '你' });
  await expect(input).toHaveValue('你');
  await input.fill('');
});
