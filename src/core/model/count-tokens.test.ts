import { afterEach, describe, expect, it } from 'vitest';
import {
  startStrictMessagesApi,
  type StrictMessagesApi,
  type StrictMessagesApiOptions,
} from '../testing/strict-messages-api.js';
import { createAnthropicModel } from './anthropic.js';

const apis: StrictMessagesApi[] = [];
afterEach(async () => {
  await Promise.all(apis.splice(0).map((api) => api.close()));
});

const REQUEST = {
  model: 'm',
  system: 'Be brief.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
  tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
} as const;

async function count(options: Partial<StrictMessagesApiOptions>) {
  const api = await startStrictMessagesApi({ script: [], ...options });
  apis.push(api);
  const client = createAnthropicModel({ apiKey: 'k', baseUrl: api.url });
  return { api, counted: client.countTokens?.(REQUEST, new AbortController().signal) };
}

describe('counting tokens with the model server', () => {
  it('asks for what would be sent, without a limit for the answer', async () => {
    const { api, counted } = await count({ countTokens: () => 123 });
    expect(await counted).toBe(123);
    expect(api.requests).toMatchObject([{ method: 'POST', path: '/v1/messages/count_tokens' }]);
    expect(api.requests[0]?.refusal).toBeUndefined();
    expect(api.requests[0]?.body).toMatchObject({
      model: 'm',
      system: [{ text: 'Be brief.' }],
      tools: [{ name: 'read' }],
    });
    expect(api.requests[0]?.body).not.toHaveProperty('max_tokens');
  });

  it('rejects, once asked, where a server does not know the way', async () => {
    const { api, counted } = await count({});
    await expect(counted).rejects.toMatchObject({ code: 'unknown-model' });
    expect(api.requests).toHaveLength(1);
  });

  it('takes no count that is none', async () => {
    const { counted } = await count({ countTokens: () => 0 });
    await expect(counted).rejects.toMatchObject({ code: 'bad-request' });
  });
});
