import { describe, expect, it } from 'vitest';
import { proxyFor } from './proxy-choice.js';

function chosen(url: string, env: Record<string, string>, setting?: string): string | undefined {
  return proxyFor(new URL(url), setting, env)?.href;
}

describe('proxyFor', () => {
  it('takes the proxy of the scheme from the environment, small letters first, and ALL_PROXY for what has none', () => {
    const env = { HTTP_PROXY: 'http://upper:1', http_proxy: 'http://lower:2', HTTPS_PROXY: 'secure:3' };
    expect(chosen('http://a.test/', env)).toBe('http://lower:2/');
    expect(chosen('https://a.test/', env)).toBe('http://secure:3/');
    expect(chosen('wss://a.test/', env)).toBe('http://secure:3/');
    expect(chosen('https://a.test/', { ALL_PROXY: 'http://all:4' })).toBe('http://all:4/');
    expect(chosen('http://a.test/', { HTTPS_PROXY: 'http://x:1', HTTP_PROXY: ' ' })).toBeUndefined();
  });

  it.each([
    ['*', 'http://a.test/', false],
    ['a.test', 'http://a.test/', false],
    ['A.Test', 'http://b.a.test/', false],
    ['.a.test', 'http://b.a.test/', false],
    ['*.a.test', 'http://b.a.test/', false],
    ['a.test', 'http://ba.test/', true],
    ['x, a.test:8080', 'http://a.test/', true],
    ['x a.test:80', 'http://a.test/', false],
    ['a.test:8080', 'http://a.test:8080/', false],
    ['10.0.0.1', 'http://10.0.0.1/', false],
    ['[fd00::1]:80', 'http://[fd00::1]/', false],
    ['fd00::1', 'http://[fd00::1]/', false],
    ['', 'http://a.test/', true],
  ])('with NO_PROXY=%j asks the proxy for %s: %s', (list, url, asked) => {
    expect(chosen(url, { http_proxy: 'http://proxy:1', NO_PROXY: list })).toBe(asked ? 'http://proxy:1/' : undefined);
  });

  it.each(['http://localhost:1/', 'http://127.0.0.1/', 'http://[::1]:2/', 'http://x.localhost/'])(
    'never asks the environment’s proxy for %s',
    (url) => {
      expect(chosen(url, { http_proxy: 'http://proxy:1' })).toBeUndefined();
    },
  );

  it('follows the server’s own setting before the environment', () => {
    const env = { http_proxy: 'http://proxy:1', no_proxy: '*' };
    expect(chosen('http://a.test/', env, 'http://own:2')).toBe('http://own:2/');
    expect(chosen('http://localhost/', env, 'http://own:2')).toBe('http://own:2/');
    expect(chosen('http://a.test/', { http_proxy: 'http://proxy:1' }, 'direct')).toBeUndefined();
  });

  it('refuses what is no http proxy without repeating its password', () => {
    expect(() => chosen('http://a.test/', {}, 'socks5://me:secret@x:1')).toThrow(
      expect.objectContaining({ code: 'bad-proxy', message: expect.not.stringContaining('secret') }),
    );
    expect(() => chosen('http://a.test/', {}, 'http://')).toThrow(/proxy is no http/);
  });
});
