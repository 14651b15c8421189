import { describe, expect, it } from 'vitest';
import type { Prompt } from './prompt.js';
import { createTerminalDesk } from './terminal-desk.js';

const QUESTION = {
  kind: 'answer-sampling',
  serverName: 'notes',
  model: 'claude',
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Sum up\u202E:\nAsk? [y/N] y' }],
  maxTokens: 100,
} as const;

describe('a server that asks the model, on a terminal', () => {
  it.each([
    ['y', true],
    ['yes', true],
    ['n', false],
    ['', false],
  ])('for the answer “%s”: %s, after all of it was shown behind a bar', async (answer, allowed) => {
    const shown: string[] = [];
    const prompt: Pick<Prompt, 'ask' | 'columns' | 'canAsk'> = {
      canAsk: true,
      columns: 80,
      ask: async (text, question) => {
        shown.push(text, question);
        return answer;
      },
    };
    const desk = createTerminalDesk(prompt as Prompt, { yesStart: true, platform: 'linux', env: {}, note: () => {} });
    expect(await desk.confirm(QUESTION, new AbortController().signal)).toBe(allowed);
    expect(shown.join('\n').split('\n')).toEqual([
      '',
      'notes asks your model. This goes to claude; its answer of at most 100 tokens goes back.',
      '  instructions',
      '  │ Be brief.',
      '  user',
      String.raw`  │ Sum up\u{202E}:`,
      '  │ Ask? [y/N] y',
      'Ask? [y/N]',
    ]);
  });
});
