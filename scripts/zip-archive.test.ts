import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nameInRuntime } from './set-up/fallback-runtime.mjs';
import { pathInside, unpackZip } from './set-up/zip-archive.mjs';

interface ZipEntry {
  readonly name: string;
  readonly content: string;
  readonly mode?: number;
}

/** The bytes of a zip file with stored entries; names are written as they come, bad ones too. */
function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100644 } of entries) {
    const nameBytes = Buffer.from(name);
    const data = Buffer.from(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x08_00, 2);
    shared.writeUInt32LE(checksum(data), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, nameBytes, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), shared, tail, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end]);
}

/** CRC-32, bit by bit: `zlib.crc32` is younger than the oldest Node that runs these tests. */
function checksum(data: Buffer): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
}

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-zip-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function unpack(entries: readonly ZipEntry[]): Promise<string> {
  const zip = join(folder, 'a.zip');
  writeFileSync(zip, zipOf(entries));
  const target = join(folder, 'target');
  await unpackZip(zip, target);
  return target;
}

describe('unpacking', () => {
  it('keeps contents, modes and links', async () => {
    const target = await unpack([
      { name: 'bin/', content: '', mode: 0o040755 },
      { name: 'bin/run', content: 'run me', mode: 0o100755 },
      { name: 'lib/plain.txt', content: 'read me' },
      { name: 'bin/link', content: '../lib/plain.txt', mode: 0o120777 },
    ]);
    expect(readFileSync(join(target, 'bin/run'), 'utf8')).toBe('run me');
    expect(statSync(join(target, 'bin/run')).mode & 0o111).toBe(0o111);
    expect(statSync(join(target, 'lib/plain.txt')).mode & 0o111).toBe(0);
    expect(lstatSync(join(target, 'bin/link')).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(target, 'bin/link'))).toBe('../lib/plain.txt');
  });

  it.each(['../evil.txt', 'a/../../evil.txt', '/evil.txt'])(
    'refuses the name %s and writes nothing outside',
    async (name) => {
      await expect(unpack([{ name, content: 'evil' }])).rejects.toThrow(/relative path|absolute path|outside/u);
      expect(existsSync(join(folder, 'evil.txt'))).toBe(false);
      expect(existsSync('/evil.txt')).toBe(false);
    },
  );

  it.each(['../../outside', '/etc/passwd'])('refuses a link to %s', async (content) => {
    await expect(unpack([{ name: 'link', content, mode: 0o120777 }])).rejects.toThrow('outside');
  });

  it('does not write twice to one place', async () => {
    const twice = [
      { name: 'link', content: 'other', mode: 0o120777 },
      { name: 'link', content: 'through the link' },
    ];
    await expect(unpack(twice)).rejects.toThrow('EEXIST');
    expect(existsSync(join(folder, 'target/other'))).toBe(false);
  });

  it('keeps what a new name says inside, too', () => {
    expect(pathInside('/a/b', 'c/d')).toBe('/a/b/c/d');
    for (const name of ['..', '../b2/c', '/a/bc', 'c\0d']) expect(() => pathInside('/a/b', name)).toThrow('outside');
  });
});

describe('the fallback’s archive', () => {
  it('gives the runtime and leaves the other project’s program out', () => {
    expect(nameInRuntime('Cypress/Cypress')).toBe('electron');
    expect(nameInRuntime('Cypress/resources.pak')).toBe('resources.pak');
    expect(nameInRuntime('Cypress/resources/')).toBe('resources/');
    for (const name of [
      'Cypress/resources/app/index.js',
      'Cypress/browser_v8_context_snapshot.bin',
      'Cypress/resources/app-update.yml',
      'elsewhere/file',
    ]) {
      expect(nameInRuntime(name)).toBeUndefined();
    }
  });
});
