import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ToolCallId } from '../../shared/conversation.js';
import { checkMessagesRequest } from '../testing/messages-request-check.js';
import { fitHistory } from './fit-history.js';
import type { ModelMessage } from './model-message.js';
import { historyTokens, textTokens } from './token-estimate.js';

const WINDOW = 20_000;

/** So many rounds with a result of about 1,000 tokens each. */
function rounds(count: number): readonly ModelMessage[] {
  const hi: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'hi' }] };
  const round = (n: number): readonly ModelMessage[] => {
    const id = branded<ToolCallId>(`toolu_${n}`);
    const said = `result ${n} ${'x'.repeat(3490)}`;
    return [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: { n } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: said }] }] },
    ];
  };
  return [hi, ...Array.from({ length: count }, (_, n) => round(n)).flat()];
}

const fit = (messages: readonly ModelMessage[], fixed = 0) => fitHistory(messages, { window: WINDOW, fixed });
const shortenedIn = (messages: readonly ModelMessage[]) =>
  messages.filter((message) => JSON.stringify(message).includes('Left out of this old result')).length;

describe('fitHistory', () => {
  it('leaves a history that fits as it is', () => {
    const messages = rounds(15);
    expect(fit(messages)).toBe(messages);
  });

  it('shortens the oldest results, keeps the last, and what comes out can be sent', () => {
    const messages = rounds(18);
    const sent = fit(messages);
    expect(historyTokens(sent)).toBeLessThan(WINDOW * 0.8);
    expect(shortenedIn(sent)).toBeGreaterThan(0);
    expect(shortenedIn(sent.slice(0, 1 + 2 * shortenedIn(sent)))).toBe(shortenedIn(sent));
    expect(sent.slice(-4)).toEqual(messages.slice(-4));
    expect(checkMessagesRequest({ model: 'm', max_tokens: 1, messages: sent })).toBeUndefined();
  });

  it('names the call and the place from which a shortened result can be read on', () => {
    const [, , first] = fit(rounds(18));
    const [block] = first?.content ?? [];
    const said = block?.type === 'tool_result' && block.content[0]?.type === 'text' ? block.content[0].text : '';
    expect(said).toContain('Read on with read_result {"call":"toolu_0","offset":400}.');
    expect(said.split('\n')[0]).toHaveLength(400);
  });

  it('says of a short result with a picture that the picture is left out', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' } as const;
    const id = branded<ToolCallId>('toolu_picture');
    const picture: readonly ModelMessage[] = [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'image', source }] }] },
    ];
    const text = '(an image)\n[Left out of this old result to save room: what is no text.]';
    expect(fit([...picture, ...rounds(18)])[1]?.content).toMatchObject([{ content: [{ type: 'text', text }] }]);
  });

  it('counts the tools and the system prompt, and is the same from one request to the next for a while', () => {
    const before = fit(rounds(12), 5_000);
    expect(shortenedIn(before)).toBeGreaterThan(0);
    const after = fit(rounds(13), 5_000);
    expect(after.slice(0, before.length - 4)).toEqual(before.slice(0, -4));
  });

  it('does not touch what is short, nor what the user and the model said', () => {
    const long = 'y'.repeat(90_000);
    const messages: readonly ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: long }] }, ...rounds(1)];
    expect(fit(messages)).toEqual(messages);
  });
});

describe('textTokens', () => {
  it('counts Chinese by the character and Latin by the handful', () => {
    expect(textTokens('列出我的笔记')).toBe(6);
    expect(textTokens('a'.repeat(350))).toBe(100);
    expect(textTokens('')).toBe(0);
  });
});
