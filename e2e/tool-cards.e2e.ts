import type { Page } from '@playwright/test';
import type { JsonObject } from '../src/shared/json.js';
import { type ScriptedAnswer, startStrictMessagesApi } from '../src/core/testing/strict-messages-api.js';
import { card, say, turnOver } from './chat.js';
import { expect, test } from './gatehouse-app.js';
import { nativeDialog } from './native-dialog.js';

const call = (server: string, id: string, input: JsonObject): ScriptedAnswer => ({
  kind: 'reply',
  blocks: [{ type: 'tool_use', id, name: `mcp__${server}__echo`, input }],
});

/** Adds a server that misbehaves as the flags say, and starts it as a user does. */
async function addMischief(page: Page, name: string, ...flags: readonly string[]): Promise<void> {
  const connected = page.evaluate(
    async (args) => {
      const { commands } = window.gatehouse;
      const launch = { kind: 'stdio' as const, command: '${node}', args: args.launch, env: args.env, cwd: '' };
      const saved = await commands['servers.save']({ name: args.name, launch, autoConnect: true });
      if (!saved.ok) throw new Error(saved.error.message);
      const answer = await commands['servers.connect']({ id: saved.value.id });
      if (!answer.ok) throw new Error(answer.error.message);
    },
    { name, launch: ['${servers}/mischief.js', ...flags], env: { ELECTRON_RUN_AS_NODE: '1' } },
  );
  await (await nativeDialog()).press(1);
  await connected;
}

test('a card shows arguments as they come, is cancelled alone, and shows what a call gave', async ({ launch }) => {
  const text = `${'so far '.repeat(400)}${'never seen '.repeat(100)}`;
  const api = await startStrictMessagesApi({
    script: [
      {
        kind: 'reply',
        blocks: [{ type: 'tool_use', id: 'toolu_0', name: 'mcp__hang__echo', input: { text } }],
        stall: true,
      },
      call('hang', 'toolu_1', { text: 'wait' }),
      { kind: 'reply', blocks: [{ type: 'text', text: 'I went on:\n\n```json\n{"gone": "on"}\n```' }] },
      call('media', 'toolu_2', {}),
      { kind: 'reply', blocks: [{ type: 'text', text: 'There they are.' }] },
    ],
  });
  try {
    const { page } = await launch({ env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url } });
    const violations = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
          new Audio('data:audio/wav;base64,UklGRg==').load();
        }),
    );
    expect(await violations).toBe('media-src');
    await addMischief(page, 'hang', '--never-answer');
    await addMischief(page, 'media', '--media-result');

    await say(page, 'Write a lot');
    await expect(card(page, 'mcp__hang__echo')).toContainText('Unfinished');
    await expect(card(page, 'mcp__hang__echo')).toContainText('so far');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await turnOver(page);
    await expect(page.getByText('so far')).toBeHidden();
    // What was cut off can be looked into and answered anew; nothing can go on from there.
    const cut = page.getByRole('region', { name: 'Messages' }).getByRole('article').last();
    await cut.hover();
    await expect(cut.getByRole('button', { name: 'Answer again' })).toBeVisible();
    await expect(cut.getByRole('button', { name: 'Branch from here' })).toHaveCount(0);
    await cut.getByRole('button', { name: 'Timeline of this turn' }).click();
    await expect(page.getByRole('dialog', { name: 'Timeline of this turn' })).toBeVisible();
    await page.keyboard.press('Escape');

    await say(page, 'Wait for it');
    await (await nativeDialog('hang ▸ echo')).press(1);
    const hanging = card(page, 'hang ▸ echo');
    await expect(hanging).toContainText('Running');
    await hanging.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('I went on:')).toBeVisible();
    await expect(hanging).toContainText('Stopped');
    await expect(hanging).toContainText('It may still be at work.');
    // The code of the answer is coloured, by a chunk that was loaded for it.
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('code-string')?.size ?? 0)).toBeGreaterThan(0);

    await say(page, 'Show me files');
    await (await nativeDialog('media ▸ echo')).press(1);
    await expect(page.getByText('There they are.')).toBeVisible();
    const media = card(page, 'media ▸ echo');
    await media.getByRole('button', { expanded: false }).click();
    await expect(media.getByText('report.pdf', { exact: true })).toBeVisible();
    await expect(media.getByText('file:///notes.md')).toBeVisible();
    await expect(media.getByText('Only https addresses can be opened from here.')).toBeVisible();
    await expect(media.getByText('This sound can’t be played: its data is damaged.')).toBeVisible();
    // An SVG is a document: it is named and saved, never drawn.
    await expect(media.getByRole('img')).toHaveCount(1);
    await media.getByRole('img').click();
    await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
    // As under every dialog, no key of the page acts under it.
    await page.keyboard.press('Control+n');
    await expect(page.getByText('There they are.')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.getByRole('button', { name: 'Timeline of this turn' }).last().click();
    await expect(page.getByRole('img', { name: /^Model .* · Your decisions .* · Tools / })).toBeVisible();
  } finally {
    await api.close();
  }
});
