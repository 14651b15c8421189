import { describe, expect, it } from 'vitest';
import { httpFailure } from './http-failure.js';

describe('a failure of HTTP', () => {
  it('at a port whose number looks like a status is none of the proxy', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:40755'), { code: 'ECONNREFUSED' });
    expect(httpFailure('http://127.0.0.1:40755', error, false)).toMatchObject({
      code: 'unreachable',
      message:
        "http://127.0.0.1:40755 can't be reached: the connection was refused. Check the address and that the server runs.",
    });
  });

  it('that a proxy answered names the proxy', () => {
    const error = new Error('Proxy response (407) !== 200 when HTTP Tunneling');
    expect(httpFailure('https://a.example', error, false)).toMatchObject({ code: 'proxy-failed' });
  });
});
