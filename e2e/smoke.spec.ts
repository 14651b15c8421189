import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLE_EN, say, serversReady, turnOver } from './chat.js';
import { expect, test } from './gatehouse-app.js';
import { nativeDialog } from './native-dialog.js';

test('the main job works from end to end: two tools run, the third is asked about, the note is on disk', async ({
  gatehouse,
}) => {
  const { page, home } = gatehouse;
  await serversReady(page);
  await say(page, EXAMPLE_EN);
  await (await nativeDialog('notes ▸ add_note')).press(1);
  await turnOver(page);
  expect(await readFile(join(home, 'notes', 'test.md'), 'utf8')).toContain('hello');
  await gatehouse.quit();
  expect(gatehouse.processes()).toEqual([]);
});
