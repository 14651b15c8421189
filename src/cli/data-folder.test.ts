import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolder } from './data-folder.js';

describe('the data folder', () => {
  it.each([
    [{}, 'linux', '/home/a/.config/gatehouse'],
    [{ XDG_CONFIG_HOME: '/x' }, 'linux', '/x/gatehouse'],
    [{ XDG_CONFIG_HOME: '' }, 'linux', '/home/a/.config/gatehouse'],
    [{}, 'darwin', '/home/a/Library/Application Support/gatehouse'],
    [{ APPDATA: '/roaming' }, 'win32', '/roaming/gatehouse'],
    [{ GATEHOUSE_HOME: '/g', XDG_CONFIG_HOME: '/x' }, 'linux', '/g'],
    [{ GATEHOUSE_HOME: '' }, 'linux', '/home/a/.config/gatehouse'],
    [{ GATEHOUSE_HOME: 'g' }, 'linux', resolve('g')],
  ])('with %j on %s is %s', (env, platform, folder) => {
    expect(dataFolder(env, platform, '/home/a')).toBe(folder);
  });
});
