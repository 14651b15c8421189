import { afterEach, describe, expect, it } from 'vitest';
import type { StrictMessagesApi } from './strict-messages-api.js';
import { SCRIPTED_MODEL, startStrictMessagesApi } from './strict-messages-api.js';

let api: StrictMessagesApi | undefined;

afterEach(async () => {
  await api?.close();
  api = undefined;
});

const body = { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }], stream: true };

async function post(content: unknown, headers: Record<string, string> = { 'x-api-key': 'k' }) {
  return fetch(`${api?.url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(content) });
}

describe('startStrictMessagesApi', () => {
  it('streams the scripted reply with the events of the API, and records the request', async () => {
    api = await startStrictMessagesApi({ script: [{ kind: 'reply', blocks: [{ type: 'text', text: 'Hi.' }] }] });
    const response = await post(body);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const names = [...(await response.text()).matchAll(/^event: (.*)$/gm)].map((match) => match[1]);
    expect(names).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(api.requests).toEqual([expect.objectContaining({ method: 'POST', path: '/v1/messages', body })]);
  });

  it('refuses with the error JSON of the API', async () => {
    api = await startStrictMessagesApi({ script: [] });
    const response = await post({ ...body, max_tokens: undefined });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', message: 'max_tokens: Field required' },
    });
    expect(api.requests[0]?.refusal).toBe('max_tokens: Field required');
  });

  it('asks for a key, as a header of its own or as a bearer token', async () => {
    api = await startStrictMessagesApi({ script: () => ({ kind: 'reply', blocks: [] }), apiKey: 'right' });
    const without = await post(body, {});
    expect(without.status).toBe(401);
    expect(await without.json()).toMatchObject({
      error: { type: 'authentication_error', message: 'x-api-key header is required' },
    });
    expect((await post(body, { 'x-api-key': 'wrong' })).status).toBe(401);
    expect((await post(body, { 'x-api-key': 'right' })).status).toBe(200);
    expect((await post(body, { authorization: 'Bearer right' })).status).toBe(200);
  });

  it('answers a request that the script does not know with an error, not with silence', async () => {
    api = await startStrictMessagesApi({ script: [] });
    expect((await post(body)).status).toBe(500);
  });

  it('lists models', async () => {
    api = await startStrictMessagesApi({ script: [] });
    const response = await fetch(`${api.url}/v1/models`, { headers: { 'x-api-key': 'k' } });
    expect(await response.json()).toMatchObject({ data: [SCRIPTED_MODEL], has_more: false });
  });
});
