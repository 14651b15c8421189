import { describe, expect, it } from 'vitest';
import { sandboxArguments, type SandboxView } from './sandbox-arguments.js';

const view: SandboxView = {
  network: false,
  emptied: ['/tmp', '/home/ada'],
  readable: ['/home/ada/notes/deep', '/home/ada/notes'],
  hidden: ['/home/ada/.config/gatehouse'],
  writable: ['/home/ada/work', '/home/ada/.config/gatehouse/s1'],
  frozen: ['/home/ada/work/.git'],
  cwd: '/home/ada/work',
};

/** Option and place of every mount, in order. */
function mounts(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) =>
    ['--ro-bind', '--bind', '--tmpfs'].includes(arg) ? [`${arg} ${args[index + 1]}`] : [],
  );
}

describe('the arguments of a sandbox', () => {
  it('mount what covers after what is covered, and the outer before the inner', () => {
    expect(mounts(sandboxArguments(view))).toEqual([
      '--ro-bind /',
      '--tmpfs /tmp',
      '--tmpfs /home/ada',
      '--ro-bind /home/ada/notes',
      '--ro-bind /home/ada/notes/deep',
      '--tmpfs /home/ada/.config/gatehouse',
      '--bind /home/ada/work',
      '--bind /home/ada/.config/gatehouse/s1',
      '--ro-bind /home/ada/work/.git',
    ]);
  });

  it('mount every place onto itself', () => {
    const args = sandboxArguments(view);
    args.forEach((arg, index) => {
      if (arg === '--ro-bind' || arg === '--bind') expect(args[index + 2]).toBe(args[index + 1]);
    });
  });

  it('take the network away unless it is given, and always processes, terminal, rights and a life of its own', () => {
    const always = [
      '--unshare-pid',
      '--unshare-ipc',
      '--die-with-parent',
      '--new-session',
      '--cap-drop',
      '--proc',
      '--dev',
    ];
    for (const network of [false, true]) {
      const args = sandboxArguments({ ...view, network });
      expect(args).toEqual(expect.arrayContaining(always));
      expect(args.includes('--unshare-net')).toBe(!network);
    }
  });
});
