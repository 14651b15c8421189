import * as fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { StdioLaunch } from '../../shared/server.js';
import { commandLineText } from '../../shared/command-line.js';
import { launchFingerprint } from './launch-fingerprint.js';
import { expandForPage, expandLaunch } from './launch-variables.js';

const variables = {
  named: { node: '/usr/bin/node', servers: '/opt/servers', data: '/data' },
  env: { TOKEN: 's3cret' },
  homeDir: '/home/ada',
};
const launch = (more: Partial<StdioLaunch>): StdioLaunch => ({
  kind: 'stdio',
  command: 'x',
  args: [],
  env: {},
  ...more,
});

describe('expandLaunch', () => {
  it('replaces variables in command, arguments, environment values and folder', () => {
    const given = launch({
      command: '${node}',
      args: ['${servers}/notes.js', '--home=${home}:${HOME}', '${env:TOKEN}'],
      env: { ROOT: '${data}/x' },
      cwd: '${home}/work',
    });
    expect(expandLaunch(given, variables)).toEqual({
      kind: 'stdio',
      command: '/usr/bin/node',
      args: ['/opt/servers/notes.js', '--home=/home/ada:/home/ada', 's3cret'],
      env: { ROOT: '/data/x' },
      cwd: '/home/ada/work',
    });
  });

  it.each(['${nothing}', '${env:UNSET}', '${constructor}', '${}'])('refuses %s by name', (text) => {
    expect(() => expandLaunch(launch({ args: [text] }), variables)).toThrow(`${text} stands for nothing`);
  });

  it('leaves a dollar without braces alone, and does not expand what it has put in', () => {
    const nested = { ...variables, env: { A: '${home}' } };
    expect(expandLaunch(launch({ args: ['$HOME', '${env:A}'] }), nested).args).toEqual(['$HOME', '${home}']);
  });

  it('keeps values of the environment from the page', () => {
    const shown = expandForPage(launch({ args: ['${env:TOKEN}', '${data}', '${nothing}'] }), variables);
    expect(shown.args).toEqual(['${env:TOKEN}', '/data', '${nothing}']);
  });
});

describe('launchFingerprint', () => {
  it.each([
    [{ command: 'y' }],
    [{ args: ['a b'] }],
    [{ args: ['a', 'c'] }],
    [{ env: { A: '2' } }],
    [{ env: { B: '1' } }],
    [{ cwd: '/tmp' }],
  ])('changes with %j', (change) => {
    const base = launch({ args: ['a', 'b'], env: { A: '1' } });
    expect(launchFingerprint({ ...base, ...change })).not.toBe(launchFingerprint(base));
  });

  it('does not depend on the order of the environment', () => {
    expect(launchFingerprint(launch({ env: { A: '1', B: '2' } }))).toBe(
      launchFingerprint(launch({ env: { B: '2', A: '1' } })),
    );
  });
});

describe('commandLineText', () => {
  it('quotes for reading, and writes out what can not be seen', () => {
    expect(commandLineText('npx', ['-y', '@scope/pkg', 'a b', '', "it's", 'x\u202Ey\nz'])).toBe(
      `npx -y @scope/pkg 'a b' '' 'it'\\''s' 'x\\u{202E}y\\u{A}z'`,
    );
  });

  it('reads back in a shell as the same arguments', () => {
    const printable = fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 0 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(printable, (args) => {
        const script = commandLineText('printf', ['%s\\0', ...args]);
        expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(
          args.map((arg) => `${arg}\0`).join(''),
        );
      }),
      { numRuns: 30 },
    );
  });
});
