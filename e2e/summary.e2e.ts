import type { Page } from '@playwright/test';
import { startStrictMessagesApi, type ScriptedAnswer } from '../src/core/testing/strict-messages-api.js';
import { say, turnOver } from './chat.js';
import { expect, test } from './gatehouse-app.js';

/** About 9,000 tokens. */
const LONG = 'lorem ipsum dolor '.repeat(1_750);
const GIST = '- The user compares notes on **agent loops**.\n- Decided: keep the loop small.';

const says = (text: string, tokens: number): ScriptedAnswer => ({
  kind: 'reply',
  blocks: [{ type: 'text', text }],
  inputTokens: 1_200,
  cacheReadTokens: tokens,
  cacheWriteTokens: 9_000,
});

async function sayPart(page: Page, n: number): Promise<void> {
  await say(page, `Part ${n}. ${LONG}`);
  await expect(page.getByText(/^Answer \d+\.$/)).toHaveCount(n);
  await turnOver(page);
}

test('a chat that outgrows the window is summarised in sight, can be undone, and says what it cost', async ({
  launch,
}) => {
  let asked = 0;
  const api = await startStrictMessagesApi({
    models: [{ type: 'model', id: 'claude-opus-5', display_name: 'Claude Opus 5', max_input_tokens: 50_000 }],
    countTokens: (body) => Math.round(JSON.stringify(body).length / 3.5),
    script: (body) => {
      asked += 1;
      const summary = JSON.stringify(body['system']).includes('You write the summary');
      return summary ? says(GIST, 0) : says(`Answer ${asked}.`, asked * 9_000);
    },
  });
  try {
    const { page } = await launch({ env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url } });
    for (const n of [1, 2, 3, 4, 5]) {
      // oxlint-disable-next-line no-await-in-loop -- a turn begins when the one before it has ended
      await sayPart(page, n);
    }
    const mark = page.getByRole('region', { name: 'Earlier messages are summarised for the model' });
    await expect(mark).toBeVisible();
    await mark.getByText('Earlier messages are summarised for the model').click();
    await expect(mark.getByText('Decided: keep the loop small.')).toBeVisible();

    const chip = page.getByRole('button', { name: /^Context \d+ % · \$\d\.\d+$/ });
    await chip.click();
    await expect(page.getByText('Tokens written')).toBeVisible();
    await page.getByRole('button', { name: 'Usage and chart' }).click();
    const dialog = page.getByRole('dialog', { name: 'Usage of this chat' });
    await expect(dialog.getByRole('img', { name: 'Request by request' })).toBeVisible();
    await expect(dialog.getByRole('table', { name: 'By server, estimated' })).toContainText('gatehouse');
    await dialog.getByText('Show as a table').click();
    await expect(dialog.getByRole('row', { name: /a summary/ })).toHaveCount(1);
    await dialog.getByRole('button', { name: 'All chats by day' }).click();
    await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeFocused();
    await expect(page.getByRole('img', { name: 'Day by day' })).toBeVisible();
    await page.keyboard.press('Control+1');

    await mark.getByRole('button', { name: 'Undo' }).click();
    await expect(mark).toBeHidden();
    await expect(page.getByRole('article').filter({ hasText: 'Part 1.' })).toBeVisible();
  } finally {
    await api.close();
  }
});
