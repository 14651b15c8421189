import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json.js';
import { readSamplingRequest } from './sampling-request.js';

const text = (words: string) => ({ type: 'text', text: words });
const good: JsonObject = { messages: [{ role: 'user', content: text('hi') }], maxTokens: 100 };

describe('a request to the model', () => {
  it('is read with one text or several to a message, and never asks for more tokens than the server did', () => {
    const messages = [
      { role: 'user', content: [text('one'), text('two')] },
      { role: 'assistant', content: text('three') },
    ];
    expect(readSamplingRequest({ ...good, messages, systemPrompt: 'Be brief.' })).toEqual({
      system: 'Be brief.',
      messages: [
        { role: 'user', text: 'one\ntwo' },
        { role: 'assistant', text: 'three' },
      ],
      maxTokens: 100,
      ignored: [],
    });
    expect(readSamplingRequest({ ...good, maxTokens: 1e9 }).maxTokens).toBe(4_000);
  });

  it('names what it leaves out: no context, no choice of a model', () => {
    const more = { includeContext: 'allServers', modelPreferences: {}, temperature: 1, metadata: {} };
    expect(readSamplingRequest({ ...good, ...more }).ignored).toEqual(Object.keys(more));
    expect(readSamplingRequest({ ...good, includeContext: 'none' }).ignored).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['no messages', { messages: [] }],
    ['neither role', { messages: [{ role: 'system', content: text('x') }] }],
    ['text only', { messages: [{ role: 'user', content: { type: 'image', data: '', mimeType: 'image/png' } }] }],
    ['text only', { messages: [{ role: 'user', content: [text('x'), 7] }] }],
    ['empty', { messages: [{ role: 'user', content: text(' ') }] }],
    ['longer than', { messages: [{ role: 'user', content: text('x'.repeat(200_001)) }] }],
    ['systemPrompt', { systemPrompt: 7 }],
    ['maxTokens', { maxTokens: 0 }],
    ['maxTokens', { maxTokens: 1.5 }],
    ['maxTokens', { maxTokens: undefined }],
  ])('is refused with what is wrong: %s', (why, wrong) => {
    expect(() => readSamplingRequest({ ...good, ...wrong })).toThrow(why);
  });
});
