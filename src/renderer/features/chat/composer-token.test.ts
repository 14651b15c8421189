import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { ServerId } from '../../../shared/server.js';
import { tokenAt, withoutToken } from './composer-token.js';
import { hasFiles, pastedFiles } from './dragged-files.js';
import { filterOffers, offerName } from './filter-offers.js';
import { scaledSize } from './scaled-size.js';
import type { Offer } from './use-offers.js';

describe('what is being named in the composer', () => {
  it.each([
    ['/', 1, { kind: 'prompt', query: '', start: 0, end: 1 }],
    [' /notes:su', 10, { kind: 'prompt', query: 'notes:su', start: 1, end: 10 }],
    ['look at @no', 11, { kind: 'resource', query: 'no', start: 8, end: 11 }],
    ['a\n@x', 4, { kind: 'resource', query: 'x', start: 2, end: 4 }],
    ['@notes://a/b', 12, { kind: 'resource', query: 'notes://a/b', start: 0, end: 12 }],
  ])('in %j at %d is known', (text, caret, token) => {
    expect(tokenAt(text, caret)).toEqual(token);
  });

  it.each([
    ['read a/b', 8],
    ['see /etc', 8],
    ['/etc/hosts', 10],
    ['/call x', 7],
    ['me@example.com', 14],
    ['@a b', 4],
    [`@${'x'.repeat(300)}`, 301],
    ['', 0],
  ])('in %j at %d is nothing', (text, caret) => {
    expect(tokenAt(text, caret)).toBeUndefined();
  });

  it('leaves the text without a double space', () => {
    expect(withoutToken('look at @no please', { start: 8, end: 11 })).toBe('look at please');
    expect(withoutToken('/notes:su', { start: 0, end: 9 })).toBe('');
  });
});

describe('the list of offers', () => {
  const prompt = (serverName: string, name: string, title?: string): Offer => ({
    kind: 'prompt',
    serverId: branded<ServerId>(serverName),
    serverName,
    prompt: { name, arguments: [], ...(title === undefined ? {} : { title }) },
  });
  const offers = [prompt('notes', 'review', 'Weekly summary'), prompt('git', 'resume'), prompt('notes', 'summary')];

  it('holds what fits the name or the title, names that begin so first', () => {
    expect(filterOffers(offers, 'SUM').map(offerName)).toEqual(['notes:summary', 'git:resume', 'notes:review']);
    expect(filterOffers(offers, 'notes:r').map(offerName)).toEqual(['notes:review']);
    expect(filterOffers(offers, '')).toHaveLength(3);
    expect(filterOffers(offers, 'zzz')).toEqual([]);
  });
});

describe('files on the clipboard and under the pointer', () => {
  const file = new File(['x'], 'x.png');
  const transfer = (types: readonly string[]): DataTransfer => ({ types, files: [file] }) as unknown as DataTransfer;

  it('are taken from the clipboard only where no text is there too', () => {
    expect(pastedFiles(transfer(['Files']))).toEqual([file]);
    expect(pastedFiles(transfer(['text/plain', 'text/html', 'Files']))).toEqual([]);
    expect(hasFiles(transfer(['Files']))).toBe(true);
    expect(hasFiles(transfer(['text/uri-list']))).toBe(false);
    expect(hasFiles(null)).toBe(false);
  });
});

describe('the size that an image is sent in', () => {
  it.each([
    [
      { width: 1568, height: 900 },
      { width: 1568, height: 900 },
    ],
    [
      { width: 4000, height: 3000 },
      { width: 1568, height: 1176 },
    ],
    [
      { width: 100, height: 50_000 },
      { width: 3, height: 1568 },
    ],
    [
      { width: 60_000, height: 1 },
      { width: 1568, height: 1 },
    ],
  ])('of %j is %j', (from, to) => {
    expect(scaledSize(from)).toEqual(to);
  });
});
