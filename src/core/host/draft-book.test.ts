import { describe, expect, it } from 'vitest';
import type { Draft } from '../../shared/ipc/file-schemas.js';
import { ManualClock } from '../testing/manual-clock.js';
import { DraftBook, type DraftStore } from './draft-book.js';

function draft(conversationId: string, text: string): Draft {
  return { conversationId, text, files: [] };
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
