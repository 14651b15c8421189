import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openConversationStore } from '../src/core/conversation/sqlite-conversation-store.js';
import type { AgentEvent } from '../src/shared/agent-event.js';
import { branded } from '../src/shared/brand.js';
import type { ConversationId, MessageId } from '../src/shared/conversation.js';
import { expect, test } from './gatehouse-app.js';

test('of a long chat the end is rendered at once, and the rest when it comes near or is led to', async ({
  home,
  launch,
}) => {
  await chatOf(home, 200);
  const { page } = await launch();
  await page.getByRole('button', { name: 'A long chat', exact: true }).click();
  const chat = page.getByRole('region', { name: 'Messages' });
  await expect(chat.getByText('Message 199.', { exact: true })).toBeInViewport();
  await expect(chat.getByText('Message 3.', { exact: true })).toHaveCount(0);
  // The others have their places, so that the bar tells how long the chat is.
  expect(await chat.locator('[data-message]').count()).toBeLessThan(60);
  expect(await chat.evaluate((view) => view.scrollHeight)).toBeGreaterThan(200 * 100);

  await page.keyboard.press('Control+K');
  await page.keyboard.type('Message 3.');
  await page
    .getByRole('region', { name: 'Search results' })
    .getByRole('button', { name: /Message 3\./ })
    .click();
  await expect(chat.getByText('Message 3.', { exact: true })).toBeInViewport();
  await expect(chat.getByText('Message 100.', { exact: true })).toHaveCount(0);

  // To the top: what is rendered above does not move what is read.
  await chat.hover();
  await page.mouse.wheel(0, -20_000);
  await expect(chat.getByText('Message 0.', { exact: true })).toBeInViewport();
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(chat.getByText('Message 199.', { exact: true })).toBeInViewport();

  // By keys from one of the user's messages to the one before, into what was not rendered yet.
  const focused = chat.locator('article:focus');
  await page.keyboard.press('Alt+ArrowUp');
  const first = Number(/\d+/u.exec(await focused.innerText())?.[0]);
  expect(first).toBeGreaterThan(180);
  const goUpTo = async (number: number): Promise<void> => {
    await page.keyboard.press('Alt+ArrowUp');
    await expect(focused).toContainText(`Message ${number}.`);
  };
  for (let step = 1; step <= 12; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each step begins where the one before led
    await goUpTo(first - 2 * step);
  }
});

async function chatOf(home: string, count: number): Promise<void> {
  mkdirSync(home, { recursive: true });
  const { store } = await openConversationStore(join(home, 'conversations.db'));
  const id = branded<ConversationId>('long');
  store.appendAll(
    id,
    Array.from({ length: count }, (_, at): AgentEvent => {
      const message = {
        id: branded<MessageId>(`m${at}`),
        at,
        blocks: [{ type: 'text', text: `Message ${at}.` }],
      } as const;
      return at % 2 === 0
        ? { type: 'user-message', message: { role: 'user', ...message } }
        : { type: 'assistant-finished', message: { role: 'assistant', model: 'm', complete: true, ...message } };
    }),
  );
  store.put({ id, title: 'A long chat', createdAt: 1, updatedAt: 1 });
  store.close();
}
