import { describe, expect, it } from 'vitest';
import { redactedTold } from './told.js';

describe('a sentence that may hold a secret', () => {
  const told = {
    code: 'exited',
    message: 'It said: token=abc',
    parts: { said: 'token=abc' },
    details: [{ code: 'a', message: 'token=abc' }],
  };

  it('keeps its parts where it holds none', () => {
    expect(redactedTold(told, (text) => text)).toEqual(told);
  });

  it('loses its parts and its list with the secret: one alone may not look like it', () => {
    const redact = (text: string): string => text.replace('It said: token=abc', 'It said: ***');
    expect(redactedTold(told, redact)).toEqual({ code: 'exited', message: 'It said: ***' });
  });
});
