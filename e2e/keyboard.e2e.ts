import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { EXAMPLE_EN, say, serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';
import { nativeDialog, pressInWindow } from './native-dialog.js';

shareApp();

/** What has the focus, and whether one sees that: something of it or around it looks otherwise than without. */
async function focus(page: Page): Promise<{ readonly name: string; readonly seen: boolean; readonly place: number }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: 'body', seen: false, place: -1 };
    const around = [element, element.parentElement, element.parentElement?.parentElement];
    const looks = (): string =>
      around
        .flatMap((part) => (part == null ? [] : [getComputedStyle(part)]))
        .map(({ boxShadow, outlineStyle, borderColor, textDecorationLine }) =>
          [boxShadow, outlineStyle, borderColor, textDecorationLine].join(' '),
        )
        .join('; ');
    const focused = looks();
    element.blur();
    const plain = looks();
    element.focus({ preventScroll: true });
    const name = element.ariaLabel ?? element.title;
    return {
      name: name === '' ? (element.textContent ?? '').slice(0, 60) : name,
      seen: focused !== plain,
      place: [...document.querySelectorAll('*')].indexOf(element),
    };
  });
}

/** Presses Tab until something of that name has the focus; each stop on the way must be seen. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const stops: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const at = await focus(page);
    stops.push(at.name);
    expect(at.seen, `the focus is not seen on “${at.name}”`).toBe(true);
    if (name.test(at.name)) return;
  }
  throw new Error(`Tab did not come to ${String(name)}, but to: ${stops.join(', ')}`);
}

test('the whole main job is done by keyboard alone', async ({ gatehouse: { app, page, home } }) => {
  await serversReady(page);
  const input = page.getByRole('textbox', { name: 'Message' });
  await page.keyboard.press('Control+N');
  await expect(input).toBeFocused();
  await page.keyboard.type(EXAMPLE_EN);
  await page.keyboard.press('Enter');
  await (await nativeDialog('notes ▸ add_note')).press(1);
  await turnOver(page);
  expect(await readFile(join(home, 'notes', 'test.md'), 'utf8')).toContain('hello');

  // Back to the question, on to the result, and that on the clipboard.
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('article').first()).toBeFocused();
  await tabTo(page, /^Copy the message$/);
  await tabTo(page, /^notes ▸ add_note|Added the note/);
  await tabTo(page, /^Copy the message$/);
  await page.keyboard.press('Enter');
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain('Added the note');

  await page.keyboard.press('Control+2');
  await expect(page.getByRole('heading', { level: 1, name: 'Servers' })).toBeFocused();
  await tabTo(page, /^notes/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Policy for add_note' })).toBeVisible();
  await page.keyboard.press('Control+1');
  await expect(input).toBeFocused();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Added the note');
});

test('Tab goes through every page and out of it again, and shows where it is', async ({ gatehouse: { page } }) => {
  for (const key of ['Control+N', 'Control+2', 'Control+3', 'Control+4', 'Control+Comma']) {
    await page.keyboard.press(key);
    const stops = new Map<number, string>();
    let end = false;
    for (let step = 0; step < 200 && !end; step += 1) {
      await page.keyboard.press('Tab');
      const { name, seen, place } = await focus(page);
      end = place === -1 || stops.has(place);
      if (!end) expect(seen, `the focus is not seen on “${name}” after ${key}`).toBe(true);
      stops.set(place, name);
    }
    const names = [...stops.values()].join(', ');
    expect(end, `Tab comes to no end after ${key}: ${names}`).toBe(true);
    // Neither caught in a corner nor kept from the side column.
    expect(names, `Tab does not leave the page after ${key}`).toContain('Fold the side column');
    expect(stops.size, names).toBeGreaterThan(12);
  }
});

test('the focus goes back behind a dialog, and stays on a button whose work goes on', async ({
  gatehouse: { page },
}) => {
  await serversReady(page);
  await page.keyboard.press('Control+2');
  for (const name of ['Add server', 'Edit']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    // The field takes the focus by itself, before the dialog looks where that was.
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
  const refresh = page.getByRole('button', { name: 'Refresh list' });
  await page.keyboard.press('Control+Comma');
  await refresh.focus();
  await page.keyboard.press('Enter');
  await expect(refresh).toBeEnabled();
  await expect(refresh).toBeFocused();
});

test('the palette finds commands and chats by their words, Chinese too, and the keys of a text box stay its own', async ({
  gatehouse: { page },
}) => {
  await say(page, '斑马住在哪里？');
  await turnOver(page);
  await page.keyboard.press('Control+N');
  await page.keyboard.type('What?');
  const input = page.getByRole('textbox', { name: 'Message' });
  await expect(input).toHaveValue('What?');
  await page.keyboard.press('Control+P');
  await expect(page.getByRole('combobox', { name: 'Command or chat' })).toBeFocused();
  await page.keyboard.press('Control+N');
  await page.keyboard.type('斑马');
  await expect(page.getByRole('option')).toHaveText([/斑马住在哪里？/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').first()).toContainText('斑马住在哪里？');
  await expect(input).toBeFocused();
  await page.keyboard.press('Control+Shift+P');
  await page.keyboard.type('no such');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nothing is called “no such”.');
  await page.keyboard.press('Escape');
  await expect(input).toBeFocused();

  await page.keyboard.press('Control+Shift+P');
  await page.keyboard.type('trust');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Trust' })).toBeFocused();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByText('Fold or open the side column')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('the side column folds, and the search is there all the same', async ({ gatehouse: { page } }) => {
  const chats = page.getByRole('region', { name: 'Chats', exact: true });
  await page.keyboard.press('Control+B');
  await expect(chats).toBeHidden();
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('textbox', { name: 'Search chats' })).toBeFocused();
  await page.keyboard.type('zzz');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Search chats' })).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Search chats' })).toBeHidden();
  await page.keyboard.press('Control+B');
  await expect(chats).toBeVisible();
});

test('no key acts while an input method composes', async ({ gatehouse: { page } }) => {
  const input = page.getByRole('textbox', { name: 'Message' });
  await page.keyboard.press('Control+L');
  await expect(input).toBeFocused();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  for (const key of ['Control+2', 'Control+P', 'F1', 'Control+B', 'Enter']) await page.keyboard.press(key);
  await expect(input).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Chats', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'New chat' })).toBeVisible();
  await devtools.send('Input.insertText', { text: '你' });
  await input.fill('');
});

test('size of text, density and theme hold at once', async ({ gatehouse: { page } }) => {
  await page.keyboard.press('Control+Comma');
  const body = page.locator('body');
  await page.getByRole('group', { name: 'Text size' }).getByText('18', { exact: true }).click();
  await expect(body).toHaveCSS('font-size', '18px');
  await page.getByRole('group', { name: 'Density' }).getByText('Compact').click();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await page.getByRole('group', { name: 'Theme' }).getByText('Dark').click();
  await expect(body).toHaveCSS('color', 'rgb(236, 234, 230)');
  await page.evaluate(() =>
    window.gatehouse.commands['settings.update']({ textSize: 14, density: 'comfortable', theme: 'system' }),
  );
  await expect(body).toHaveCSS('font-size', '14px');
});

test('the keys for zooming are still the menu’s', async ({ gatehouse: { app } }) => {
  const level = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel() ?? Number.NaN);
  expect(await level()).toBe(0);
  await pressInWindow('ctrl+minus');
  await expect.poll(level).toBeLessThan(0);
  await pressInWindow('ctrl+0');
  await expect.poll(level).toBe(0);
});
