import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileValidator } from '../core/schema/validator.js';
import { SafeSecretStore, type SafeStorage } from './secret-store.js';

const KEY = 'sk-ant-secret-value';
let folder: string;
let lost: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'));
  lost = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (safe: SafeStorage): SafeSecretStore =>
  new SafeSecretStore(
    safe,
    {
      folder,
      compile: (schema) => compileValidator(schema),
      report: (problem) => {
        throw new Error(`unexpected: ${problem.kind}`);
      },
    },
    (name) => lost.push(name),
  );
const onDisk = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');

/** XOR with a password stands for the system's encryption; another password can't read it. */
function keyring(password: number, backend = 'gnome_libsecret'): SafeStorage {
  const turn = (bytes: Uint8Array): Buffer => Buffer.from(bytes.map((byte) => byte ^ password));
  return {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => backend,
    encryptString: (plain) => Buffer.concat([Buffer.from([password]), turn(Buffer.from(plain))]),
    decryptString: (encrypted) => {
      if (encrypted[0] !== password) throw new Error('another keyring');
      return turn(encrypted.subarray(1)).toString();
    },
  };
}

function gone(): never {
  throw new Error('removed');
}

/** What later Electron releases offer: the synchronous functions are not to be used any more. */
function asyncKeyring(): SafeStorage {
  const inner = keyring(9);
  return {
    isEncryptionAvailable: gone,
    encryptString: gone,
    decryptString: gone,
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (plain) => inner.encryptString(plain),
    decryptStringAsync: async (encrypted) => ({ result: inner.decryptString(encrypted) }),
  };
}

describe('SafeSecretStore', () => {
  it.each([
    ['the synchronous API', () => keyring(7)],
    ['the asynchronous API', asyncKeyring],
  ])('keeps a secret encrypted through %s', async (_name, make) => {
    expect(await open(make()).protection()).toBe('encrypted');
    await open(make()).write('key', KEY, 'encrypted');
    expect(onDisk()).not.toContain(KEY);
    expect(await open(make()).read('key')).toEqual({ value: KEY, kept: 'encrypted' });
  });

  it.each(['basic_text', 'unknown'])('calls the backend %s no protection and refuses to pretend', async (backend) => {
    const store = open(keyring(7, backend));
    expect(await store.protection()).toBe('none');
    await expect(store.write('key', KEY, 'encrypted')).rejects.toMatchObject({ code: 'no-safe-storage' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps a secret in memory without a byte on disk', async () => {
    const store = open(keyring(7, 'basic_text'));
    await store.write('key', KEY, 'memory');
    expect(await store.read('key')).toEqual({ value: KEY, kept: 'memory' });
    expect(readdirSync(folder)).toEqual([]);
    expect(await open(keyring(7)).read('key')).toBeUndefined();
  });

  it('keeps plain text only when asked to', async () => {
    await open(keyring(7, 'basic_text')).write('key', KEY, 'plaintext');
    expect(await open(keyring(7)).read('key')).toEqual({ value: KEY, kept: 'plaintext' });
  });

  it('gives nothing and says so once when another system wrote the secret, and leaves the file alone', async () => {
    await open(keyring(7)).write('key', KEY, 'encrypted');
    const before = onDisk();
    const moved = open(keyring(8));
    expect(await moved.read('key')).toBeUndefined();
    expect(await moved.read('key')).toBeUndefined();
    expect(lost).toEqual(['key']);
    expect(onDisk()).toBe(before);
    expect(await open(keyring(7)).read('key')).toEqual({ value: KEY, kept: 'encrypted' });
  });

  it('forgets a secret everywhere, in the backup too', async () => {
    const store = open(keyring(7));
    await store.write('key', KEY, 'plaintext');
    await store.remove('key');
    expect(onDisk()).not.toContain(KEY);
    await store.write('key', KEY, 'plaintext');
    await store.write('key', 'later', 'memory');
    expect(onDisk()).not.toContain(KEY);
    expect(await store.read('key')).toEqual({ value: 'later', kept: 'memory' });
  });
});
