/*
 * Windows has neither process groups nor a shell that could watch over the host. What is covered: the program is started
 * without a shell, and `taskkill /T /F` ends it with all its descendants. What is not: there is no gentle signal between
 * the end of stdin and the kill; a descendant whose parent has ended before is not found; and when the host is killed,
 * Windows ends the program itself (libuv puts it in a job that closes with the host) but not what the program started.
 */

/** Why Windows can't start this command directly, or undefined where it can. */
export function batchFileRefusal(command: string): string | undefined {
  if (!/\.(cmd|bat)$/i.test(command)) return undefined;
  return `The command "${command}" is a batch file, which Windows can't start without a shell. Use the command "cmd" with "/c" and "${command}" as its first arguments.`;
}

/** The program that ends a process with its descendants. */
export function taskkill(pid: number): { readonly file: string; readonly args: readonly string[] } {
  return { file: 'taskkill', args: ['/pid', String(pid), '/T', '/F'] };
}
