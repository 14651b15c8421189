import { describe, expect, it } from 'vitest';
import { differenceFromLock } from './set-up/dependencies.mjs';

const a = { version: '1.0.0', integrity: 'sha512-a' };

describe('installed packages', () => {
  it('match a lock file that says the same', () => {
    expect(differenceFromLock({ '': {}, 'node_modules/a': a }, { 'node_modules/a': a })).toBeUndefined();
  });

  it('differ where one is missing, of another version, of other content, or too many', () => {
    expect(differenceFromLock({ 'node_modules/a': a }, {})).toContain('is missing');
    expect(differenceFromLock({ 'node_modules/a': a }, { 'node_modules/a': { ...a, version: '2.0.0' } })).toContain(
      '2.0.0',
    );
    expect(differenceFromLock({ 'node_modules/a': a }, { 'node_modules/a': { ...a, integrity: 'x' } })).toBeDefined();
    expect(differenceFromLock({}, { 'node_modules/a': a })).toContain('not in the lock file');
  });

  it('may lack what is optional, as packages for other systems are', () => {
    expect(differenceFromLock({ 'node_modules/a': { ...a, optional: true } }, {})).toBeUndefined();
  });
});
