import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, shareApp, test } from './gatehouse-app.js';

shareApp();

test('the page has no Node, no Electron and no way around the bridge', async ({ gatehouse: { app, page } }) => {
  const seen = await page.evaluate(() => ({
    require: typeof Reflect.get(window, 'require'),
    process: typeof Reflect.get(window, 'process'),
    bridge: Object.keys(window.gatehouse).toSorted(),
    frozen: Object.isFrozen(window.gatehouse) && Object.isFrozen(window.gatehouse.commands),
    origin: location.origin,
  }));
  expect(seen).toEqual({
    require: 'undefined',
    process: 'undefined',
    bridge: ['commands', 'onEvent'],
    frozen: true,
    origin: 'app://ui',
  });
  const flags = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Electron's types leave this one out.
    const asked: unknown = Reflect.apply(Reflect.get(contents ?? {}, 'getLastWebPreferences'), contents, []);
    return asked;
  });
  expect(flags).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
});

test('scripts in the page’s own text do not run, and nothing is loaded from outside', async ({
  gatehouse: { page },
}) => {
  let hits = 0;
  const canary = createServer((_request, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`;
  const violations = await page.evaluate(async (url) => {
    const seen: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
    const add = (make: () => void): void => {
      try {
        make();
      } catch (error) {
        seen.push(String(error));
      }
    };
    add(() => {
      const script = document.createElement('script');
      Reflect.set(script, 'text', 'window.ran = true');
      document.body.append(script);
    });
    add(() => Object.assign(document.body.appendChild(new Image()), { src: `${url}image` }));
    await fetch(`${url}fetch`).catch(() => seen.push('fetch'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    return seen;
  }, address);
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
  expect(violations.length).toBeGreaterThanOrEqual(3);
  expect(hits).toBe(0);
  canary.close();
});

test('the window goes nowhere else and opens no other', async ({ gatehouse: { app, page } }) => {
  const before = page.url();
  for (const target of [
    'https://example.com/',
    'http://127.0.0.1:9/',
    'file:///etc/passwd',
    'about:blank',
    'data:text/html,x',
  ]) {
    await page
      .evaluate((url) => {
        location.href = url;
        window.open(url);
      }, target)
      .catch(() => undefined);
  }
  // about:blank can't be refused, so the page is put back.
  await expect.poll(() => page.url()).toBe(before);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  expect(app.windows()).toHaveLength(1);
});

test('every permission is refused', async ({ gatehouse: { page } }) => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'];
    const asked = await Promise.all(
      names.map((name) => navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => state)),
    );
    return {
      asked,
      media: await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'given',
        () => 'refused',
      ),
    };
  });
  expect(states.asked.every((state) => state === 'denied')).toBe(true);
  expect(states.media).toBe('refused');
});

test('an API key goes in, and never comes out to the page nor to a file', async ({ gatehouse: { page, home } }) => {
  const secret = 'sk-ant-e2e-0123456789';
  const stored = page.evaluate((key) => window.gatehouse.commands['settings.setApiKey']({ key }), secret);
  const { nativeDialog } = await import('./native-dialog.js');
  // Without a key store the app asks whether plain text is fine; no keeps the key in memory.
  await (await nativeDialog()).key('Escape');
  await stored;
  const snapshot = await page.evaluate(async () => JSON.stringify(await window.gatehouse.commands['app.snapshot']({})));
  expect(snapshot).toContain('"apiKey":{"kind":"session"}');
  expect(snapshot).not.toContain(secret);
  const files = (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const { parentPath, name } of files) {
    // Chromium may take one of its own files away meanwhile.
    const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
    expect(bytes.includes(secret), `${name} holds the key`).toBe(false);
  }
});
