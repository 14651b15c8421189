import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ChatFile, FileHash } from '../../shared/chat-file.js';
import type { ServerId } from '../../shared/server.js';
import { ManualClock } from '../testing/manual-clock.js';
import { type Draft, DraftBook, type DraftStore } from './draft-book.js';

function draft(conversationId: string, text: string): Draft {
  return { conversationId, text, attachments: [] };
}

/** A store that remembers each time that it was written. */
function memoryStore(first: readonly Draft[] = []): DraftStore & { readonly saved: (readonly Draft[])[] } {
  const saved: (readonly Draft[])[] = [];
  return { saved, load: () => first, save: (drafts) => void saved.push(drafts) };
}

describe('drafts', () => {
  it('are written once, a moment after the last key', () => {
    const clock = new ManualClock();
    const store = memoryStore();
    const book = new DraftBook(store, clock, () => true);
    for (const text of ['h', 'he', 'hel']) {
      book.set(draft('c1', text));
      clock.advance(300);
    }
    expect(store.saved).toEqual([]);
    clock.advance(1000);
    expect(store.saved).toEqual([[draft('c1', 'hel')]]);
  });

  it('leave the disk at once when they were sent', () => {
    const store = memoryStore([draft('c1', 'secret plan'), draft('', 'new')]);
    const book = new DraftBook(store, new ManualClock(), () => true);
    book.remove('c1');
    book.remove('never written');
    expect(store.saved).toEqual([[draft('', 'new')]]);
  });

  it('of chats that are gone are not taken up again, and an empty one is none', () => {
    const store = memoryStore([draft('gone', 'x'), draft('c1', 'y'), draft('', 'z')]);
    const book = new DraftBook(store, new ManualClock(), (id) => id === 'c1');
    expect(book.list()).toEqual([draft('c1', 'y'), draft('', 'z')]);
    book.set(draft('c1', ''));
    book.flush();
    expect(store.saved).toEqual([[draft('', 'z')]]);
  });

  it('name the files that they need, also those that a server gave, and what it gave by its id', () => {
    const file = (hash: string): ChatFile => ({
      hash: branded<FileHash>(hash),
      name: 'a.png',
      kind: 'image/png',
      size: 9,
    });
    const given = { kind: 'prompt', name: 'explain', id: 'p1' } as const;
    const source = { serverId: branded<ServerId>('docs'), serverName: 'docs', given };
    const parts = [
      { type: 'text', text: 'Explain it', source },
      { type: 'file', file: file('of docs'), source },
    ] as const;
    const attachments = [
      { kind: 'file', file: file('own') },
      { kind: 'prompt', id: 'p1', parts },
    ] as const;
    const store = memoryStore([{ conversationId: '', text: '', attachments }]);
    const book = new DraftBook(store, new ManualClock(), () => true);
    expect(book.files().map(({ hash }) => hash)).toEqual(['own', 'of docs']);
    expect(book.prompt('p1')).toEqual(parts);
    book.remove('');
    expect(book.files()).toEqual([]);
    expect(book.prompt('p1')).toBeUndefined();
  });

  it('that can’t be written cost nobody a message', () => {
    const refuse = (): never => {
      throw new Error('the disk is full');
    };
    const book = new DraftBook({ load: () => [], save: refuse }, new ManualClock(), () => true);
    book.set(draft('c1', 'kept on the page'));
    book.flush();
    expect(book.list()).toHaveLength(1);
  });
});
