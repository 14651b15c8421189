import { beforeEach, describe, expect, it } from 'vitest';
import { verifies } from './protocol-requirements.test-kit.js';
import { ResultCache } from './result-cache.js';

let now = 0;
let cache: ResultCache;
const tools = { tools: [], ttlMs: 100, cacheScope: 'private' };

beforeEach(() => {
  now = 0;
  cache = new ResultCache(() => now);
});

describe('the cache of results', () => {
  it(verifies('caching.ttl'), () => {
    cache.put('tools/list', {}, tools);
    now = 99;
    expect(cache.get('tools/list', {})).toBe(tools);
    expect(cache.get('tools/list', { cursor: '' })).toBeUndefined();
    now = 100;
    expect(cache.get('tools/list', {})).toBeUndefined();
  });

  it.each([0, -1, undefined, '100'])(verifies('caching.stale', 'such as %j'), (ttlMs) => {
    cache.put('tools/list', {}, { tools: [], ...(ttlMs !== undefined && { ttlMs }) });
    expect(cache.get('tools/list', {})).toBeUndefined();
  });

  it(verifies('caching.invalidated'), () => {
    const read = { contents: [], ttlMs: 100 };
    cache.put('tools/list', {}, tools);
    cache.put('resources/read', { uri: 'a:1' }, read);
    cache.put('resources/read', { uri: 'a:2' }, read);
    cache.dropResource('a:1');
    expect(cache.get('resources/read', { uri: 'a:1' })).toBeUndefined();
    expect(cache.get('resources/read', { uri: 'a:2' })).toBe(read);
    cache.dropKind('resources');
    expect(cache.get('resources/read', { uri: 'a:2' })).toBeUndefined();
    expect(cache.get('tools/list', {})).toBe(tools);
    cache.dropKind('tools');
    expect(cache.get('tools/list', {})).toBeUndefined();
  });

  it('keeps no result of a call, and only so many', () => {
    cache.put('tools/call', {}, tools);
    expect(cache.get('tools/call', {})).toBeUndefined();
    for (let at = 0; at <= 256; at++) cache.put('resources/read', { uri: `a:${at}` }, tools);
    expect(cache.get('resources/read', { uri: 'a:0' })).toBeUndefined();
    expect(cache.get('resources/read', { uri: 'a:256' })).toBe(tools);
  });
});
