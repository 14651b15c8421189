import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArgumentTest, argumentTestText } from '../../shared/argument-rule.js';
import type { JsonObject } from '../../shared/json.js';
import { matchRule } from './argument-match.js';
import { fitsPattern } from './text-pattern.js';
import { isHost, plainHost } from './url-host.js';

const PATHS = new Map([
  ['in', '/home/me/notes/a.md'],
  ['itself', '/home/me/notes'],
  ['beside', '/home/me/notes-evil/a.md'],
  ['above', '/home/me'],
  ['dots', '/home/me/notes/..a'],
  ['far', '/etc/passwd'],
]);
const FOLDERS = new Map([
  ['~/notes', '/home/me/notes'],
  ['/', '/'],
]);
const under: ArgumentTest = { argument: 'x', kind: 'under', folder: '~/notes' };
const host: ArgumentTest = { argument: 'x', kind: 'host', hosts: ['example.com', '*.example.org'] };
const equals: ArgumentTest = { argument: 'x', kind: 'equals', value: 1 };
const oneOf: ArgumentTest = { argument: 'x', kind: 'one-of', values: ['a', true] };
const matches: ArgumentTest = { argument: 'x', kind: 'matches', pattern: 'git *' };

function match(verdict: 'allow' | 'confirm' | 'deny', args: JsonObject, ...when: readonly ArgumentTest[]) {
  return matchRule({ verdict, when }, { arguments: args, realPaths: PATHS, realFolders: FOLDERS });
}

describe('a test of an argument', () => {
  it.each<readonly [string, ArgumentTest, unknown, 'yes' | 'no' | 'unclear']>([
    ['a path in the folder', under, 'in', 'yes'],
    ['the folder itself', under, 'itself', 'yes'],
    ['a folder with a longer name', under, 'beside', 'no'],
    ['the folder above', under, 'above', 'no'],
    ['a name that begins with dots', under, 'dots', 'yes'],
    ['a path elsewhere', under, 'far', 'no'],
    ['any path under the root', { ...under, folder: '/' }, 'far', 'yes'],
    ['a path that nobody could look up', under, 'unknown', 'unclear'],
    ['a folder that nobody could look up', { ...under, folder: '~/gone' }, 'in', 'unclear'],
    ['no path at all', under, 7, 'unclear'],
    ['a list of paths', under, ['in'], 'unclear'],
    ['the host', host, 'https://example.com/a?b#c', 'yes'],
    ['a host below', host, 'wss://a.b.example.org', 'yes'],
    ['another host', host, 'https://evil.com', 'no'],
    ['an odd address', host, 'https://example.com\\@evil.com', 'unclear'],
    ['no address', host, null, 'unclear'],
    ['the value', equals, 1, 'yes'],
    ['another value', equals, 2, 'no'],
    ['the value as text', equals, '1', 'unclear'],
    ['one of the values', oneOf, true, 'yes'],
    ['none of the values', oneOf, 'b', 'no'],
    ['a value of no type of theirs', oneOf, 1, 'unclear'],
    ['a text that fits', matches, 'git log', 'yes'],
    ['a text that does not fit', matches, 'rm git ', 'no'],
    ['a number', matches, 3, 'unclear'],
    ['a test of a later release', { argument: 'x', kind: 'later' } as unknown as ArgumentTest, 'in', 'unclear'],
  ])('%s', (_name, test, value, expected) => {
    const args = { x: value } as JsonObject;
    const turned = { ...test, not: true };
    const other = { yes: 'no', no: 'yes', unclear: 'unclear' }[expected];
    expect(match('allow', args, test)).toBe(expected);
    expect(match('deny', args, test)).toBe(expected);
    expect(match('allow', args, turned)).toBe(other);
    // What is not clearly the named thing is not it, for a rule that keeps out everything else.
    expect(match('deny', args, turned)).toBe(expected === 'yes' ? 'no' : 'yes');
    expect(match('confirm', args, turned)).toBe(expected === 'yes' ? 'no' : 'yes');
  });

  it.each([under, host, equals, oneOf, matches, { ...host, not: true }])(
    'never allows a missing argument: %j',
    (test) => {
      expect(match('allow', {}, test)).toBe('unclear');
      expect(match('allow', Object.create({ x: 1 }) as JsonObject, test)).toBe('unclear');
      expect(match('deny', {}, test)).toBe(test.not === true ? 'yes' : 'unclear');
    },
  );

  it('never allows a text of several lines by a pattern, and denies it all the same', () => {
    expect(match('allow', { x: 'git log\nrm -rf ~' }, matches)).toBe('unclear');
    expect(match('allow', { x: 'rm\n' }, { ...matches, not: true })).toBe('unclear');
    expect(match('deny', { x: 'git log\nrm -rf ~' }, matches)).toBe('yes');
    expect(match('allow', { x: 'a\nb' }, { argument: 'x', kind: 'equals', value: 'a\nb' })).toBe('yes');
  });

  it('has to pass together with all others of its rule', () => {
    const y: ArgumentTest = { argument: 'y', kind: 'equals', value: 'a' };
    expect(match('allow', { x: 1, y: 'a' }, equals, y)).toBe('yes');
    expect(match('allow', { x: 1, y: 'b' }, equals, y)).toBe('no');
    expect(match('allow', { x: 1 }, equals, y)).toBe('unclear');
    expect(match('deny', { x: 2 }, equals, y)).toBe('no');
    expect(match('allow', { x: 1 })).toBe('no');
  });

  it.each<readonly [ArgumentTest, string]>([
    [under, '"x" is under "~/notes"'],
    [{ ...under, not: true }, '"x" is not under "~/notes"'],
    [host, 'the host of "x" is "example.com" or "*.example.org"'],
    [{ ...equals, not: true }, '"x" is not 1'],
    [oneOf, '"x" is one of "a", true'],
    [matches, '"x" matches "git *"'],
    [{ ...matches, not: true }, '"x" does not match "git *"'],
  ])('reads as a sentence: %#', (test, text) => {
    expect(argumentTestText(test)).toBe(text);
  });
});

describe('the host of an address', () => {
  it.each([
    ['https://example.com', 'example.com'],
    ['HTTPS://Example.COM:8443/a', 'example.com'],
    ['http://example.com./', 'example.com'],
    ['ws://127.0.0.1:9/', '127.0.0.1'],
    ['http://[::1]:80/', '[::1]'],
    ['ftp://a_b.example', 'a_b.example'],
  ])('of %s is %s', (address, expected) => {
    expect(plainHost(address)).toBe(expected);
  });

  it.each([
    'example.com/a',
    'https:example.com',
    'file:///etc/passwd',
    'https://me@example.com/',
    'https://example.com\\@evil.com/',
    'https://example.com\\.evil.com/',
    'https://evil.com#@example.com/ x',
    ' https://example.com/',
    'https://example.com/\n',
    'https://exаmple.com/',
    'https://ｅxample.com/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'https://example.com:99999999/',
    'https://example.com:80x/',
    'https://exa%6Dple.com/',
    'https:///example.com/',
    `https://example.com/${'a'.repeat(8200)}`,
    '',
  ])('is not said of %s', (address) => {
    expect(plainHost(address)).toBeUndefined();
  });

  it('is of a rule where it is the very one, or below a star', () => {
    expect(isHost('example.com', ' Example.com. ')).toBe(true);
    expect(isHost('a.example.com', 'example.com')).toBe(false);
    expect(isHost('a.example.com', '*.example.com')).toBe(true);
    expect(isHost('example.com', '*.example.com')).toBe(false);
    expect(isHost('.example.com', '*.example.com')).toBe(false);
    expect(isHost('badexample.com', '*.example.com')).toBe(false);
    expect(isHost('a.example.com.evil', '*.example.com')).toBe(false);
  });
});

describe('a pattern', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['abc', 'abc', true],
    ['abc', 'abcd', false],
    ['abc', 'ab', false],
    ['*', '', true],
    ['*', 'any\nthing', true],
    ['a*', 'abc', true],
    ['a*', 'ba', false],
    ['*c', 'abc', true],
    ['*c', 'abcd', false],
    ['a*c', 'ac', true],
    ['ab*bc', 'abc', false],
    ['ab*bc', 'abbc', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['a*bc*c', 'abc', false],
    ['a*bb*c', 'a-b-b-c', false],
    ['**', 'x', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['?', '😀', true],
    ['*?b*', 'b', false],
    ['*?b*', 'ab', true],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['\\?x', '?x', true],
    ['a\\', 'a\\', true],
    ['[a]', 'a', false],
    ['a.c', 'abc', false],
    ['A', 'a', false],
  ])('%j fits %j: %s', (pattern, text, fits) => {
    expect(fitsPattern(text, pattern)).toBe(fits);
  });

  it('fits what a regular expression of the same meaning fits', () => {
    const few = fc.stringMatching(/^[ab*?]{0,8}$/u);
    fc.assert(
      fc.property(few, fc.stringMatching(/^[ab]{0,12}$/u), (pattern, text) => {
        const same = pattern.replaceAll('*', '.*').replaceAll('?', '.');
        expect(fitsPattern(text, pattern)).toBe(new RegExp(`^${same}$`, 'su').test(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('looks at no place of the text twice for a part, however it is written', () => {
    expect(fitsPattern('a'.repeat(50_000), `${'*a'.repeat(400)}*b`)).toBe(false);
  });
});
