import { describe, expect, it } from 'vitest';
import { lastFolder } from './last-folder.js';
import { practiceInUse } from './practice-in-use.js';
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
