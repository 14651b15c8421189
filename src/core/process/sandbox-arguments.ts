/** What a sandboxed program sees of the file system. Every path is absolute, is there, and has no link in it. */
export interface SandboxView {
  readonly network: boolean;
  /** Folders that are empty and forget what is written: the home folder, the temporary ones, sockets of services. */
  readonly emptied: readonly string[];
  /** Can be read, also where an emptied folder holds it. */
  readonly readable: readonly string[];
  /** Empty again, also where a readable folder holds it: Gatehouse's own data. */
  readonly hidden: readonly string[];
  readonly writable: readonly string[];
  /** Can only be read, also where a writable folder holds it: what would run by itself later. */
  readonly frozen: readonly string[];
  readonly cwd: string;
}

/**
 * The arguments for bubblewrap, up to the program. A later mount covers an earlier one, so their order is the rule: all
 * can be read, then folders are emptied, what may be read comes back, what is hidden goes again, what may be written
 * comes on top, and what is frozen last.
 *
 * - `--die-with-parent` and `--unshare-pid`: when bubblewrap is killed, nothing that it started lives on, also what left
 *   its process group.
 * - `--new-session`: the program can't type into a terminal that the host was started from.
 * - `--cap-drop ALL`: also for a user who is root.
 */
export function sandboxArguments(view: SandboxView): string[] {
  const apart = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
  const network = view.network ? [] : ['--unshare-net'];
  const life = ['--die-with-parent', '--new-session', '--cap-drop', 'ALL'];
  const system = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  return apart.concat(
    network,
    life,
    system,
    mounts('--tmpfs', view.emptied),
    mounts('--ro-bind', view.readable),
    mounts('--tmpfs', view.hidden),
    mounts('--bind', view.writable),
    mounts('--ro-bind', view.frozen),
    ['--chdir', view.cwd],
  );
}

function mounts(option: '--tmpfs' | '--bind' | '--ro-bind', places: readonly string[]): readonly string[] {
  return places.toSorted(byDepth).flatMap((place) => (option === '--tmpfs' ? [option, place] : [option, place, place]));
}

/** What is nearer the root comes first, so that a folder never covers what lies in it. */
function byDepth(left: string, right: string): number {
  return left.split('/').length - right.split('/').length || (left < right ? -1 : 1);
}
