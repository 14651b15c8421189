import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { card, say, serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';

shareApp();

/** What stands in the chat, message by message. */
function messages(page: Page) {
  return page.getByRole('region', { name: 'Messages' }).getByRole('article');
}

test('a word is found in another chat, and the hit leads to its message', async ({ gatehouse: { page } }) => {
  await say(page, 'The word is zebrafish');
  await turnOver(page);
  await page.getByRole('button', { name: 'New chat' }).click();
  await page.keyboard.press('Control+K');
  await page.keyboard.type('zebraf');
  const results = page.getByRole('region', { name: 'Search results' });
  await results
    .getByRole('group', { name: 'Messages' })
    .getByRole('button', { name: /You.*zebrafish/ })
    .click();
  await expect(messages(page).first()).toContainText('The word is zebrafish');
  await page.getByRole('textbox', { name: 'Search chats' }).fill('no such thing anywhere');
  await expect(results.getByRole('status')).toHaveText('No chat holds “no such thing anywhere”.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Chats', exact: true })).toBeVisible();
});

test('a message is said in other words, and answered anew', async ({ gatehouse: { page } }) => {
  await say(page, 'Say one thing');
  await turnOver(page);
  await messages(page).first().hover();
  const edit = page.getByRole('button', { name: 'Edit and send again' });
  const edited = page.getByRole('textbox', { name: 'The message in other words' });
  const input = page.getByRole('textbox', { name: 'Message', exact: true });
  await edit.click();
  await edited.press('Escape');
  await expect(input).toBeFocused();
  await messages(page).first().hover();
  await edit.click();
  await edited.fill('Say another thing');
  // What is being written outlives a look at another page.
  await page.keyboard.press('Control+2');
  await expect(edited).toBeHidden();
  await page.keyboard.press('Control+1');
  await expect(edited).toHaveValue('Say another thing');
  await edited.focus();
  await page.keyboard.press('Enter');
  await expect(input).toBeFocused();
  await expect(messages(page).first()).toHaveText(/Say another thing/);
  await turnOver(page);
  await expect(messages(page)).toHaveCount(2);
  await messages(page).last().hover();
  await page.getByRole('button', { name: 'Answer again' }).click();
  await turnOver(page);
  await expect(messages(page)).toHaveCount(2);
});

test('an example goes below what was written, and takes the place of another example', async ({
  gatehouse: { page },
}) => {
  await page.keyboard.press('Control+n');
  const input = page.getByRole('textbox', { name: 'Message', exact: true });
  const examples = page.getByRole('list', { name: 'Example prompts' }).getByRole('button');
  await input.fill('My own words');
  const first = await examples.first().innerText();
  await examples.first().click();
  await expect(input).toHaveValue(`My own words\n${first}`);
  await input.fill('');
  await examples.first().click();
  await examples.nth(1).click();
  await expect(input).toHaveValue(await examples.nth(1).innerText());
  await input.fill('');
});

test('a branch goes on by itself; a deleted chat comes back; a pinned one stands first', async ({
  gatehouse: { page },
}) => {
  const trunk = 'Begin the trunk, wide as the oldest oak of the whole wood';
  await say(page, trunk);
  await turnOver(page);
  await messages(page).last().hover();
  await messages(page).last().getByRole('button', { name: 'Branch from here' }).click();
  await say(page, 'Only in the branch');
  await turnOver(page);
  await expect(messages(page)).toHaveCount(4);
  const chats = page.getByRole('region', { name: 'Chats', exact: true });
  const branch = chats.getByRole('button', { name: `${trunk} (2)`, exact: true });
  const number = await branch.getByText('(2)', { exact: true }).boundingBox();
  const row = await branch.boundingBox();
  expect((number?.x ?? Infinity) + (number?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0));
  await chats.getByRole('button', { name: `Options for ${trunk} (2)` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(branch).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(branch).toBeVisible();
  await chats.getByRole('button', { name: `Options for ${trunk}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(
    chats.getByRole('group', { name: 'Pinned' }).getByRole('button', { name: trunk, exact: true }),
  ).toHaveCount(1);
});

test('a message that is sent before the page hears of a turn waits for its end', async ({ gatehouse: { page } }) => {
  await say(page, 'Count the first swan');
  await expect(messages(page)).toHaveCount(2);
  await turnOver(page);
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Count the third swan');
  await page.evaluate(async () => {
    const { commands } = window.gatehouse;
    const snapshot = await commands['app.snapshot']({});
    const chat = snapshot.ok ? snapshot.value.state.conversations[0] : undefined;
    const send = [...document.querySelectorAll('button')].find((button) => button.textContent.trim() === 'Send');
    if (chat === undefined || send === undefined) throw new Error('There is no chat, or nothing to send it with.');
    void commands['chat.send']({ conversationId: chat.id, text: 'Count the second swan' });
    send.click();
  });
  await expect(messages(page)).toHaveCount(6);
  await expect(messages(page).nth(2)).toContainText('Count the second swan');
  await expect(messages(page).nth(4)).toContainText('Count the third swan');
  await turnOver(page);
});

test('the focus goes back to the chat after it was renamed, or left as it was', async ({ gatehouse: { page } }) => {
  await say(page, 'Name the kestrel');
  await turnOver(page);
  const chats = page.getByRole('region', { name: 'Chats', exact: true });
  const menu = chats.getByRole('button', { name: 'Options for Name the kestrel' });
  const field = chats.getByRole('textbox', { name: 'Title of the chat' });
  const renaming = async (): Promise<void> => {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
    await expect(field).toBeFocused();
  };
  await renaming();
  await page.keyboard.type('Not this');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await renaming();
  await page.keyboard.type('Kestrel');
  await page.keyboard.press('Enter');
  await expect(chats.getByRole('button', { name: 'Options for Kestrel' })).toBeFocused();
  // Who has gone on meanwhile is not fetched back.
  await chats.getByRole('button', { name: 'Options for Kestrel' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('Merlin');
  const input = page.getByRole('textbox', { name: 'Message', exact: true });
  await input.click();
  await expect(chats.getByRole('button', { name: 'Options for Merlin' })).toBeVisible();
  await expect(input).toBeFocused();
});

test('a chat that was exported as JSON comes in again as the same conversation', async ({
  gatehouse: { app, page, home },
}) => {
  // The system’s dialogs for files are not this test’s matter: they give this one.
  await app.evaluate(
    ({ dialog }, file) => {
      Object.assign(dialog, {
        showSaveDialog: () => Promise.resolve({ canceled: false, filePath: file }),
        showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [file] }),
      });
    },
    join(home, 'heron.json'),
  );
  await serversReady(page);
  await say(page, '/call mcp__notes__list_notes {}');
  // The answer too: right after a message is sent no turn runs yet.
  await expect(messages(page)).toHaveCount(3);
  await turnOver(page);
  await say(page, 'Remember the heron');
  await expect(messages(page)).toHaveCount(5);
  await turnOver(page);
  const chats = page.getByRole('region', { name: 'Chats', exact: true });
  const name = '/call mcp__notes__list_notes {}';
  await chats.getByRole('button', { name: `Options for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click();
  await expect(page.getByText(/The chat was written to .*heron\.json/)).toBeVisible();
  const said = await messages(page).allInnerTexts();
  // The sample server logs nothing; another one would have.
  const written = await readFile(join(home, 'heron.json'), 'utf8');
  const log = '"log": [{ "at": 1, "source": "stderr", "text": "looked into the folder" }]';
  await writeFile(join(home, 'heron.json'), written.replace('"serverName"', `${log}, "serverName"`));

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Import a chat' }).click();
  await expect(chats.getByRole('button', { name, exact: true })).toHaveCount(2);
  await expect(messages(page)).toHaveCount(said.length);
  // Who let a call run there says nothing here.
  const withoutBadges = said.map((text) => text.replace(/^(?:read-only|auto: .*|from notes)\n+/gm, ''));
  expect(await messages(page).allInnerTexts()).toEqual(withoutBadges);
  const listed = card(page, 'notes ▸ list_notes');
  await listed.getByRole('button', { name: /list_notes/u }).click();
  const lines = listed.getByRole('region', { name: 'Server log during this call' });
  await expect(lines).toContainText('looked into the folder');
  await say(page, 'And go on');
  await turnOver(page);
  await expect(messages(page).last()).not.toHaveText('');
});
