import { describe, expect, it } from 'vitest';
import { matchesName } from './name-matcher.js';

describe('a matcher of names', () => {
  it.each([
    ['', 'anything'],
    [' | ', 'anything'],
    ['*', 'anything'],
    ['write', 'write'],
    ['read|write', 'write'],
    ['read | wri*', 'write'],
    ['*_note', 'add_note'],
    ['add*e*', 'add_note'],
    ['a.b', 'a.b'],
  ])('%j takes %j', (matcher, name) => expect(matchesName(matcher, name)).toBe(true));

  it.each([
    ['write', 'write_file'],
    ['write', 'Write'],
    ['wri*|read', 'overwrite'],
    ['ab*ba', 'aba'],
    ['a*b*c', 'acb'],
    ['a.b', 'axb'],
    ['.*', 'anything'],
  ])('%j does not take %j', (matcher, name) => expect(matchesName(matcher, name)).toBe(false));

  it('is done at once with what makes other patterns slow', () => {
    expect(matchesName('a*'.repeat(2000), `${'a'.repeat(100_000)}b`)).toBe(true);
    expect(matchesName(`${'*a'.repeat(2000)}c`, 'a'.repeat(100_000))).toBe(false);
  });
});
