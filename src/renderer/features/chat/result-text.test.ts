import { describe, expect, it } from 'vitest';
import { lastFolder } from './last-folder.js';
import { practiceInUse } from './practice-in-use.js';
import { isShownImage, prettyIfJson } from './result-text.js';

describe('prettyIfJson', () => {
  it('lays out an object or an array', () => {
    expect(prettyIfJson(' {"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  it.each(['plain', '{not json', '42', '"text"', ''])('leaves %j as it came', (text) => {
    expect(prettyIfJson(text)).toBe(text);
  });

  it('does not parse what is very long', () => {
    const long = `[${'1,'.repeat(150_000)}1]`;
    expect(prettyIfJson(long)).toBe(long);
  });
});

describe('isShownImage', () => {
  it('shows pixel images and no documents', () => {
    expect(isShownImage('image/PNG')).toBe(true);
    expect(isShownImage('image/svg+xml')).toBe(false);
    expect(isShownImage('text/html')).toBe(false);
  });
});

describe('lastFolder', () => {
  it.each([
    ['/home/me/notes', 'notes'],
    ['/home/me/notes/', 'notes'],
    ['C:\\Users\\me\\notes', 'notes'],
    ['/', '/'],
  ])('of %s is %s', (path, folder) => {
    expect(lastFolder(path)).toBe(folder);
  });
});

describe('practiceInUse', () => {
  it('is true for the practice model only', () => {
    const models = [{ id: 'real', name: 'Real', practice: false }];
    expect(practiceInUse({ models, current: 'gatehouse-practice' })).toBe(true);
    expect(practiceInUse({ models, current: 'real' })).toBe(false);
  });
});
