import { describe, expect, it } from 'vitest';
import { parseMessages } from './json-rpc-message.js';
import { CUT } from './message-depth.js';

const nested = (levels: number, inside = ''): string => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`;
const answer = (deep: string): string =>
  `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"beside"}],"structuredContent":${deep}}}`;

describe('a message that is nested too deep', () => {
  it('loses what is deeper than 256 levels, and nothing else, and that is told once', () => {
    let told = 0;
    const [message] = parseMessages(answer(nested(20_000, '1')), () => told++) ?? [];
    const text = JSON.stringify(message);
    expect(text).toContain('"beside"');
    // Two levels are the message and its result.
    expect(text).toContain(nested(254, JSON.stringify(CUT)));
    expect(told).toBe(1);
  });

  it('is taken whole where it has 256 levels', () => {
    let told = 0;
    const line = answer(nested(254, '1,"[[[["'));
    expect(parseMessages(line, () => told++)).toEqual([JSON.parse(line)]);
    expect(told).toBe(0);
  });

  it('is cut under each name, also one that means something to JavaScript', () => {
    const line = `{"jsonrpc":"2.0","method":"m","params":${'{"__proto__":'.repeat(300)}1${'}'.repeat(301)}`;
    const text = JSON.stringify(parseMessages(line));
    expect(text).toContain(`{"__proto__":${JSON.stringify(CUT)}}`);
    expect(text.split('__proto__')).toHaveLength(256);
  });
});
