import { request } from 'node:http';
import type { RequestOptions } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { LoopbackRedirect } from './loopback-redirect.js';
import { goTo } from './oauth-world.test-kit.js';

const open: LoopbackRedirect[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function redirect(limitMs?: number, signal = new AbortController().signal): Promise<LoopbackRedirect> {
  const one = await LoopbackRedirect.open('the-state', signal, limitMs);
  open.push(one);
  return one;
}

function answerOf({ redirectUri }: LoopbackRedirect, query: string): URL {
  return new URL(`${redirectUri}?${query}`);
}

function statusOf(one: LoopbackRedirect, options: RequestOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(answerOf(one, 'state=the-state&code=c'), options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end();
  });
}

/**
 * The code with which a place that is gone turns the browser away; rejects if it answers. A child that another thread
 * starts just then holds a copy of the closed socket until it is a program of its own, and resets what it accepted: who
 * was reset asks once more.
 */
async function whyNobodyAnswers(one: LoopbackRedirect): Promise<unknown> {
  for (;;) {
    const code = await goTo(answerOf(one, 'state=the-state&code=c')).then(
      () => Promise.reject(new Error('the place still answers')),
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code !== 'ECONNRESET') return code;
  }
}

describe('the place of the answer', () => {
  it('takes one answer on 127.0.0.1, and is gone', async () => {
    const one = await redirect();
    expect(one.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const page = await goTo(answerOf(one, 'state=the-state&code=c'));
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect((await one.answer).get('code')).toBe('c');
    await one.close();
    await expect(whyNobodyAnswers(one)).resolves.toBe('ECONNREFUSED');
  });

  it('has another port each time', async () => {
    const [one, other] = [await redirect(), await redirect()];
    expect(one.redirectUri).not.toBe(other.redirectUri);
  });

  it.each([
    ['another state', 'state=forged&code=c', {}],
    ['no state', 'code=c', {}],
    ['another name of the host, as DNS rebinding has it', 'state=the-state&code=c', { host: 'evil.example' }],
    ['a script of some page', 'state=the-state&code=c', { origin: 'https://evil.example' }],
    ['a request that is no navigation', 'state=the-state&code=c', { 'sec-fetch-mode': 'no-cors' }],
  ])('closes at %s', async (_name, query, headers) => {
    const one = await redirect();
    const page = await goTo(answerOf(one, query), headers);
    expect(page.statusCode).toBe(400);
    await expect(one.answer).rejects.toMatchObject({ code: 'sign-in-failed' });
    await one.close();
    await expect(whyNobodyAnswers(one)).resolves.toBe('ECONNREFUSED');
  });

  it('closes at a message that is posted', async () => {
    const one = await redirect();
    expect(await statusOf(one, { method: 'POST' })).toBe(400);
    await expect(one.answer).rejects.toMatchObject({ code: 'sign-in-failed' });
  });

  it('does not mind a browser that asks for an icon', async () => {
    const one = await redirect();
    expect((await goTo(new URL('/favicon.ico', one.redirectUri))).statusCode).toBe(404);
    expect(await statusOf(one, { path: '//' })).toBe(404);
    await goTo(answerOf(one, 'state=the-state&error=access_denied'));
    expect((await one.answer).get('error')).toBe('access_denied');
  });

  it('does not wait for ever, and not at all for one who has left', async () => {
    await expect((await redirect(10)).answer).rejects.toMatchObject({ code: 'sign-in-timeout' });
    const left = new AbortController();
    const one = await redirect(undefined, left.signal);
    left.abort();
    await expect(one.answer).rejects.toMatchObject({ code: 'cancelled' });
    await expect(redirect(undefined, left.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
