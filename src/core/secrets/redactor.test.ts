import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSecretName } from '../../shared/secret-name.js';
import { Redactor } from './redactor.js';
import { SECRET_FORMATS } from './secret-formats.test-kit.js';

function knowing(...values: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const value of values) redactor.know(value, 'notes');
  return redactor;
}

describe('a known secret', () => {
  const secret = 'p@ss/wörd "x" +1';
  const url = encodeURIComponent(secret);
  it.each([
    ['plain', secret],
    ['in JSON', JSON.stringify({ secret })],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(secret))],
    ['in an address', `https://a.example/?q=${url}`],
    ['in an address, small', url.toLowerCase().replace('p%40ss', 'p%40ss')],
    ['in a form', url.replaceAll('%20', '+')],
    ['in Base64', Buffer.from(secret).toString('base64')],
    ['in Base64 for addresses', Buffer.from(secret).toString('base64url')],
    ['in hex', Buffer.from(secret).toString('hex')],
  ])('is found %s', (_name, text) => {
    const shown = knowing(secret).knownIn(`before ${text} after`);
    expect(shown).toContain('[redacted]');
    expect(shown).not.toContain(text);
  });

  it('is found inside of Base64 of more, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (before, after) => {
        const text = Buffer.from(`${before}${secret}${after}`).toString('base64');
        expect(knowing(secret).knownIn(text)).toContain('[redacted]');
      }),
      { numRuns: 200, seed: 4 },
    );
  });

  it('is also what stands behind the scheme of a header', () => {
    const basic = `Basic ${Buffer.from('user:correcthorse').toString('base64')}`;
    expect(knowing('Bearer abcdefgh').knownIn('got abcdefgh')).toBe('got [redacted]');
    expect(knowing(basic).knownIn('the password is correcthorse')).toBe('the password is [redacted]');
  });

  it('of several lines is found line by line', () => {
    const key = `-----BEGIN KEY-----\n${'a1B2'.repeat(16)}\n${'c3D4'.repeat(16)}\n-----END KEY-----`;
    expect(key.split('\n').map((line) => knowing(key).knownIn(line))).toEqual([
      '-----BEGIN KEY-----',
      '[redacted]',
      '[redacted]',
      '-----END KEY-----',
    ]);
  });

  it('that is very short is not looked for: every text would be full of it', () => {
    expect(knowing('1').knownIn('11 of 12')).toBe('11 of 12');
  });

  it('belongs to its owner: in what another one reads it is found', () => {
    const redactor = knowing('correct horse');
    redactor.know('shared secret', 'notes');
    redactor.know('shared secret', 'docs');
    const hidden = { deep: [{ text: Buffer.from('correct horse').toString('base64') }] };
    expect(redactor.foreignOwner(hidden, 'docs')).toBe('notes');
    expect(redactor.foreignOwner({ 'correct horse': 1 }, 'docs')).toBe('notes');
    expect(redactor.foreignOwner(hidden, 'notes')).toBeUndefined();
    expect(redactor.foreignOwner({ text: 'shared secret' }, 'docs')).toBeUndefined();
    expect(redactor.foreignOwner({ text: 'nothing' }, 'docs')).toBeUndefined();
  });
});

describe('what looks like a key', () => {
  it.each(SECRET_FORMATS)('%s is taken out', (secret) => {
    const shown = new Redactor().text(`it is "${secret}", see ${secret}.`);
    expect(shown).not.toContain(secret);
    expect(shown).toMatch(/^it is "\[redacted\].*, see \[redacted\]/);
  });

  it.each([
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----', '[redacted]'],
    ['postgres://user:hunter2@db.example/x', 'postgres://user:[redacted]@db.example/x'],
    ['Authorization: Bearer abcdefghijklmnop', 'Authorization: Bearer [redacted]'],
    ['password=hunter2 user=me', 'password=[redacted] user=me'],
    ['{"api_key":"abcd1234"}', '{"api_key":"[redacted]"}'],
  ])('%j becomes %j', (text, shown) => {
    expect(new Redactor().text(text)).toBe(shown);
  });

  it.each([
    'The note “agent-loop” is about tokens.',
    'git commit 0123456789abcdef0123456789abcdef01234567',
    'basic English',
  ])('%j stays', (text) => {
    expect(new Redactor().text(text)).toBe(text);
  });

  it('takes no time that grows faster than the text', () => {
    // A pattern that looks back would not end within the time of a test.
    for (const piece of ['sk-', 'eyJa.', 'password:', 'a://b:', 'Bearer ', '-----BEGIN PRIVATE KEY-----', '1']) {
      new Redactor().text(piece.repeat(20_000));
    }
  });

  it('is taken out of a member whose name says so', () => {
    expect(new Redactor().json({ user: 'me', apiKey: 'x', list: [{ 'X-Auth-Token': 'y' }], maxTokens: 5 })).toEqual({
      user: 'me',
      apiKey: '[redacted]',
      list: [{ 'X-Auth-Token': '[redacted]' }],
      maxTokens: 5,
    });
  });
});

describe('a name that says that it holds a secret', () => {
  it.each([
    'API_KEY',
    'Authorization',
    'X-Api-Key',
    'GITHUB_TOKEN',
    'dbPassword',
    'PGPASSWORD',
    'cookie',
    'client_secret',
  ])('%s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });
  it.each(['PATH', 'NODE_OPTIONS', 'X-Tenant', 'KEY_FILE', 'TOKEN_URL', 'monkey', 'author', 'key'])(
    '%s does not',
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );
});
