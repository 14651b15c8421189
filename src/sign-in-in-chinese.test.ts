import { AuthorizationResponseError } from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { toldOf } from './core/errors.js';
import { AuthAddresses } from './core/mcp/auth/auth-address.js';
import { checkBrowserAddress } from './core/mcp/auth/browser-address.js';
import { clientAuth } from './core/mcp/auth/client-auth.js';
import { signInError } from './core/mcp/auth/sign-in-error.js';
import { errorText } from './renderer/i18n/error-text.js';

/* The core's errors of signing in meet the words of the Chinese page. */

describe('a sign-in that can not be made, on a Chinese page', () => {
  const as = { issuer: 'https://in.example', token_endpoint_auth_methods_supported: ['private_key_jwt'] };
  const addresses = new AuthAddresses(new URL('https://a.example'), false);

  it.each<[string, () => unknown, string]>([
    [
      'a page of another scheme',
      () => checkBrowserAddress('ftp://a.example'),
      '没有打开服务器给出的登录页面：“it begins with ftp: instead of https:”。请告诉管理这个服务器的人。',
    ],
    [
      'an address that is not encrypted',
      () => addresses.check('http://in.example/x', 'its sign-in page'),
      'https://a.example 为登录给出的 http://in.example 没有加密（https）。没有连接它。',
    ],
    [
      'an address in a private network',
      () => addresses.check('https://10.0.0.1/', 'its sign-in page'),
      '地址 10.0.0.1 指向私有网络，只有你自己添加的服务器才能让 Gatehouse 去那里。没有连接它。',
    ],
    [
      'a client secret that nobody wants',
      () => clientAuth({ clientId: 'x', clientSecret: 'y' }, as),
      'https://in.example 不接受客户端密钥（它要 private_key_jwt）。请注册那一种客户端。',
    ],
    [
      'a key of an unknown kind',
      () => clientAuth({ clientId: 'x', privateKey: { pem: '', algorithm: 'ROT13' } }, as),
      '不认识客户端密钥的算法 ROT13。请用 ES256, ES384, RS256, PS256, EdDSA 之一。',
    ],
    [
      'an answer that does not hold',
      () => {
        throw signInError('https://in.example', new Error('no state'));
      },
      'https://in.example 的回答不可信（no state）。没有向它发送任何东西。',
    ],
    [
      'an answer that refuses',
      () => {
        const answer = new URLSearchParams({ error: 'access_denied', error_description: 'Not today.' });
        throw signInError('https://in.example', new AuthorizationResponseError('refused', { cause: answer }));
      },
      'https://in.example 没有让你进入。请再试一次，或用别的账号登录。\n对方说：“access_denied, Not today”',
    ],
  ])('%s', async (_what, act, text) => {
    const error: unknown = await Promise.resolve()
      .then(act)
      .catch((failure: unknown) => failure);
    expect(errorText(toldOf(error, 'unknown'), 'zh-CN')).toBe(text);
  });
});
