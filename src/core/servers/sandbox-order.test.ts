import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ServerConfig, ServerId, ServerSandbox, StdioLaunch } from '../../shared/server.js';
import { launchFingerprint } from './launch-fingerprint.js';
import { isLooser, isSameProgram } from './sandbox-order.js';
import { ServerBook } from './server-book.js';

const tight: ServerSandbox = { network: false, read: [] };
const launch = (sandbox?: ServerSandbox, command = 'x'): StdioLaunch => ({
  kind: 'stdio',
  command,
  args: [],
  env: {},
  ...(sandbox === undefined ? {} : { sandbox }),
});

describe('a sandbox', () => {
  it('is looser than another where it is none, has a network, or reads what the other does not', () => {
    expect(isLooser(tight, undefined)).toBe(true);
    expect(isLooser(tight, { ...tight, network: true })).toBe(true);
    expect(isLooser({ network: true, read: ['/a'] }, { network: false, read: ['/b'] })).toBe(true);
  });

  it('is not looser than none, than itself, or than one that it takes something from', () => {
    expect(isLooser(undefined, { network: true, read: ['/'] })).toBe(false);
    expect(isLooser(tight, tight)).toBe(false);
    expect(isLooser({ network: true, read: ['/a', '/b'] }, { network: false, read: ['/b'] })).toBe(false);
  });

  it('is part of what a launch is, and none of what its program is', () => {
    const prints = [launch(), launch(tight), launch({ ...tight, network: true }), launch({ ...tight, read: ['/a'] })];
    expect(new Set(prints.map(launchFingerprint)).size).toBe(prints.length);
    expect(isSameProgram(launch(), launch(tight))).toBe(true);
    expect(isSameProgram(launch(tight), launch(tight, 'y'))).toBe(false);
  });
});

describe('a shipped server that the user put into a sandbox', () => {
  it('stays in it at the next start, and needs no question', () => {
    const id = branded<ServerId>('notes');
    const shipped: ServerConfig = {
      id,
      name: 'notes',
      launch: launch(undefined, 'new'),
      trustReadOnlyHint: true,
      autoConnect: true,
      bundled: true,
      confirmedLaunch: launchFingerprint(launch(undefined, 'new')),
    };
    const stored = { ...shipped, launch: launch(tight, 'old') };
    const book = new ServerBook({ load: () => [stored], save: () => {} }, [shipped]);
    expect(book.get(id).launch).toEqual(launch(tight, 'new'));
    expect(book.get(id).confirmedLaunch).toBe(launchFingerprint(launch(tight, 'new')));
  });
});
