import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLE_EN, say, serversReady } from './chat.js';
import { expect, test } from './gatehouse-app.js';
import { nativeDialog } from './native-dialog.js';

test('what ran and what was denied stands in the record, and a hand in it is found', async ({ gatehouse }) => {
  const { page, home } = gatehouse;
  await serversReady(page);
  await say(page, EXAMPLE_EN);
  await (await nativeDialog('notes ▸ add_note')).press(1);
  await expect(page.getByText('Added the note').last()).toBeVisible();
  const key = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
  await say(page, `/call mcp__notes__add_note {"name":"key","content":"${key}"}`);
  await (await nativeDialog('notes ▸ add_note')).key('Escape');

  await page.getByRole('button', { name: 'Record' }).click();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText('denied by you');
  await expect(rows.nth(1)).toContainText('allowed by you, once');
  await rows.nth(0).getByRole('button').click();
  await expect(rows.nth(0)).toContainText('"content": "[redacted]"');

  await page.getByRole('searchbox', { name: 'Search names and arguments' }).fill('agent-loop');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('read_note');
  await page.getByRole('searchbox', { name: 'Search names and arguments' }).fill('');

  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('The record is as it was written: 7 records.')).toBeVisible();
  const [name = ''] = await readdir(join(home, 'audit'));
  const file = join(home, 'audit', name);
  const written = await readFile(file, 'utf8');
  expect(written).not.toContain(key);
  await writeFile(file, written.replace('"by":"user"', '"by":"policy"'));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('The record was changed, in 1 place.')).toBeVisible();
  await expect(page.getByText(`${name}, line 7: a record is not what was written (7)`)).toBeVisible();
});
