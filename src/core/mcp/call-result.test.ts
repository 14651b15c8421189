import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../shared/json.js';
import { readCallResult } from './call-result.js';

describe('a call result', () => {
  it.each<[string, JsonValue, unknown]>([
    ['text', { type: 'text', text: 'a', annotations: {} }, { type: 'text', text: 'a' }],
    [
      'an image',
      { type: 'image', data: 'AA', mimeType: 'image/png' },
      { type: 'image', data: 'AA', mimeType: 'image/png' },
    ],
    [
      'audio',
      { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
      { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
    ],
    ['a link', { type: 'resource_link', uri: 'a:b', name: 'n' }, { type: 'resource_link', uri: 'a:b', name: 'n' }],
    [
      'a link without a name',
      { type: 'resource_link', uri: 'a:b' },
      { type: 'resource_link', uri: 'a:b', name: 'a:b' },
    ],
    ['a resource', { type: 'resource', resource: { uri: 'a:b' } }, { type: 'resource', resource: { uri: 'a:b' } }],
  ])('has %s', (_name, block, read) => {
    expect(readCallResult({ content: [block] })).toEqual({ content: [read], isError: false });
  });

  it.each<[string, JsonValue]>([
    ['another type', { type: 'video', url: 'x' }],
    ['text that is no string', { type: 'text', text: 5 }],
    ['an image without a type', { type: 'image', data: 'AA' }],
    ['no object', 'plain'],
  ])('keeps a block of %s as it came', (_name, block) => {
    expect(readCallResult({ content: [block] }).content).toEqual([{ type: 'unknown', block }]);
  });

  it('keeps structured content of any kind, beside the text and without it', () => {
    expect(readCallResult({ content: [], structuredContent: [1] })).toEqual({
      content: [],
      structuredContent: [1],
      isError: false,
    });
    expect(readCallResult({ content: [{ type: 'text', text: 'a' }], structuredContent: null })).toEqual({
      content: [{ type: 'text', text: 'a' }],
      structuredContent: null,
      isError: false,
    });
  });

  it('without content is kept whole, so that nothing is lost', () => {
    expect(readCallResult({ toolResult: { x: 1 } }).content).toEqual([
      { type: 'unknown', block: { toolResult: { x: 1 } } },
    ]);
    expect(readCallResult({ content: 'plain' }).content).toEqual([{ type: 'unknown', block: 'plain' }]);
    expect(readCallResult({ _meta: {} }).content).toEqual([]);
  });

  it('is an error only when it says so', () => {
    expect(readCallResult({ content: [], isError: true }).isError).toBe(true);
    expect(readCallResult({ content: [], isError: 'yes' }).isError).toBe(false);
  });
});
