import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { UserBlock } from '../../shared/conversation.js';
import type { ServerId } from '../../shared/server.js';
import { Redactor } from '../secrets/redactor.js';
import { ManualClock } from '../testing/manual-clock.js';
import { DraftBook } from './draft-book.js';
import { HeldPrompts } from './held-prompts.js';

function given(id: string, text: string): UserBlock {
  const source = {
    serverId: branded<ServerId>('docs'),
    serverName: 'docs',
    given: { kind: 'prompt', name: 'p', id },
  } as const;
  return { type: 'text', text, source };
}

function world() {
  const redactor = new Redactor();
  const drafts = new DraftBook(undefined, new ManualClock(), () => true);
  return { redactor, drafts, held: new HeldPrompts(drafts, (text) => redactor.knownIn(text)) };
}

describe('what servers gave for prompts', () => {
  it('is held for the last fifty, and for every draft', () => {
    const { drafts, held } = world();
    held.hold('in a draft', [given('in a draft', 'a')]);
    drafts.set({
      conversationId: '',
      text: '',
      attachments: [{ kind: 'prompt', id: 'in a draft', parts: [given('in a draft', 'a')] }],
    });
    held.hold('forgotten', [given('forgotten', 'b')]);
    for (let count = 0; count < 50; count += 1) held.hold(`${count}`, [given(`${count}`, 'c')]);
    expect(held.of('forgotten')).toBeUndefined();
    expect(held.of('in a draft')).toEqual([given('in a draft', 'a')]);
  });

  it('is still there when the message was refused that took it out of its draft', () => {
    const { drafts, held } = world();
    const parts = [given('p', 'a')];
    drafts.set({ conversationId: '', text: '', attachments: [{ kind: 'prompt', id: 'p', parts }] });
    expect(held.of('p')).toEqual(parts);
    drafts.set({ conversationId: '', text: '', attachments: [] });
    expect(held.of('p')).toEqual(parts);
  });

  it('holds no secret that became known after it was given', () => {
    const { redactor, held } = world();
    held.hold('p', [given('p', 'token abcdefgh12345678')]);
    redactor.know('abcdefgh12345678', 'docs');
    expect(held.of('p')).toEqual([given('p', 'token [redacted]')]);
  });

  it('is held again out of a message, each prompt under its id', () => {
    const { held } = world();
    const parts = [given('a', '1'), given('b', '2'), given('a', '3')];
    held.holdAgain([...parts, { type: 'text', text: 'my own' }, given('', 'of another Gatehouse')]);
    expect(held.of('a')).toEqual([parts[0], parts[2]]);
    expect(held.of('b')).toEqual([parts[1]]);
    expect(held.of('')).toBeUndefined();
  });
});
