import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openConversationStore } from '../src/core/conversation/sqlite-conversation-store.js';
import { branded } from '../src/shared/brand.js';
import type { ConversationId, MessageId } from '../src/shared/conversation.js';
import { expectAccessible } from './axe.js';
import { expect, test } from './gatehouse-app.js';

const kept = branded<ConversationId>('kept');
const deleted = branded<ConversationId>('deleted');

/**
 * The conversations of one who has asked two models on every third day of the last sixty, and deleted a chat of today.
 * Yesterday an answer broke off, and a server asked the model something.
 */
async function sixtyDays(home: string): Promise<void> {
  const { store } = await openConversationStore(join(home, 'conversations.db'));
  const noon = (daysAgo: number): number => {
    const at = new Date();
    at.setHours(12, 0, 0, 0);
    at.setDate(at.getDate() - daysAgo);
    return at.getTime();
  };
  const answer = (chat: ConversationId, daysAgo: number, model: string, inputTokens: number): void => {
    const usage = { inputTokens, outputTokens: inputTokens / 50, cacheReadTokens: inputTokens / 2 };
    const id = branded<MessageId>(`${chat} ${daysAgo} ${model}`);
    const said = { role: 'assistant', id, at: noon(daysAgo), model, usage, complete: true } as const;
    store.append(chat, { type: 'assistant-finished', message: { ...said, blocks: [{ type: 'text', text: 'ok' }] } });
  };
  for (const id of [kept, deleted]) store.put({ id, title: id, createdAt: 1, updatedAt: 1 });
  for (let daysAgo = 0; daysAgo < 60; daysAgo += 3) {
    answer(kept, daysAgo, 'claude-opus-5', 100_000 + ((daysAgo * 37_000) % 300_000));
    if (daysAgo % 2 === 0) answer(kept, daysAgo, 'a model of my own', 60_000 + daysAgo * 2_000);
  }
  answer(deleted, 0, 'claude-opus-5', 1_000_000);
  const yesterday = { at: noon(1), model: 'claude-opus-5' };
  const broken = { ...yesterday, id: 'b', kind: 'broken', usage: { inputTokens: 40_000, outputTokens: 1 } } as const;
  store.append(kept, { type: 'request-broken', request: broken });
  store.count({ ...yesterday, id: 's', kind: 'server', usage: { inputTokens: 2_000, outputTokens: 300 } });
  store.remove(deleted);
  store.close();
}

function fact(page: Page, name: string) {
  return page.locator('main dl > div', { hasText: name }).locator('dd');
}

test('what all chats took is shown by day and by model, a deleted chat included', async ({ launch, home }) => {
  await sixtyDays(home);
  const { page } = await launch();
  await page.keyboard.press('Control+5');
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeFocused();
  await expect(page.getByRole('img', { name: 'Day by day' })).toBeVisible();
  await expect(fact(page, 'Requests')).toHaveText('18');
  await expect(page.getByText('5 requests without a known price')).toBeVisible();

  await page.getByRole('radio', { name: '7 days' }).check();
  await expect(fact(page, 'Requests')).toHaveText('8');
  // 1,000,000 and 100,000 today, 211,000 and 322,000 before: half of each from the cache at a tenth of the price.
  // And 40,000 and 2,000 yesterday.
  await expect(fact(page, 'Tokens read')).toHaveText('1,807,000');
  const models = page.getByRole('table', { name: 'By model' });
  await expect(models.getByRole('row', { name: /^claude-opus-5/ })).toContainText('$5.52');
  await expect(models.getByRole('row', { name: /^a model of my own/ })).toContainText('—');
  const kinds = page.getByRole('table', { name: 'By purpose' });
  await expect(kinds.getByRole('row', { name: /^Answers that broke off/ })).toContainText('40,000');
  await expect(kinds.getByRole('row', { name: /^Servers \(sampling\)/ })).toContainText('2,000');
  await page.getByText('Show as a table').click();
  const rows = page.getByRole('table').filter({ hasText: 'Day' }).getByRole('row');
  await expect(rows).toHaveCount(7);
  await expect(rows.nth(1)).toContainText('1,100,000');
  await expectAccessible(page, 'main');

  await page.getByRole('radio', { name: '90 days' }).check();
  await expect(fact(page, 'Requests')).toHaveText('33');
  await page.evaluate(() => window.gatehouse.commands['settings.update']({ language: 'zh-CN' }));
  await expect(page.getByRole('img', { name: '逐日' })).toBeVisible();
});
