import { describe, expect, it } from 'vitest';
import { childEnvironment } from './child-environment.js';

describe('childEnvironment', () => {
  it('passes on what a program needs to find its way, and nothing else of the host', () => {
    const host = {
      PATH: '/bin',
      HOME: '/home/a',
      LC_ALL: 'C',
      XDG_RUNTIME_DIR: '/run',
      AWS_SECRET: 's',
      UNSET: undefined,
    };
    expect(childEnvironment(host, {}, 'linux')).toEqual({
      PATH: '/bin',
      HOME: '/home/a',
      LC_ALL: 'C',
      XDG_RUNTIME_DIR: '/run',
    });
  });

  it('adds the own variables instead of replacing the others', () => {
    expect(childEnvironment({ PATH: '/bin', HOME: '/h' }, { A: '1', HOME: '/x' }, 'linux')).toEqual({
      PATH: '/bin',
      HOME: '/x',
      A: '1',
    });
  });

  it('gives ANTHROPIC_API_KEY only to a server whose own environment names it', () => {
    const host = { ANTHROPIC_API_KEY: 'host' };
    expect(childEnvironment(host, {}, 'linux')).toEqual({});
    expect(childEnvironment(host, { ANTHROPIC_API_KEY: 'own' }, 'linux')).toEqual({ ANTHROPIC_API_KEY: 'own' });
  });

  it('leaves out functions that bash exported', () => {
    expect(childEnvironment({ TERM: '() { :; }' }, {}, 'linux')).toEqual({});
  });

  it('does not tell upper from lower case on Windows, where an own Path replaces PATH', () => {
    const host = { Path: 'C:\\a', AppData: 'C:\\d', HOME: 'C:\\h' };
    expect(childEnvironment(host, { PATH: 'C:\\own' }, 'win32')).toEqual({ PATH: 'C:\\own', AppData: 'C:\\d' });
  });
});
