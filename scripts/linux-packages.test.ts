import { describe, expect, it } from 'vitest';
import { missingLibraries, packagesFor } from './set-up/linux-packages.mjs';

const LDD = `	linux-vdso.so.1 (0x00007ffd)
	libffmpeg.so => /app/libffmpeg.so (0x00007f)
	libnss3.so => not found
	libnssutil3.so => not found
	libgtk-3.so.0 => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
	libnss3.so => not found
	/lib64/ld-linux-x86-64.so.2 (0x00007f)
`;

describe('missing libraries', () => {
  it('are read from what ldd prints, each once', () => {
    expect(missingLibraries(LDD)).toEqual(['libnss3.so', 'libnssutil3.so', 'libgtk-3.so.0']);
  });

  it('are none where ldd found all', () => {
    expect(missingLibraries('\tlibc.so.6 => /lib/libc.so.6 (0x1)\n')).toEqual([]);
  });
});

describe('packages for libraries', () => {
  it('come under the name that this release knows', () => {
    const bookworm = (name: string) => !name.includes('t64');
    const noble = (name: string) => name.includes('t64') || name === 'libnss3';
    const libraries = ['libgtk-3.so.0', 'libasound.so.2', 'libnss3.so'];
    expect(packagesFor(libraries, bookworm).packages).toEqual(['libgtk-3-0', 'libasound2', 'libnss3']);
    expect(packagesFor(libraries, noble).packages).toEqual(['libgtk-3-0t64', 'libasound2t64', 'libnss3']);
  });

  it('are named once though several libraries lie in one', () => {
    expect(packagesFor(['libnss3.so', 'libsmime3.so'], () => true).packages).toEqual(['libnss3']);
  });

  it('fall back to the older name where apt knows none yet', () => {
    expect(packagesFor(['libgtk-3.so.0'], () => false)).toEqual({ packages: ['libgtk-3-0'], unknown: [] });
  });

  it('leave out a library that nobody knows, and say so', () => {
    expect(packagesFor(['libstrange.so.9'], () => true)).toEqual({ packages: [], unknown: ['libstrange.so.9'] });
  });
});
