import { expect, test } from './gatehouse-app.js';
import { startStrictMessagesApi } from '../src/core/testing/strict-messages-api.js';

test('a busy model is waited for in sight, and what is written meanwhile is queued and sent', async ({ launch }) => {
  let busy = true;
  const api = await startStrictMessagesApi({
    script: () =>
      busy
        ? {
            kind: 'error',
            status: 529,
            type: 'overloaded_error',
            message: 'Overloaded',
            headers: { 'retry-after': '500' },
          }
        : {
            kind: 'reply',
            blocks: [{ type: 'text', text: 'Here they are.' }],
            inputTokens: 120,
            cacheReadTokens: 2400,
          },
  });
  try {
    const { page } = await launch({ env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url } });
    const input = page.getByRole('textbox', { name: 'Message' });
    const queue = page.getByRole('list', { name: 'Waiting to be sent' });
    const write = async (text: string) => {
      await input.fill(text);
      await input.press('Enter');
    };
    await write('Read my notes');
    await expect(page.getByText(/The model is busy\. Trying again in .*attempt 2 of 5/)).toBeVisible();
    await write('Then count them');
    await write('Then stop');
    await expect(queue.getByRole('listitem')).toHaveCount(2);
    await queue.getByRole('button', { name: 'Take out' }).last().click();
    await expect(queue.getByRole('listitem')).toHaveText(['Then count them']);
    await queue.getByRole('button', { name: 'Edit' }).click();
    await expect(input).toHaveValue('Then count them');
    await write('Then count the words');
    await expect(queue.getByRole('listitem')).toHaveText(['Then count the words']);
    busy = false;
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByText('Here they are.')).toHaveCount(2);
    await expect(queue).toBeHidden();
    const answers = page.getByRole('article').filter({ hasText: 'Here they are.' });
    await expect(answers.last()).toContainText('2,520 tokens in, 2,400 from cache · 1 out');
    await page.getByRole('button', { name: /^Context \d+ %$/ }).click();
    await expect(page.getByText('Tools of gatehouse')).toBeVisible();
  } finally {
    await api.close();
  }
});
