/**
 * A small POSIX shell program that becomes the guarded program and leaves a watcher behind in its process group.
 *
 * The watcher reads the lifeline (descriptor 3), whose other end only the host holds. The system closes that end however
 * the host ends, so the read returns, and the watcher ends the whole group: SIGTERM, 0.3 s, SIGKILL.
 *
 * Why it is made like this:
 * - The shell leads the group and `exec`s the program, so the host sees the program's own pid, exit code and signal.
 * - The watcher is forked twice: the program has no child that it did not start, and `wait` in it never hangs.
 * - Signals are ignored before the fork, so that no moment exists in which a SIGTERM to the group ends the watcher.
 * - `"$@"` hands the arguments on as they are. The program does not get the lifeline (`3<&-`).
 * - `kill -TERM -$$` without `--`: dash refuses `kill -TERM -- -PID`.
 * A program that leaves the group by itself (`setsid`) is out of the watcher's reach.
 */
const HEAD = `trap '' TERM HUP INT
( (
  exec </dev/null >/dev/null 2>&1
  PATH=/usr/bin:/bin:$PATH
  while read -r line <&3; do :; done
  kill -TERM -$$
  sleep 0.3
  kill -KILL -$$
) & )
trap - TERM HUP INT`;

/** What a shell puts into the environment by itself. */
const SHELL_VARIABLES = ['PWD', 'OLDPWD', 'SHLVL', '_'];

/** The arguments for `/bin/sh`. `file` is absolute. Variables of the shell's own stay only where `env` has them. */
export function lifelineArguments(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): string[] {
  const unwanted = SHELL_VARIABLES.filter((name) => !Object.hasOwn(env, name));
  const clean = unwanted.length === 0 ? '' : `unset ${unwanted.join(' ')}\n`;
  return ['-c', `${HEAD}\n${clean}exec "$@" 3<&-`, 'gatehouse-guard', file, ...args];
}
