import { describe, expect, it } from 'vitest';
import { GatehouseError } from '../errors.js';
import { connectionError, type FailureFacts, modelError } from '../model/model-error.js';
import { streamCut } from '../model/message-reader.js';
import { retryWait } from './retry-wait.js';

function failure(more: Partial<FailureFacts>, headers: Readonly<Record<string, string>> = {}) {
  return modelError({
    status: 429,
    type: undefined,
    words: '',
    baseUrl: 'http://m',
    cause: undefined,
    header: (name) => headers[name],
    ...more,
  });
}

const wait = (error: unknown, failures = 1) => retryWait(error, failures, 0);

describe('retryWait', () => {
  it.each([
    ['milliseconds', { 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    ['seconds', { 'retry-after': '7' }, 7000],
    ['no time at all', { 'retry-after': '0' }, 0],
    ['a date that has passed', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    ['nothing', {}, 1000],
    ['garbage', { 'retry-after': 'soon' }, 1000],
  ])('waits as a server asks that says %s', (_name, headers, ms) => {
    expect(wait(failure({}, headers))).toBe(ms);
  });

  it('waits until a date', () => {
    const at = new Date(Date.now() + 30_000).toUTCString();
    const ms = wait(failure({}, { 'retry-after': at })) ?? 0;
    expect(ms).toBeGreaterThan(20_000);
    expect(ms).toBeLessThanOrEqual(30_000);
  });

  it('doubles its own waits, and makes them a little shorter by chance', () => {
    const busy = failure({ status: 529 });
    expect([1, 2, 3, 4].map((failures) => wait(busy, failures))).toEqual([1000, 2000, 4000, 8000]);
    expect(retryWait(busy, 3, 1)).toBe(3000);
  });

  it.each([408, 409, 500, 502, 503, 529])('sends a request again that failed with %i', (status) => {
    expect(wait(failure({ status }))).toBe(1000);
  });

  it('sends a request again after a broken network and a stream that was cut', () => {
    expect(wait(connectionError('http://m', new Error('x')))).toBe(1000);
    expect(wait(streamCut())).toBe(1000);
  });

  it.each([400, 401, 403, 404, 413])('does not send a request again that failed with %i', (status) => {
    expect(wait(failure({ status }))).toBeUndefined();
  });

  it.each<Partial<FailureFacts>>([
    { errorCode: 'enforced_spend_limit_reached' },
    { errorCode: 'credit_balance_too_low' },
    { type: 'billing_error' },
    { status: 402 },
  ])('never sends a request again where money has run out: %j', (facts) => {
    const error = failure(facts, { 'retry-after': '1', 'x-should-retry': 'true' });
    expect(wait(error)).toBeUndefined();
    expect(error.code).toBe('spend-limit');
    expect(error.message).toMatch(/limit on spending.*another model/);
  });

  it('obeys a server that says whether to try again', () => {
    expect(wait(failure({ status: 500 }, { 'x-should-retry': 'false' }))).toBeUndefined();
    expect(wait(failure({ status: 400 }, { 'x-should-retry': 'true' }))).toBe(1000);
  });

  it('does not wait for hours, nor for what no server said', () => {
    expect(wait(failure({}, { 'retry-after': '3600' }))).toBeUndefined();
    expect(wait(new GatehouseError('network', 'x'))).toBeUndefined();
  });
});
