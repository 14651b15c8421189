import { join, relative } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsPermission, pageRules } from './page-rules.js';
import { UI_HEADERS, uiFileOf } from './ui-file.js';

const ROOT = '/opt/gatehouse/out/renderer';

describe('uiFileOf', () => {
  it.each([
    ['app://ui/index.html', 'index.html', 'text/html; charset=utf-8'],
    ['app://ui/viewer.html', 'viewer.html', 'text/html; charset=utf-8'],
    ['app://ui/assets/index-Bc3_d.js', 'assets/index-Bc3_d.js', 'text/javascript; charset=utf-8'],
    ['app://ui/assets/index.css?v=1#x', 'assets/index.css', 'text/css; charset=utf-8'],
    ['app://ui/assets/../index.html', 'index.html', 'text/html; charset=utf-8'],
    ['app://ui/assets/%69con.svg', 'assets/icon.svg', 'image/svg+xml'],
  ])('finds %s', (address, inside, mimeType) => {
    expect(uiFileOf(ROOT, address)).toEqual({ path: join(ROOT, inside), mimeType });
  });

  const ups = ['..', '%2e%2e', '%2E.', '.%2e', '..%00', '%252e%252e', '..;', '．．', '%c0%ae%c0%ae', '%u002e%u002e'];
  const slashes = ['/', '%2f', '%2F', '\\', '%5c', '%5C', '//', '/./', '%252f', '%255c', '∕'];
  const targets = ['etc/passwd', 'main/index.js', 'renderer-evil/index.html', 'Windows/win.ini'];
  const traversals = ups.flatMap((up) =>
    slashes.flatMap((slash) => targets.map((target) => `app://ui/${`${up}${slash}`.repeat(6)}${target}`)),
  );

  it(`never leaves the root for any of ${traversals.length} ways up`, () => {
    for (const address of traversals) {
      const file = uiFileOf(ROOT, address);
      if (file !== undefined) expect(relative(ROOT, file.path), address).not.toMatch(/^\.\./u);
    }
    expect(traversals.length).toBeGreaterThan(400);
  });

  it.each([
    'app://ui',
    'app://ui/',
    'app://ui/assets',
    'app://ui/assets/',
    'app://ui//etc/passwd.html',
    'app://ui///index.html',
    'app://ui/%2fetc/x.html',
    'app://ui/C:/x.html',
    'app://ui/c%3a/x.html',
    'app://ui/index.html%00.png',
    'app://ui/index.html\u0000.png',
    'app://ui/index.html::$DATA',
    'app://ui/.env',
    'app://ui/.git/x.json',
    'app://ui/assets/.hidden.js',
    'app://ui/index.js.map',
    'app://ui/index.exe',
    'app://ui/%',
    'app://ui/%zz.html',
    'app://ui/%ff.html',
    'app://other/index.html',
    'app://ui.evil/index.html',
    'app://UI/index.html',
    'app://ui:80/index.html',
    'app://user@ui/index.html',
    'app:index.html',
    'app:///index.html',
    'APP://ui/index.html',
    'file:///opt/gatehouse/out/renderer/index.html',
    'https://ui/index.html',
    '',
  ])('has nothing at %j', (address) => {
    expect(uiFileOf(ROOT, address)).toBeUndefined();
  });

  it('stays inside for any path at all', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('..', '/', '\\', '%2e', '%2f', 'a.js', '\0'))),
        (parts) => {
          const file = uiFileOf(ROOT, `app://ui/${parts.join('')}.js`);
          if (file !== undefined) expect(relative(ROOT, file.path).split('/')).not.toContain('..');
        },
      ),
      { numRuns: 5000 },
    );
  });
});

describe('the content security policy', () => {
  it('lets nothing in but our own files, and pictures and sounds that carry their bytes', () => {
    const policy = UI_HEADERS['Content-Security-Policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/u);
    expect(policy).toContain('; media-src blob:;');
  });
});

describe('pageRules', () => {
  it.each([
    ['app://ui/index.html', true],
    ['devtools://devtools/bundled/x.html', true],
    ['data:image/png;base64,AA==', true],
    ['blob:app://ui/1', true],
    ['app://other/index.html', false],
    ['https://example.com/', false],
    ['http://localhost:5173/', false],
    ['http://127.0.0.1/', false],
    ['ws://localhost:5173/', false],
    ['wss://example.com/', false],
    ['ftp://example.com/', false],
    ['file:///etc/passwd', false],
    ['chrome-extension://abc/x', false],
    ['filesystem:app://ui/x', false],
    ['about:blank', false],
    ['javascript:1', false],
    ['', false],
  ])('of a build answer %s with %s', (url, allowed) => {
    expect(pageRules(undefined).allowsRequest(url)).toBe(allowed);
  });

  it('let the development server in, and nothing else of this computer', () => {
    const rules = pageRules('http://localhost:5173/');
    expect(rules.origin).toBe('http://localhost:5173');
    expect(rules.allowsRequest('http://localhost:5173/index.tsx')).toBe(true);
    expect(rules.allowsRequest('ws://localhost:5173/?token=x')).toBe(true);
    for (const url of ['http://localhost:5174/', 'https://localhost:5173/', 'http://localhost.evil:5173/']) {
      expect(rules.allowsRequest(url)).toBe(false);
    }
  });

  it('give a page one permission of all', () => {
    for (const name of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'openExternal',
      'usb',
      'unknown',
      '',
    ]) {
      expect(allowsPermission(name)).toBe(false);
    }
    expect(allowsPermission('clipboard-sanitized-write')).toBe(true);
  });
});
