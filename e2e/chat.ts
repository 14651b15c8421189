import { expect, type Locator, type Page } from '@playwright/test';

export const EXAMPLE_EN = 'List my notes, read agent-loop, then create a note named test with content hello';
export const EXAMPLE_ZH = '列出我的笔记，读一下 agent-loop，再新建一篇叫 test 的笔记，内容写 hello';

/** Waits until the sample servers run, so that the model is offered their tools. */
export async function serversReady(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^([3-9]|\d\d) (servers|个服务器)/ })).toBeVisible();
}

/** Types a message and sends it with Enter. */
export async function say(page: Page, text: string): Promise<void> {
  const input = page.getByRole('textbox', { name: /^(Message|消息)$/ });
  await input.fill(text);
  await input.press('Enter');
}

/** The card of a call, such as `notes ▸ add_note`; the last one of that name. */
export function card(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true }).last();
}

/** Waits until no turn runs. */
export async function turnOver(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Stop|停止)$/ })).toBeHidden();
}
